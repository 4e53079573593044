import {type Explanation, luaModule} from './explanation.ts';

const TCP = 'ngx_http_lua_socket_tcp.c';

export const LUA_TEXT: Explanation = {
  meaning:
    'Lua code of the site wrote this text with ngx.log or print. It does not say that nginx failed; the code decides what follows.',
  causes: ['The condition in the code at the file and line after [lua]'],
  checks: ['The file and line after [lua]', 'Other lines of the same request (the number after *)'],
  ...luaModule('ngx_http_lua_log.c:273', 'ngxlog'),
  isOwnText: true,
};

/** nginx logs the timeout unless `lua_socket_log_errors` is off. The Lua code also gets it as an error. */
const timeout = (what: string, setting: string, line: string, causes: readonly string[]): Explanation => ({
  meaning: `A cosocket ${what}. The call in Lua code returned an error, and the code decides what follows.`,
  causes,
  checks: [
    'The peer, and its latency',
    `settimeouts() of the code, else ${setting} (60s by default)`,
    'lua_socket_log_errors, if the code handles it',
  ],
  ...luaModule(line, setting),
});

const onClosed = (verb: string, line: string): Explanation => ({
  meaning: `Lua code ${verb} a cosocket that is not connected; the call returned “closed”.`,
  causes: ['connect() failed and its result was not checked', 'The socket was closed by an error or timeout before'],
  checks: ['Lines of the same request before', 'The result of connect() in the code'],
  ...luaModule(line, 'ngxsockettcp'),
});

const late = (what: string, line: string, section: string): Explanation => ({
  meaning: `Lua code ${what} after the response header was sent. It has no effect.`,
  causes: [
    'ngx.say, ngx.print, ngx.flush or ngx.send_headers before it',
    'An error handler that runs after a part of the response',
  ],
  checks: ['The order of the calls for this request'],
  ...luaModule(line, section),
});

const notLoaded = (why: string, status: string): Explanation => ({
  meaning: `A Lua file of the configuration could not be loaded: ${why}. Requests that need it get ${status}.`,
  causes: ['A deploy without the file, or with a broken file'],
  checks: ['The path and position in the message', 'luajit -bl of the file'],
  ...luaModule('ngx_http_lua_cache.c:343', 'content_by_lua_file'),
});

const RUNNING: Explanation = {
  meaning: 'A timer did not run, because as many timers run at one time as allowed. The timer is lost.',
  causes: ['Timers that take long or start others', 'A peer that is slow, so that all timers wait'],
  checks: ['lua_max_running_timers (256 by default)', 'What the timers wait for'],
  ...luaModule('ngx_http_lua_timer.c:695', 'lua_max_running_timers'),
};

