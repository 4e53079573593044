import type {Scenario, Subject} from '../site/scenario.ts';

const LEVELS = ['EMERG', 'ALERT', 'CRIT', 'ERR', 'WARN', 'NOTICE', 'INFO'] as const;

/** Messages of applications, as Lua expressions. `n()` returns a number and `w()` a word. */
const TEXTS = [
  ['free', '"cache miss for key ", w(), ":", n()'],
  ['duration', '"slow query: ", n(), " ms, rows=", n()'],
  ['token', '"token of user ", w(), " has expired"'],
  ['path', '"no route for ", ngx.var.uri'],
  ['quoted', `"plugin '", w(), "' failed: timeout"`],
  ['values', '"retry ", n() % 5, " of 5 for ", w(), ".svc:", n()'],
  ['json', `'{"level":"error","msg":"payment declined","order":', n(), ',"user":"', w(), '"}'`],
  ['json-nested', `'{"msg":"quota exceeded","limits":{"used":', n(), ',"max":100},"tags":["a","', w(), '"]}'`],
  ['json-time', `'{"ts":"2026-11-27T10:00:00Z","event":"login_failed","ip":"10.0.0.', n() % 250, '"}'`],
  ['key-values', '"event=stock_low sku=", w(), "-", n(), " left=", n() % 9'],
  ['lines', '"first line\\nsecond line ", n()'],
  ['nothing', 'nil, true, " ", 1.5'],
  ['upstream', '"no healthy peer in pool ", w(), " (", n() % 7, " of 7 down)"'],
  ['status', '"service ", w(), " answered ", 500 + n() % 5, " after ", n() / 1000, "s"'],
  ['uuid', '"job 0b2f", n(), "-6a1c-4d5e-8f00-9c2d1e3f4a5b of ", w(), " failed"'],
  ['time', '"certificate of ", w(), ".example expires at 2026-12-01 00:00:", n() % 60'],
  ['url', '"GET https://", w(), ".example/v1/", n(), " returned no body"'],
  ['table', '"unexpected value: ", tostring({})'],
  ['traceback', 'debug.traceback("worker of " .. w() .. " stopped")'],
  ['caught', 'select(2, pcall(function() local row; return row[n()] end))'],
  ['level-words', '"[", w(), "] ERROR: config key ", n(), " is deprecated"'],
  ['json-array', `'[{"code":', n(), ',"msg":"rule matched"}]'`],
  ['json-deep', `'{"msg":"upstream unhealthy","peer":{"ip":"10.1.0.', n() % 250, '","port":8080},"checks":[1,2]}'`],
  ['json-broken', `'{"msg":"cut off","id":', n()`],
  ['unicode', '"Benutzer ", w(), " nicht gefunden – Versuch ", n()'],
] as const;

const logging: readonly Scenario[] = TEXTS.map(([name, text]) => ({
  name,
  server: `location /log/${name}/ { content_by_lua_block {
    local function w() return ngx.var.uri:match("([%a]+)/?%d*$") or "a" end
    local function n() return tonumber(ngx.var.arg_n) end
    local levels = {${LEVELS.map(level => `ngx.${level}`).join(', ')}}
    local function report(...) ngx.log(...) end
    if ngx.var.arg_named then report(levels[tonumber(ngx.var.arg_level)], ${text}) else ngx.log(levels[tonumber(ngx.var.arg_level)], ${text}) end
    ngx.say("x")
  } }`,
  run: async site => {
    const named = site.values.prng.chance(0.5) ? '&named=1' : '';
    for (const level of [4, site.values.prng.int(1, 7)])
      await site.request(`GET /log/${name}/<path>?n=<n>&level=${level}${named}`);
  },
  writes: ['[lua] content_by_lua(nginx.conf:'],
}));

export const luaLogs: Subject = {
  name: 'Lua logs',
  share: 0.55,
  scenarios: [
    ...logging,
    {
      name: 'long',
      server:
        'location /long/ { content_by_lua_block { ngx.log(ngx.ERR, "dump of ", ngx.var.arg_n, ": ", ("abcdef "):rep(400)) ngx.say("x") } }',
      run: async site => {
        if (site.values.prng.chance(0.1)) await site.request('GET /long/<path>?n=<n>');
      },
      writes: [],
    },
    {
      name: 'print',
      server: 'location /print/ { content_by_lua_block { print("took ", ngx.var.arg_n, " ms") ngx.say("x") } }',
      requests: ['GET /print/<path>?n=<n>'],
      writes: ['[notice]', 'took '],
    },
    {
      name: 'other-phases',
      server: `location /phases/ { access_by_lua_block { ngx.log(ngx.WARN, "denied by policy ", ngx.var.arg_n) }
        content_by_lua_file lua/app.lua; log_by_lua_block { ngx.log(ngx.INFO, "served in ", ngx.var.arg_n, " ms") } }`,
      requests: ['GET /phases/<path>?n=<n>', 'GET /phases/<path>?n=<n>'],
      writes: ['access_by_lua(nginx.conf:', 'app.lua:', 'while logging request'],
    },
    {
      name: 'timers',
      server:
        'location /timer/ { content_by_lua_block { local n = ngx.var.arg_n ngx.timer.at(0, function() ngx.log(ngx.ERR, "sync failed after ", n, " items") end) ngx.say("x") } }',
      requests: ['GET /timer/<path>?n=<n>'],
      writes: ['sync failed after ', 'context: ngx.timer'],
    },
  ],
  files: {
    'lua/app.lua': `local log = require("util.log")
local App = {}
function App.handle(n) log.warn("stock of item " .. n .. " is low") ngx.say("ok") end
function App:run(n) ngx.log(ngx.ERR, "handler returned no body for ", n) self.handle(n) end
App:run(ngx.var.arg_n)
`,
    'lua/util/log.lua': 'local M = {}\nfunction M.warn(...) ngx.log(ngx.WARN, ...) end\nreturn M\n',
  },
};
