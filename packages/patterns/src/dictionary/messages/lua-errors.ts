/**
 * Texts that nginx writes before a Lua error, by phase. The empty key is for phases that nginx does not name, such as
 * `access_by_lua*`.
 */
export const LUA_ERROR_PREFIXES = {
  '': 'lua entry thread aborted: runtime error:',
  user: 'lua user thread aborted: runtime error:',
  set: 'failed to run set_by_lua*:',
  'header-filter': 'failed to run header_filter_by_lua*:',
  'body-filter': 'failed to run body_filter_by_lua*:',
  balancer: 'failed to run balancer_by_lua*:',
  log: 'failed to run log_by_lua*:',
  'session-store': 'failed to run session_store_by_lua*:',
  init: 'init_by_lua error:',
  'init-file': 'init_by_lua_file error:',
  'init-worker': 'init_worker_by_lua error:',
  'init-worker-file': 'init_worker_by_lua_file error:',
  'exit-worker': 'exit_worker_by_lua error:',
  'exit-worker-file': 'exit_worker_by_lua_file error:',
} as const;

/** Operations in LuaJIT errors about a value of a wrong type (`lj_err_optype`). */
const LUA_OPERATIONS = {
  index: 'index',
  call: 'call',
  arithmetic: 'perform arithmetic on',
  concat: 'concatenate',
  length: 'get length of',
} as const;

/** Kinds of variables that LuaJIT names in an error (`lj_debug_slotname`). */
const NAMES = ['local', 'upvalue', 'field', 'global'] as const;

/** These ids are from the first version of the dictionary and stay valid. */
const FORMER: Readonly<Record<string, string>> = {
  'index-local': 'index-nil',
  'concat-local': 'concat',
  'arithmetic-local': 'arithmetic',
};

const operations = Object.entries(LUA_OPERATIONS).flatMap(([id, words]) => [
  ...NAMES.map(name => [`${id}-${name}`, `attempt to ${words} ${name} '<*>' (a <*> value)`]),
  [`${id}-value`, `attempt to ${words} a <*> value`],
]);

/** Errors that follow a Lua file and line number, from src/lj_errmsg.h of LuaJIT and from lua-nginx-module. */
export const LUA_ERROR_FORMS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(operations),
  'call-method': "attempt to call method '<*>' (a <*> value)",
  compare: 'attempt to compare <*> with <*>',
  'compare-two': 'attempt to compare two <*> values',
  'bad-argument': "bad argument #<*> to '<*>' (<**>)",
  'bad-self': "calling '<*>' on bad self (<**>)",
  'stack-overflow': 'stack overflow',
  'stack-overflow-text': 'stack overflow (<**>)',
  'table-overflow': 'table overflow',
  'string-overflow': 'string length overflow',
  'nil-index': 'table index is nil',
  'nan-index': 'table index is NaN',
  'next-key': "invalid key to 'next'",
  'gettable-loop': 'loop in gettable',
  'settable-loop': 'loop in settable',
  'for-initial': "'for' initial value must be a number",
  'for-limit': "'for' limit must be a number",
  'for-step': "'for' step must be a number",
  yield: 'attempt to yield across C-call boundary',
  assertion: 'assertion failed!',
  unpack: 'too many results to unpack',
  'argument-count': "wrong number of arguments to 'insert'",
  'table-concat': "invalid value (<*>) at index <*> in table for 'concat'",
  sort: 'invalid order function for sorting',
  'closed-file': 'attempt to use a closed file',
  'pattern-end': "malformed pattern (ends with '%')",
  'pattern-missing': "malformed pattern (missing ']')",
  'pattern-unbalanced': 'unbalanced pattern',
  'pattern-complex': 'pattern too complex',
  'pattern-capture': 'invalid pattern capture',
  'pattern-unfinished': 'unfinished capture',
  'format-option': "invalid option '<*>' to 'format'",
  'dead-coroutine': 'cannot resume dead coroutine',
  'running-coroutine': 'cannot resume running coroutine',
  'not-suspended-coroutine': 'cannot resume non-suspended coroutine',
  'protected-metatable': 'cannot change a protected metatable',
  'module-not-found': "module '<*>' not found:",
  'module-error': "error loading module '<*>' from file '<*>':",
  'ffi-convert': "cannot convert '<*>' to '<*>'",
  'ffi-member': "'<*>' has no member named '<*>'",
  'ffi-tag': "undeclared or implicit tag '<*>'",
  'ffi-declaration': "missing declaration for symbol '<*>'",
  'api-disabled': 'API disabled in the context of <*>',
  'api-disabled-current': 'API disabled in the current context',
  'no-request': 'no request found',
  'no-request-context': 'no request ctx found',
  'argument-number': 'expecting <*> arguments but seen <*>',
  'argument-number-got': 'expecting <*> arguments, but got <*>',
  'subrequest-failed': 'failed to issue subrequest: <*>',
};

/** LuaJIT adds no position to errors of C code, or to error values that are not strings. */
export const LUA_PLACELESS_FORMS: Readonly<Record<string, string>> = {
  'unknown-reason': 'unknown reason',
  'yield-placeless': 'attempt to yield across C-call boundary',
  'stack-overflow-placeless': 'stack overflow',
  'out-of-memory': 'not enough memory',
  'api-disabled-placeless': 'API disabled in the context of <*>',
  'bad-argument-placeless': "bad argument #<*> to '<*>' (<**>)",
  'table-concat-placeless': "invalid value (<*>) at index <*> in table for 'concat'",
  'next-key-placeless': "invalid key to 'next'",
  'ffi-tag-placeless': "undeclared or implicit tag '<*>'",
  'module-not-found-placeless': "module '<*>' not found:",
};

export const luaErrorId = (prefix: string, form: string): string =>
  prefix === '' ? `lua-${FORMER[form] ?? form}` : `lua-${prefix}-${form}`;

export const luaErrorTemplates = (): readonly (readonly [id: string, template: string])[] =>
  Object.entries(LUA_ERROR_PREFIXES).flatMap(([prefix, text]) => [
    ...Object.entries(LUA_ERROR_FORMS).map(
      ([form, error]) => [luaErrorId(prefix, form), `${text} <*>: ${error}`] as const,
    ),
    ...Object.entries(LUA_PLACELESS_FORMS).map(
      ([form, error]) => [luaErrorId(prefix, form), `${text} ${error}`] as const,
    ),
  ]);
