import {
  LUA_ERROR_FORMS,
  LUA_ERROR_PREFIXES,
  LUA_PLACELESS_FORMS,
  luaErrorId,
} from '../dictionary/messages/lua-errors.ts';
import {type Explanation, luaModule, type Reference} from './explanation.ts';

type Where = Reference & {readonly consequence: string};

const where = (consequence: string, line: string, section: string): Where => ({
  consequence,
  ...luaModule(line, section),
});

const REPORT = 'ngx_http_lua_util.c:4132';
const NOT_STARTED = 'nginx does not start or reload.';
const NOT_PREPARED = 'The worker runs without what this code should prepare, such as timers.';
const NOT_ENDED = 'The worker exits without what this code should do last.';

const WHERE: Readonly<Record<keyof typeof LUA_ERROR_PREFIXES, Where>> = {
  '': where(
    'A request gets 500, or a cut body if its response had begun. If the line has “context: ngx.timer”, the timer ends; with ssl_certificate_by_lua* or ssl_client_hello_by_lua*, the TLS handshake fails.',
    'ngx_http_lua_util.c:1589',
    'content_by_lua_block',
  ),
  user: where(
    'A light thread ended; the request goes on, and ngx.thread.wait returns false with the error.',
    'ngx_http_lua_util.c:1537',
    'ngxthreadspawn',
  ),
  set: where(
    'The variable could not be computed, so the request gets 500.',
    'ngx_http_lua_setby.c:89',
    'set_by_lua_block',
  ),
  'header-filter': where(
    'The response header is not sent: the client gets no response, not even an error page.',
    'ngx_http_lua_headerfilterby.c:121',
    'header_filter_by_lua_block',
  ),
  'body-filter': where(
    'The response is cut, or not sent at all, and the connection is closed.',
    'ngx_http_lua_bodyfilterby.c:123',
    'body_filter_by_lua_block',
  ),
  balancer: where(
    'No upstream server was chosen, so the request gets 500.',
    'ngx_http_lua_balancer.c:399',
    'balancer_by_lua_block',
  ),
  log: where(
    'The response was sent before, so the client sees nothing of it; what the code should log or count is lost.',
    'ngx_http_lua_logby.c:248',
    'log_by_lua_block',
  ),
  'session-store': where(
    'The TLS session was not stored, so the client makes a full handshake next time.',
    'ngx_http_lua_ssl_session_storeby.c:420',
    'ssl_session_store_by_lua_block',
  ),
  init: where(NOT_STARTED, REPORT, 'init_by_lua_block'),
  'init-file': where(NOT_STARTED, REPORT, 'init_by_lua_file'),
  'init-worker': where(NOT_PREPARED, REPORT, 'init_worker_by_lua_block'),
  'init-worker-file': where(NOT_PREPARED, REPORT, 'init_worker_by_lua_file'),
  'exit-worker': where(NOT_ENDED, REPORT, 'exit_worker_by_lua_block'),
  'exit-worker-file': where(NOT_ENDED, REPORT, 'exit_worker_by_lua_file'),
};

type Form = Pick<Explanation, 'meaning' | 'causes' | 'checks'>;

const LINE = 'The file and line in the message';
const TRACE = 'The traceback in the details of the entry';

const ANY: Form = {
  meaning: 'Lua code raised an error and did not catch it.',
  causes: ['A bug, or data that the code does not expect', 'error() or assert() in the code'],
  checks: [LINE, TRACE],
};

const missing = (what: string, causes: readonly string[]): Form => ({
  meaning: `Lua code ${what}.`,
  causes,
  checks: [LINE, 'What the name in quotes is set from, and the error beside a nil result'],
});

const UNCHECKED = 'A call returned nil and an error, and the result was not checked';
const ABSENT = 'Data with a missing key, such as a header, an argument or a field of JSON';

