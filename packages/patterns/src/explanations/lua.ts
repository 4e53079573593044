import type {Explanation} from './index.ts';

export const LUA: Readonly<Record<string, Explanation>> = {
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
};
