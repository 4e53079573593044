import type {Scenario, Subject} from '../site/scenario.ts';

const location = (
  name: string,
  directives: string,
  writes: readonly string[],
  request = `GET /${name}/<path>`,
): Scenario => ({
  name,
  server: `location /${name}/ { ${directives} }`,
  requests: [request],
  writes,
});
const content = (name: string, lua: string, writes: readonly string[]) =>
  location(name, `content_by_lua_block { ${lua} }`, writes);

/** Lua code that fails in the other phases, and what the module itself refuses. */
export const luaPhases: Subject = {
  name: 'Lua phases',
  share: 0.5,
  http: `lua_max_running_timers 2; lua_max_pending_timers 8; lua_shared_dict tiny 12k; lua_shared_dict sessions 64k;
    lua_check_client_abort on; lua_socket_log_errors on; lua_socket_connect_timeout 100ms; lua_socket_read_timeout 100ms;
    resolver 127.0.0.1:{{port dns}} ipv6=off; resolver_timeout 100ms;
    init_worker_by_lua_block { ngx.log(ngx.NOTICE, "worker ", ngx.worker.id(), " ready"); local t = nil; return t.x }
    server { listen 127.0.0.1:{{port handshake}} ssl; server_name lua-tls.example; ssl_certificate tls/server.pem; ssl_certificate_key tls/server.key;
      ssl_certificate_by_lua_block { local certs = nil; return certs[require("ngx.ssl").server_name()] } }
    upstream chosen { server 0.0.0.1; balancer_by_lua_block { local peers; return peers[1] } }
    upstream refused { server 0.0.0.1; balancer_by_lua_block { assert(require("ngx.balancer").set_current_peer("127.0.0.1", 1)) } }`,
  files: {'lua/broken.lua': 'local function f(\nreturn 1\n', 'lua/unfinished.lua': 'local s = "abc\n'},
  scenarios: [
    location('rewrite', 'rewrite_by_lua_block { local a; return a.b }', ['rewrite_by_lua(nginx.conf:']),
    location('access', 'access_by_lua_block { local user; if user.role then return end }', [
      'access_by_lua(nginx.conf:',
    ]),
    location('set', 'set_by_lua_block $v { return nil .. "x" } return 200 $v;', ['failed to run set_by_lua*: ']),
    location('header', 'return 200 a; header_filter_by_lua_block { ngx.header.x = missing.y }', [
      'failed to run header_filter_by_lua*: ',
    ]),
    location('body', 'return 200 a; body_filter_by_lua_block { ngx.arg[1] = nil + 1 }', [
      'failed to run body_filter_by_lua*: ',
    ]),
    location('log', 'return 200 a; log_by_lua_block { local t; t.count = t.count + 1 }', [
      'failed to run log_by_lua*: ',
      'while logging request',
    ]),
    location('balancer', 'proxy_pass http://chosen;', ['failed to run balancer_by_lua*: ']),
    location('peer', 'proxy_pass http://refused;', ['connect() failed (111: Connection refused)']),
    location('file', 'content_by_lua_file lua/missing.lua;', ['failed to load external Lua file "']),
    location('syntax', 'content_by_lua_file lua/broken.lua;', ['failed to load external Lua file "']),
    location('string', 'access_by_lua_file lua/unfinished.lua;', ['unfinished string near']),
    location('disabled', 'return 200 a; log_by_lua_block { ngx.say("x") }', [
      'API disabled in the context of log_by_lua*',
    ]),
    location('disabled-filter', 'return 200 a; header_filter_by_lua_block { ngx.sleep(1) }', [
      'API disabled in the context of header_filter_by_lua*',
    ]),
    location('disabled-set', 'set_by_lua_block $v { return ngx.location.capture("/x") } return 200 $v;', [
      'API disabled in the context of set_by_lua*',
    ]),
    location('disabled-body', 'return 200 a; body_filter_by_lua_block { ngx.socket.tcp() }', [
      'API disabled in the context of body_filter_by_lua*',
    ]),
    content('thread', 'local t = ngx.thread.spawn(function() local job; return job.id end) ngx.thread.wait(t)', [
      'lua user thread aborted: runtime error: ',
    ]),
    content(
      'coroutine',
      'local ok, err = coroutine.resume(coroutine.create(function() error("inner") end)) ngx.log(ngx.ERR, "coroutine: ", err)',
      ['coroutine: '],
    ),
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
    {
      name: 'ssl-certificate',
      run: site =>
        site.send('x', {port: site.port('handshake'), tls: {servername: site.values.host()}, leaveAfter: 300}),
      writes: ['ssl_certificate_by_lua(nginx.conf:', 'context: ssl_certificate_by_lua*'],
    },
    {
      name: 'abort',
      server:
        'location /abort/ { content_by_lua_block { local ok, err = ngx.on_abort(function() ngx.log(ngx.WARN, "client left") ngx.exit(499) end) ngx.sleep(1) } }',
      run: site => site.request('GET /abort/<path>', {leaveAfter: 60}),
      writes: ['client left'],
    },
    {
      name: 'init',
      writes: ['init_worker_by_lua error: init_worker_by_lua(nginx.conf:', ' ready, context: init_worker_by_lua*'],
    },
  ],
};