export const LUA: Readonly<Record<string, Explanation>> = {
  'lua-global-write': {
    meaning:
      'Lua code set a global variable while it served a request. All requests of the worker share it, so one can get the value of another.',
    causes: ['local is missing before the name in quotes'],
    checks: ['Where the code sets the name in quotes; the traceback shows the place'],
    ...luaModule('ngx_http_lua_log.c:273', 'lua-variable-scope'),
  },
  'lua-load-failed': notLoaded('the text after the colon says why', '500, or 404 if the file does not exist'),
  'lua-load-missing': notLoaded('it does not exist', '404'),
  'lua-load-syntax': notLoaded('it has a syntax error', '500'),
  'lua-load-inline-failed': {
    meaning: 'Lua code in the configuration has a syntax error. Requests that need it get 500.',
    causes: ['A change of the configuration'],
    checks: ['The position in the message'],
    ...luaModule('ngx_http_lua_cache.c:254', 'content_by_lua_block'),
  },
  'lua-memory': {
    meaning: 'LuaJIT had no memory left for a request. The request gets 500, or a cut body if its response had begun.',
    causes: ['A very large body or JSON', 'Data that grow in a module or worker'],
    checks: ['collectgarbage("count") of a worker', 'Tables at the top of modules'],
    ...luaModule('ngx_http_lua_util.c:1589'),
  },
  'lua-socket-connect-timeout': timeout('did not connect in time', 'lua_socket_connect_timeout', `${TCP}:3775`, [
    'The peer is down, or a firewall drops packets',
  ]),
  'lua-socket-queue-timeout': timeout(
    'waited too long for a connection of its pool',
    'lua_socket_connect_timeout',
    `${TCP}:3988`,
    ['All connections of the pool are in use'],
  ),
  'lua-socket-read-timeout': timeout('got no data in time', 'lua_socket_read_timeout', `${TCP}:3377`, [
    'The peer is slow',
    'Replies were read out of step',
  ]),
  'lua-socket-send-timeout': timeout('could not send in time', 'lua_socket_send_timeout', `${TCP}:3414`, [
    'The peer does not read',
  ]),
  'lua-udp-read-timeout': timeout(
    'got no datagram in time',
    'lua_socket_read_timeout',
    'ngx_http_lua_socket_udp.c:1204',
    ['The peer is down or did not respond'],
  ),
  'lua-tcp-failed': onClosed('wrote to', `${TCP}:2849`),
  'lua-receive-closed': onClosed('read from', `${TCP}:2274`),
  'lua-udp-send-closed': onClosed('wrote to', 'ngx_http_lua_socket_udp.c:758'),
  'lua-udp-receive-closed': onClosed('read from', 'ngx_http_lua_socket_udp.c:936'),
  'lua-running-timers': RUNNING,
  'lua-timer-running': RUNNING,
  'lua-timer-failed': {
    meaning: 'A timer could not start; the text after the place of its function says why. The timer is lost.',
    causes: ['No memory', 'More timers than allowed'],
    checks: ['The text at the end of the message', 'lua_max_running_timers (256 by default)'],
    ...luaModule('ngx_http_lua_timer.c:695', 'lua_max_running_timers'),
  },
  'lua-pending-timers': {
    meaning: 'More timers wait than allowed; no new one was made.',
    causes: ['A timer for each request'],
    checks: ['lua_max_pending_timers (1024 by default)', 'ngx.timer.every or a queue instead'],
    cite: 'https://github.com/openresty/lua-nginx-module#lua_max_pending_timers',
  },
  'lua-code-cache-off': {
    meaning: 'Lua files are loaded for each request.',
    causes: ['lua_code_cache off was left from development'],
    checks: ['lua_code_cache'],
    ...luaModule('ngx_http_lua_directive.c:179', 'lua_code_cache'),
  },
  'lua-status-late': late('set ngx.status', 'ngx_http_lua_misc.c:74', 'ngxstatus'),
  'lua-header-late': late('set ngx.header', 'ngx_http_lua_headers.c:890', 'ngxheaderheader'),
  'lua-exit-late': late('called ngx.exit with another status', 'ngx_http_lua_control.c:440', 'ngxexit'),
  'lua-subrequest-cycle': {
    meaning: 'Lua code made subrequests that make subrequests, more than 50 deep; the last one failed.',
    causes: ['A location whose code captures the same location'],
    checks: ['ngx.location.capture of the location in the message'],
    ...luaModule('ngx_http_lua_subrequest.c:1359', 'ngxlocationcapture'),
  },
  'lua-body-not-read': {
    meaning: 'Lua code asked for the request body, or passed it to a subrequest, before it was read.',
    causes: ['ngx.req.read_body() or lua_need_request_body is missing'],
    checks: ['The code before ngx.req.get_body_data or ngx.location.capture'],
    ...luaModule('ngx_http_lua_subrequest.c:1607', 'ngxreqread_body'),
  },
  'lua-sleep-0': {
    meaning: 'ngx.sleep(0) is slow in this nginx, which lacks a patch of OpenResty. A warning, not a failure.',
    causes: ['nginx of a distribution instead of OpenResty'],
    checks: ['ngx.sleep(0) in loops'],
    ...luaModule('ngx_http_lua_sleep.c:77', 'ngxsleep'),
  },
};
