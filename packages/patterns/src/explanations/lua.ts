import type {Explanation} from './index.ts';

const ENDS = 'A request gets 500 unless its response had begun; a timer ends; a TLS handshake fails.';

/** Explains an uncaught Lua error that has no dictionary entry of its own. */
export const LUA_RUNTIME_ERROR: Explanation = {
  meaning: `Lua code raised an error and did not catch it. ${ENDS}`,
  causes: ['A bug, or data that the code does not expect', 'error() or assert() in the code'],
  checks: ['The file and line in the message', 'The traceback in the details of the entry'],
  cite: 'https://github.com/openresty/lua-nginx-module#content_by_lua_block',
};

export const LUA: Readonly<Record<string, Explanation>> = {
  'lua-index-nil': {
    meaning: `Lua code read a field of a local variable that has no table. ${ENDS}`,
    causes: ['A call returned nil and the result was not checked'],
    checks: ['The line in the message', 'What the variable is set from, and its error value'],
    cite: 'https://github.com/openresty/lua-nginx-module#content_by_lua_block',
  },
  'lua-index-field': {
    meaning: `Lua code read a field of a field that has no table. ${ENDS}`,
    causes: ['Data with a missing key'],
    checks: ['The line in the message', 'The data that the field comes from'],
  },
  'lua-call-method': {
    meaning: `Lua code called a method that does not exist. ${ENDS}`,
    causes: ['A misspelt name, or another version of a library'],
    checks: ['The line in the message', 'Version of the library'],
  },
  'lua-concat': {
    meaning: `Lua code joined text with nil. ${ENDS}`,
    causes: ['A missing header, argument or variable'],
    checks: ['The line in the message', 'tostring() or a default for the value'],
  },
  'lua-bad-argument': {
    meaning: `A function was called with an argument of a wrong type. ${ENDS}`,
    causes: ['A missing value was passed on'],
    checks: ['The line in the message', 'The caller in the traceback'],
  },
  'lua-module-not-found': {
    meaning: 'A Lua module is not on the search path.',
    causes: ['The package is not installed', 'lua_package_path lacks its directory'],
    checks: ['The paths tried in the message', 'lua_package_path and lua_package_cpath'],
    cite: 'https://github.com/openresty/lua-nginx-module#lua_package_path',
  },
  'lua-socket-connect-timeout': {
    meaning: 'A cosocket did not connect in time.',
    causes: ['The peer is down, or a firewall drops packets'],
    checks: ['The peer in the message', 'settimeouts() of the code, else lua_socket_connect_timeout (60s by default)'],
    cite: 'https://github.com/openresty/lua-nginx-module#lua_socket_connect_timeout',
  },
  'lua-socket-read-timeout': {
    meaning: 'A cosocket got no data in time.',
    causes: ['The peer is slow', 'Replies were read out of step'],
    checks: ['settimeouts() of the code, else lua_socket_read_timeout (60s by default)', 'Latency of the peer'],
    cite: 'https://github.com/openresty/lua-nginx-module#lua_socket_read_timeout',
  },
  'lua-running-timers': {
    meaning: 'More timers run at one time than allowed; the timer did not run.',
    causes: ['Timers that take long or start others'],
    checks: ['lua_max_running_timers (256 by default)', 'What the timers wait for'],
    cite: 'https://github.com/openresty/lua-nginx-module#lua_max_running_timers',
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
    cite: 'https://github.com/openresty/lua-nginx-module#lua_code_cache',
  },
  'lua-load-failed': {
    meaning: 'A Lua file could not be loaded; requests that need it get 500.',
    causes: ['A syntax error or missing file after a deploy'],
    checks: ['The position in the message', 'luajit -bl of the file'],
  },
  'lua-balancer-failed': {
    meaning: 'The code that picks an upstream failed; the client gets 500.',
    causes: ['An error in balancer_by_lua, or set_current_peer with a bad address'],
    checks: ['The text behind the colon', 'The list of peers'],
    cite: 'https://github.com/openresty/lua-nginx-module#balancer_by_lua_block',
  },
  'lua-ssl-cert-failed': {
    meaning: 'The code that picks a certificate failed, so the TLS handshake ended without a response.',
    causes: ['An error in ssl_certificate_by_lua, or no certificate for the name'],
    checks: ['The text behind the colon', 'The name that the client sent (SNI)'],
    cite: 'https://github.com/openresty/lua-nginx-module#ssl_certificate_by_lua_block',
  },
};
