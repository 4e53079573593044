BEGIN TRANSACTION;
CREATE TABLE schema_version (version integer primary key not null);
INSERT INTO schema_version VALUES(1);
INSERT INTO schema_version VALUES(2);
INSERT INTO schema_version VALUES(3);
INSERT INTO schema_version VALUES(4);
INSERT INTO schema_version VALUES(5);
INSERT INTO schema_version VALUES(6);
CREATE TABLE account (id integer primary key autoincrement, username text not null unique,
      password_hash text not null, role text not null, created bigint not null, modified bigint not null);
INSERT INTO account VALUES(1,'ann','$argon2id$v=19$m=19456,t=2,p=1$1Bg5HQC4rJes-x0gu0lk8Q$L1YTDgn-boJ_i-_t0IUY-o6cx0RJb-DN24kbAXyWASA','master',1795819587423,1795819587423);
INSERT INTO account VALUES(2,'bob','$argon2id$v=19$m=19456,t=2,p=1$96Qnsl7irdiujusjx2WJsQ$xyFGBnf3s3HkwgwJTKHq89iZARmLtSoNpl7Ui-OSrME','reader',1795819587423,1795819587423);
CREATE TABLE api_token (id integer primary key autoincrement, hash text not null unique,
      uid bigint not null references account (id) on delete cascade, name text not null, expire bigint not null,
      created bigint not null, modified bigint not null);
INSERT INTO api_token VALUES(1,'25783d98986ed41dce4d82dc62f5bfcc24f4b418de46177122d13868ebeae1c1',1,'for tests',0,1795819587423,1795819587423);
CREATE TABLE session (hash text primary key not null, uid bigint not null references account (id) on delete cascade,
      ends bigint not null);
INSERT INTO session VALUES('3590516b7821ceb25a49a2d10b3e9a4ea7fad6b4af4a120f367b1f79e6ffd25d',1,9000000000000);
CREATE TABLE agent (id bigint primary key not null, name text not null);
INSERT INTO agent VALUES(2,'ams-1');
CREATE TABLE application (agent_id bigint not null references agent (id) on delete cascade, id bigint not null,
      online integer not null, doc text not null, primary key (agent_id, id));
INSERT INTO application VALUES(2,11,1,'{"id":11,"name":"gateway","online":true,"created":1,"modified":1,"cmd_line":"nginx","exe":"/usr/sbin/nginx","cwd":"/","pgid":77,"processes":[],"ports":[],"version":{"nginx":"1.27.4"}}');
CREATE TABLE IF NOT EXISTS "error_log_counts" (grain integer not null, app_id bigint not null, start bigint not null,
      node_type integer not null, node_id bigint not null, level integer not null, entries bigint not null,
      primary key (grain, app_id, start, node_type, node_id, level)) without rowid;
INSERT INTO error_log_counts VALUES(0,0,1792972800,1,2,4,1);
INSERT INTO error_log_counts VALUES(0,101,1789948800,0,1,3,1);
INSERT INTO error_log_counts VALUES(0,101,1792972800,0,1,4,1);
INSERT INTO error_log_counts VALUES(1,0,1789948800,0,1,3,1);
INSERT INTO error_log_counts VALUES(1,0,1792972800,0,1,4,1);
INSERT INTO error_log_counts VALUES(1,0,1792972800,1,2,4,1);
INSERT INTO error_log_counts VALUES(2,0,1792998000,1,2,4,1);
INSERT INTO error_log_counts VALUES(2,101,1789999200,0,1,3,1);
INSERT INTO error_log_counts VALUES(2,101,1792998000,0,1,4,1);
INSERT INTO error_log_counts VALUES(3,0,1789999200,0,1,3,1);
INSERT INTO error_log_counts VALUES(3,0,1792998000,0,1,4,1);
INSERT INTO error_log_counts VALUES(3,0,1792998000,1,2,4,1);
INSERT INTO error_log_counts VALUES(4,0,1789999800,0,1,3,1);
INSERT INTO error_log_counts VALUES(4,0,1792999800,0,1,4,1);
INSERT INTO error_log_counts VALUES(4,0,1792999800,1,2,4,1);
INSERT INTO error_log_counts VALUES(5,0,1791072000,1,2,4,1);
INSERT INTO error_log_counts VALUES(5,101,1788480000,0,1,3,1);
INSERT INTO error_log_counts VALUES(5,101,1791072000,0,1,4,1);
INSERT INTO error_log_counts VALUES(6,0,1788480000,0,1,3,1);
INSERT INTO error_log_counts VALUES(6,0,1791072000,0,1,4,1);
INSERT INTO error_log_counts VALUES(6,0,1791072000,1,2,4,1);
CREATE TABLE import_file (file text primary key not null, position bigint not null);
INSERT INTO import_file VALUES('/var/log/nginx/error.log',4096);
CREATE TABLE IF NOT EXISTS "error_log" (id integer primary key, level integer not null, count bigint not null,
    src integer not null, log_time bigint not null, node_id bigint not null, node_type integer not null,
    app_id bigint not null, req_id text not null,
    json text generated always as (
      case when typeof(id) = 'integer' and id between -9007199254740991 and 9007199254740991 and typeof(level) = 'integer' and level between -9007199254740991 and 9007199254740991 and typeof(count) = 'integer' and count between -9007199254740991 and 9007199254740991 and typeof(src) = 'integer' and src between -9007199254740991 and 9007199254740991 and typeof(log_time) = 'integer' and log_time between -9007199254740991 and 9007199254740991 and typeof(log) = 'text' and octet_length(log) <= 16384
      then json_object('id', id, 'level', level, 'count', count, 'src', src, 'log_time', log_time, 'log', log) end) stored,
    log text not null);
INSERT INTO error_log VALUES(1,3,1,0,1790000000,1,0,101,'000028800bac65d7fed03afd','first entry');
INSERT INTO error_log VALUES(2,4,1,0,1793000000,2,1,0,'','second entry, with ''quotes'' and ünïcode');
INSERT INTO error_log VALUES(3,4,1,0,1793000000,1,0,101,'','third entry');
CREATE TABLE opened_again (id integer primary key not null);
DELETE FROM sqlite_sequence;
INSERT INTO sqlite_sequence VALUES('account',2);
INSERT INTO sqlite_sequence VALUES('api_token',1);
CREATE INDEX api_token_by_owner on api_token (uid, id);
CREATE INDEX session_by_end on session (ends);
CREATE INDEX error_log_by_time on error_log (log_time desc, id desc, level, node_id, node_type, app_id);
CREATE INDEX error_log_by_level on error_log (level, log_time desc, id desc);
CREATE INDEX error_log_by_node on error_log (node_id, level, log_time desc, id desc, node_type, app_id);
CREATE INDEX error_log_by_type on error_log (node_type, level, log_time desc, id desc);
CREATE INDEX error_log_by_app on error_log (app_id, level, log_time desc, id desc, node_id, node_type);
CREATE INDEX error_log_by_request on error_log (req_id);
COMMIT;