/** The key is the start of an error id, such as `index` for `index-local`. Errors without a key get {@link ANY}. */
const FORMS: Readonly<Record<string, Form>> = {
  'index-field': missing('read or set a field of a field that has no table', [ABSENT, UNCHECKED]),
  index: missing('read or set a field of a value that is no table', [UNCHECKED, ABSENT]),
  'call-method': missing('called a method that the object does not have', [
    'A misspelt name, or another version of a library',
    'A dot instead of a colon elsewhere',
  ]),
  call: missing('called a value that is no function', [
    'A misspelt name, or another version of a library',
    'A function that is defined after its use, or local in another file',
  ]),
  arithmetic: missing('computed with a value that is no number', [ABSENT, UNCHECKED]),
  'table-concat': {
    meaning: 'table.concat got a table with a value that is neither text nor number.',
    causes: [ABSENT, 'A nested table or a boolean in the list'],
    checks: [LINE, 'The value at the index in the message'],
  },
  concat: missing('joined text with nil, a boolean or a table', [ABSENT, UNCHECKED]),
  length: missing('took the length of a value that has none', [UNCHECKED, ABSENT]),
  compare: {
    meaning: 'Lua code compared two values that have no order, such as a number with nil.',
    causes: ['A text that should be converted with tonumber()', ABSENT],
    checks: [LINE, 'The types of both sides'],
  },
  'bad-argument': {
    meaning: 'A function was called with an argument of a wrong type or value.',
    causes: ['A missing value was passed on', 'A text instead of a number'],
    checks: [LINE, 'The expected type in parentheses', 'The caller in the traceback'],
  },
  'bad-self': {
    meaning: 'A method was called on an object of a wrong type.',
    causes: ['A dot instead of a colon in the call'],
    checks: [LINE],
  },
  'stack-overflow': {
    meaning: 'Functions called one another without end.',
    causes: ['A recursion without an end, often for one kind of data', 'Data that contain themselves'],
    checks: ['The functions that repeat in the traceback', 'The depth of the data'],
  },
  'module-not-found': {
    meaning: 'A Lua module is not on the search path.',
    causes: ['The package is not installed', 'lua_package_path lacks its directory'],
    checks: ['The paths tried in the message', 'lua_package_path and lua_package_cpath'],
  },
  'module-error': {
    meaning: 'A Lua module could not be loaded: a syntax error, or a library for another Lua.',
    causes: ['A deploy of a broken or half-written file'],
    checks: ['The text in the next line of the entry', 'luajit -bl of the file'],
  },
  'api-disabled': {
    meaning: 'Lua code called a function that its phase does not allow.',
    causes: ['A library with ngx.sleep, cosockets or subrequests in a phase that cannot wait'],
    checks: ['The phase at the end of the message', 'A timer (ngx.timer.at) for such work'],
  },
  yield: {
    meaning: 'Lua code had to wait inside a function of C, which cannot wait.',
    causes: [
      'A cosocket or ngx.sleep in a callback of table.sort or string.gsub, or while a module is loaded by require',
    ],
    checks: ['The [C] function in the traceback', 'Whether the code connects while require loads it'],
  },
  'no-request': {
    meaning: 'Lua code used a request where there is none.',
    causes: ['ngx.var, ngx.req or ngx.ctx in init_worker_by_lua*, or at the top of a module'],
    checks: [LINE],
  },
  'unknown-reason': {
    meaning: 'Lua code raised an error with a value that is no text, such as a table, so the line does not say why.',
    causes: ['error({…}) in the code or a library'],
    checks: [TRACE, 'A __tostring of the table, so that the line says why'],
  },
  'out-of-memory': {
    meaning: 'LuaJIT had no memory left.',
    causes: ['Data that grow in a module or worker', 'A very large body or JSON'],
    checks: ['collectgarbage("count") of a worker', 'Tables at the top of modules'],
  },
  'subrequest-failed': {
    meaning: 'A subrequest of Lua code could not be made.',
    causes: ['A location that captures itself', 'More than 50 nested subrequests'],
    checks: ['The line before, with “cycle”', 'ngx.location.capture in that file'],
  },
};

const formOf = (id: string): Form => {
  const names = Object.keys(FORMS).filter(name => id === name || id.startsWith(`${name}-`));
  return FORMS[names[0] ?? ''] ?? ANY;
};

const explanation = ({consequence, ...reference}: Where, {meaning, ...form}: Form): Explanation => ({
  meaning: `${meaning} ${consequence}`,
  ...form,
  ...reference,
});

const prefixes = Object.entries(LUA_ERROR_PREFIXES) as [keyof typeof WHERE, string][];
const forms = [...Object.keys(LUA_ERROR_FORMS), ...Object.keys(LUA_PLACELESS_FORMS)];

export const luaErrors = (): Readonly<Record<string, Explanation>> =>
  Object.fromEntries(
    prefixes.flatMap(([prefix]) =>
      forms.map(form => [luaErrorId(prefix, form), explanation(WHERE[prefix], formOf(form))]),
    ),
  );

export const luaErrorOf = (template: string): Explanation | undefined => {
  const found = prefixes.find(([, text]) => template.startsWith(`${text} `));
  return found && explanation(WHERE[found[0]], ANY);
};
