import type {Scenario, Subject} from '../site/scenario.ts';

const FAILURES: Readonly<Record<string, readonly [body: string, writes: string]>> = {
  index_local: ['local user = nil\n  return user.name', "attempt to index local 'user' (a nil value)"],
  index_field: ['local ctx = {}\n  return ctx.session.id', "attempt to index field 'session' (a nil value)"],
  index_global: ['return config.limits', "attempt to index global 'config' (a nil value)"],
  index_upvalue: ['return settings.retries', "attempt to index upvalue 'settings' (a nil value)"],
  index_number: ['local n = 5\n  return n.total', "attempt to index local 'n' (a number value)"],
  call_local: ['local render = nil\n  return render()', "attempt to call local 'render' (a nil value)"],
  call_field: ['local api = {}\n  return api.fetch("a")', "attempt to call field 'fetch' (a nil value)"],
  call_method: ['local cache = {}\n  return cache:get("a")', "attempt to call method 'get' (a nil value)"],
  call_global: ['return missing_helper()', "attempt to call global 'missing_helper' (a nil value)"],
  call_upvalue: ['return settings()', "attempt to call upvalue 'settings' (a nil value)"],
  call_table: ['return ({})()', 'attempt to call a table value'],
  concat_local: ['local name = nil\n  return "Hello " .. name', "attempt to concatenate local 'name' (a nil value)"],
  concat_field: ['local user = {}\n  return "id-" .. user.id', "attempt to concatenate field 'id' (a nil value)"],
  concat_table: ['local parts = {}\n  return "x" .. parts', "attempt to concatenate local 'parts' (a table value)"],
  arith_local: [
    'local count = nil\n  return count + 1',
    "attempt to perform arithmetic on local 'count' (a nil value)",
  ],
  arith_field: [
    'local limits = {}\n  return limits.burst * 2',
    "attempt to perform arithmetic on field 'burst' (a nil value)",
  ],
  arith_global: ['return total - 1', "attempt to perform arithmetic on global 'total' (a nil value)"],
  compare: ['local used = nil\n  return used > 5', 'attempt to compare number with nil'],
  compare_two: ['return {} < {}', 'attempt to compare two table values'],
  compare_text: ['return "10" < 5', 'attempt to compare string with number'],
  length: ['local items = nil\n  return #items', "attempt to get length of local 'items' (a nil value)"],
  length_field: ['local cart = {}\n  return #cart.items', "attempt to get length of field 'items' (a nil value)"],
  bad_argument: [
    'local line = string.rep("x")\n  return line',
    "bad argument #2 to 'rep' (number expected, got no value)",
  ],
  bad_insert: ['table.insert(nil, 1)\n  return 1', "bad argument #1 to 'insert' (table expected, got nil)"],
  bad_pairs: ['for k in pairs(nil) do return k end', "bad argument #1 to 'pairs'"],
  bad_gsub: ['return string.gsub(nil, "a", "b")', "bad argument #1 to '?' (string expected, got nil)"],
  bad_self: ['return ("x"):rep({})', '(number expected, got table)'],
  bad_format: [
    'local text = string.format("%d", "many")\n  return text',
    "bad argument #2 to 'format' (number expected, got string)",
  ],
  bad_time: ['return ngx.http_time("now")', 'number expected, got string'],
  nil_key: ['local t = {}\n  t[nil] = 1', 'table index is nil'],
  nan_key: ['local t = {}\n  t[0/0] = 1', 'table index is NaN'],
  overflow: ['local function again(n) return 1 + again(n + 1) end\n  return again(1)', 'stack overflow'],
  pattern: ['return string.find("a", "[a")', 'malformed pattern'],
  concat_list: ['return table.concat({1, {}, 3})', "invalid value (table) at index 2 in table for 'concat'"],
  for_loop: ['for i = 1, nil do return i end', "'for' limit must be a number"],
  thrown: ['error("no route for " .. ngx.var.uri)', 'no route for /'],
  thrown_level: ['error("caller passed no key", 2)', 'caller passed no key'],
  thrown_bare: ['error("quota exceeded", 0)', 'runtime error: quota exceeded'],
  thrown_table: ['error({code = 42})', 'runtime error: unknown reason'],
  thrown_nil: ['error()', 'unknown reason'],
  thrown_json: ['error(\'{"code":502,"msg":"bad gateway"}\')', '{"code":502'],
  asserted: ['return assert(nil, "cannot open cache")', 'cannot open cache'],
  asserted_bare: ['return assert(false)', 'assertion failed!'],
  required: ['return require("plugins." .. ngx.var.arg_plugin)', "module 'plugins."],
  yields: ['return string.gsub("a", "a", function() ngx.sleep(0.001) end)', 'attempt to yield across C-call boundary'],
  dead: ['local co = coroutine.wrap(function() end)\n  co()\n  co()', ''],
  metatable: ['return setmetatable(setmetatable({}, {__metatable = 1}), {})', 'cannot change a protected metatable'],
  unpacked: ['return unpack({}, 1, 1e7)', 'too many results to unpack'],
  json: ['return require("cjson").decode("{oops")', ''],
  headers_sent: [
    'ngx.say("x")\n  ngx.flush(true)\n  ngx.status = 500\n  ngx.header["X-Late"] = "1"',
    'attempt to set ngx.status after sending out response headers',
  ],
  tostring: ['print(setmetatable({}, {__tostring = function() return 5 end}))', ''],
  ffi: ['return require("ffi").cast("struct missing *", nil)', "undeclared or implicit tag 'missing'"],
};

const FILES = ['checkout/cart', 'auth/session', 'router', 'plugins/limits', 'lib/http/client'] as const;

const modules = Object.fromEntries(
  FILES.map((file, at) => {
    const functions = Object.entries(FAILURES).map(([name, [body]]) => `function M.${name}()\n  ${body}\nend\n`);
    // Each file begins with a different number of comment lines, so the line numbers of the functions differ too.
    return [
      `lua/${file}.lua`,
      `${'-- \n'.repeat(at * 3)}local M = {}\nlocal settings\n${functions.join('\n')}\nreturn M\n`,
    ];
  }),
);

const failing: readonly Scenario[] = Object.entries(FAILURES).map(([name, [, writes]]) => ({
  name,
  run: site => site.request(`GET /${site.values.prng.pick(FILES)}/${name}?plugin=<word>`),
  writes: writes === '' ? [] : [writes],
}));

export const luaErrors: Subject = {
  name: 'Lua errors',
  share: 0.25,
  files: modules,
  server: `location / { content_by_lua_block {
      local file, name = ngx.var.uri:match("^/(.+)/(.-)$")
      local handler = require(file:gsub("/", "."))
      return handler[name]()
    } }`,
  scenarios: failing,
};
