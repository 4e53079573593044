import type {Subject} from '../site/scenario.ts';
import {content, location, luaApi} from './lua-api.ts';

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
    ...luaApi,
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
