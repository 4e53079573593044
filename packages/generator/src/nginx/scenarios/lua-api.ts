import type {Scenario} from '../site/scenario.ts';

export const location = (name: string, directives: string, writes: readonly string[]): Scenario => ({
  name,
  server: `location /${name}/ { ${directives} }`,
  requests: [`GET /${name}/<path>`],
  writes,
});
export const content = (name: string, lua: string, writes: readonly string[]) =>
  location(name, `content_by_lua_block { ${lua} }`, writes);

export const luaApi: readonly Scenario[] = [
  content('timer-error', 'ngx.timer.at(0, function() local stats; stats.runs = 1 end) ngx.say("x")', [
    'context: ngx.timer',
  ]),
  content(
    'timers',
    'for n = 1, 12 do local ok, err = ngx.timer.at(0, function() ngx.sleep(0.05) end) if not ok then ngx.log(ngx.ERR, "cannot create a timer: ", err) end end ngx.say("x")',
    ['lua_max_running_timers are not enough', 'cannot create a timer: too many pending timers'],
  ),
  content('capture', 'ngx.location.capture("/loop/" .. ngx.var.arg_n) ngx.say("x")', []),
  location('loop', 'content_by_lua_block { ngx.location.capture(ngx.var.uri) }', [
    'lua subrequests cycle while processing "',
  ]),
  content('exec', 'return ngx.exec("@nowhere")', ['could not find named location "@nowhere"']),
  content('exit', 'ngx.say("x") ngx.flush(true) return ngx.exit(500)', [
    'attempt to set status 500 via ngx.exit after sending out the response status 200',
  ]),
  content(
    'dict',
    'local d = ngx.shared.tiny for n = 1, 40 do local ok, err = d:safe_set("k" .. n, ("v"):rep(900)) if not ok then return ngx.log(ngx.ERR, "cannot cache k", n, ": ", err) end end',
    ['cannot cache k', ': no memory'],
  ),
  content('dict-type', 'assert(ngx.shared.sessions:set("a", {}))', ['bad value type']),
  content('dict-nil', 'return ngx.shared.gone:get("a")', ["attempt to index field 'gone' (a nil value)"]),
  content('regex', 'local m, err = ngx.re.match("a", "(a") ngx.log(ngx.ERR, "match failed: ", err)', [
    'match failed: pcre',
  ]),
  content(
    'refused',
    'local s = ngx.socket.tcp() local ok, err = s:connect("127.0.0.1", 1) if not ok then ngx.log(ngx.ERR, "failed to connect to redis: ", err) end',
    ['connect() failed (111: Connection refused), client: ', 'failed to connect to redis: connection refused'],
  ),
  content(
    'timeout',
    'local s = ngx.socket.tcp() s:connect("127.0.0.1", tonumber(("{{peer silent}}"):match(":(%d+)"))) s:send("PING") local line, err = s:receive() ngx.log(ngx.WARN, "redis: ", err)',
    ['lua tcp socket read timed out', 'redis: timeout'],
  ),
  content(
    'connect',
    'local s = ngx.socket.tcp() s:settimeout(50) local ok, err = s:connect("192.0.2.9", 6379) ngx.log(ngx.ERR, "no redis: ", err)',
    ['no redis: '],
  ),
  content(
    'resets',
    'local s = ngx.socket.tcp() s:connect("127.0.0.1", tonumber(("{{peer resets}}"):match(":(%d+)"))) s:send("PING") local line, err = s:receive() ngx.log(ngx.ERR, "read: ", err)',
    ['recv() failed (104: Connection reset by peer)'],
  ),
  content('closed', 'local s = ngx.socket.tcp() local ok, err = s:send("x") ngx.log(ngx.ERR, "send: ", err)', [
    'attempt to send data on a closed socket',
  ]),
  content(
    'dns',
    'local s = ngx.socket.tcp() local ok, err = s:connect("redis.internal", 6379) ngx.log(ngx.ERR, "redis: ", err)',
    ['redis.internal could not be resolved'],
  ),
  content(
    'udp',
    'local s = ngx.socket.udp() s:settimeout(50) s:setpeername("127.0.0.1", 9) s:send("x") local d, err = s:receive() ngx.log(ngx.ERR, "statsd: ", err)',
    ['statsd: '],
  ),
  content(
    'ssl',
    'local s = ngx.socket.tcp() s:connect("127.0.0.1", tonumber(("{{peer tls}}"):match(":(%d+)"))) local ok, err = s:sslhandshake(nil, "pay.example", true) ngx.log(ngx.ERR, "handshake: ", err)',
    ['lua ssl certificate verify error: (18: self-signed certificate)'],
  ),
  content(
    'silent-udp',
    'local s = ngx.socket.udp() s:settimeout(50) s:setpeername("127.0.0.1", tonumber(("{{dns}}"):match(":(%d+)"))) s:send(("x"):rep(40)) local d, err = s:receive() ngx.log(ngx.ERR, "statsd: ", err)',
    ['lua udp socket read timed out'],
  ),
  content(
    'caught',
    'local ok, err = xpcall(function() local rules; return rules[1] end, debug.traceback) ngx.log(ngx.ERR, "policy failed: ", err)',
    ['policy failed: ', 'stack traceback:'],
  ),
  content('request-body', 'ngx.req.read_body() local size = #ngx.req.get_body_data() ngx.say(size)', [
    'attempt to get length of a nil value',
  ]),
  content('variable', 'ngx.var.no_such_variable = 1', ['variable "no_such_variable" not found for writing']),
  content('yield', 'table.sort({3, 1, 2}, function(a, b) ngx.sleep(0) return a < b end)', [
    'attempt to yield across C-call boundary',
  ]),
  content(
    'semaphore',
    'local s = require("ngx.semaphore").new(0) local ok, err = s:wait(0.02) ngx.log(ngx.WARN, "no slot: ", err)',
    ['no slot: timeout'],
  ),
  content(
    'pipe',
    'local p, err = require("ngx.pipe").spawn({"no-such-program"}) ngx.sleep(0.05) if p then local _, reason, status = p:wait() ngx.log(ngx.ERR, "program: ", reason, " ", status) end',
    ['pipe API is not supported'],
  ),
];
