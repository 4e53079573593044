import {type Explanation, luaModule, nginx, type Reference} from './explanation.ts';

/** When `ngx_init_cycle` fails in a reload, the master continues with the old configuration. */
export const REFUSED = 'nginx does not start; after a reload, it goes on with the old configuration.';
const PLACE = 'The file and line at the end of the message';

type Details = Reference & {readonly checks?: readonly string[]};

const refused = (what: string, causes: readonly string[], {checks = [], ...reference}: Details): Explanation => ({
  meaning: `${what}. ${REFUSED}`,
  causes,
  checks: [PLACE, ...checks],
  ...reference,
});

const MISSPELT = 'A misspelt directive';

const NO_USER = refused(
  'The user of the user directive does not exist',
  ['A container or node without that user'],
  nginx('core/nginx.c:1253', 'ngx_core_module.html#user'),
);

const USER_IGNORED: Explanation = {
  meaning: 'nginx was not started as root, so the user directive has no effect. A warning, not a failure.',
  causes: ['A container that runs without root'],
  checks: ['Nothing, if it was intended', 'The user directive, to get rid of the line'],
  ...nginx('core/nginx.c:1239', 'ngx_core_module.html#user'),
};

export const CONFIG: Readonly<Record<string, Explanation>> = {
  'unknown-directive': refused(
    'The configuration has a directive that nginx does not know',
    [MISSPELT, 'A module that is not built in or loaded'],
    {
      ...nginx('core/ngx_conf_file.c:487', 'ngx_core_module.html#load_module'),
      checks: ['load_module and nginx -V'],
    },
  ),
  'directive-not-allowed': refused(
    'A directive is in a block that does not allow it',
    ['A line in the wrong block', 'A brace too many before'],
    nginx('core/ngx_conf_file.c:481'),
  ),
  'directive-duplicate': refused(
    'A directive that may be set once in a block is there twice',
    ['A line that was added again', 'An included file with the same directive'],
    nginx('core/ngx_conf_file.c:473'),
  ),
  'directive-invalid-value': refused(
    'The value of a directive is not valid',
    ['A wrong unit or number', 'Two values where one is due'],
    nginx('core/ngx_conf_file.c:473'),
  ),
  'invalid-arguments': refused(
    'A directive has too few or too many arguments',
    ['A missing semicolon in the line before', 'A value with spaces and without quotes'],
    nginx('core/ngx_conf_file.c:494'),
  ),
  'invalid-value-switch': refused(
    'A directive that takes on or off has another value',
    ['A misspelt value'],
    nginx('core/ngx_conf_file.c:1049'),
  ),
  'invalid-value': refused(
    'A directive has a value that it does not know',
    ['A misspelt value, or one of another version'],
    nginx('core/ngx_conf_file.c:1381'),
  ),
  'invalid-parameter': refused(
    'A directive has a parameter that it does not know',
    ['A misspelt parameter, or one of another version'],
    nginx('http/ngx_http_core_module.c:4194'),
  ),
  'unexpected-end-either': refused(
    'The configuration ends inside a directive',
    ['A missing semicolon or closing brace', 'A file that was cut'],
    nginx('core/ngx_conf_file.c:546'),
  ),
  'unexpected-end-brace': refused(
    'The configuration ends inside a block',
    ['A missing closing brace', 'A file that was cut'],
    nginx('core/ngx_conf_file.c:272'),
  ),
  'unexpected-end': refused(
    'The configuration ends too early',
    ['A missing semicolon or closing brace', 'A file that was cut'],
    nginx('core/ngx_conf_file.c:540'),
  ),
  'unexpected-brace': refused(
    'The configuration has a closing brace too many',
    ['A block that was removed in part'],
    nginx('core/ngx_conf_file.c:262'),
  ),
  'unexpected-token': refused(
    'The configuration has a character where none is allowed',
    ['A missing space or quote before it'],
    nginx('core/ngx_conf_file.c:652'),
  ),
  'unterminated-directive': refused(
    'A directive does not end with a semicolon',
    ['A missing semicolon'],
    nginx('core/ngx_conf_file.c:400'),
  ),
  'no-opening-brace': refused('A block has no opening brace', ['A missing brace'], nginx('core/ngx_conf_file.c:407')),
  'unknown-variable': refused(
    'The configuration uses a variable that no module defines',
    ['A misspelt variable', 'A module that is not loaded', 'A missing set or map'],
    nginx('http/ngx_http_variables.c:2736'),
  ),
  'duplicate-location': refused(
    'A server has two locations with one name',
    ['A copied block, or an included file'],
    nginx('http/ngx_http.c:1019', 'http/ngx_http_core_module.html#location'),
  ),
  'duplicate-default-server': refused(
    'Two servers are the default of one address',
    ['default_server in two files'],
    nginx('http/ngx_http.c:1292', 'http/ngx_http_core_module.html#listen'),
  ),
  'duplicate-listen': refused(
    'An address has options in two listen directives',
    ['Options such as backlog repeated in a second server'],
    nginx('http/ngx_http.c:1278', 'http/ngx_http_core_module.html#listen'),
  ),
  'duplicate-upstream': refused(
    'Two upstream blocks have one name',
    ['A copied or forgotten file'],
    nginx('http/ngx_http_upstream.c:6150'),
  ),
  'upstream-empty': refused(
    'An upstream block has no server',
    ['A template or discovery that wrote no servers'],
    nginx('http/ngx_http_upstream.c:5948'),
  ),
  'listen-port': refused(
    'The port of a listen directive is not valid',
    ['A port above 65535, or a missing value in a template'],
    nginx('http/ngx_http_core_module.c:3889', 'http/ngx_http_core_module.html#listen'),
  ),
  'zone-zero-size': refused(
    'A zone of shared memory is used but has no size',
    ['limit_req, limit_conn or a cache that names a zone which no directive defines', 'A misspelt zone'],
    {
      ...nginx('core/ngx_cycle.c:430'),
      checks: ['limit_req_zone, limit_conn_zone or proxy_cache_path with this name'],
    },
  ),
  'zone-size-conflict': refused(
    'One zone of shared memory has two sizes',
    ['Two files that define the zone'],
    nginx('core/ngx_cycle.c:1335'),
  ),
  'zone-other-use': refused(
    'One zone of shared memory is used by two modules',
    ['A zone name that is taken'],
    nginx('core/ngx_cycle.c:1323'),
  ),
  'include-missing': refused(
    'A file that the configuration names could not be opened',
    ['A deploy without the file', 'A file that nginx may not read (13)'],
    nginx('core/ngx_conf_file.c:183', 'ngx_core_module.html#include'),
  ),
  'dlopen-failed': refused(
    'A module could not be loaded',
    ['The file is missing, or built for another version of nginx'],
    nginx('core/nginx.c:1559', 'ngx_core_module.html#load_module'),
  ),
  'module-incompatible': refused(
    'A module was built for another version of nginx',
    ['nginx was upgraded and the module was not'],
    nginx('core/ngx_module.c:171'),
  ),
  'module-binary': refused(
    'A module was built with other options than nginx',
    ['A module of another distribution or build'],
    {...nginx('core/ngx_module.c:178'), checks: ['nginx -V of both builds']},
  ),
  'no-events': refused(
    'The configuration has no events block',
    ['An empty or wrong main file'],
    nginx('event/ngx_event.c:423'),
  ),
  'getpwnam-failed': NO_USER,
  'getpwnam-unknown': NO_USER,
  'user-ignored': USER_IGNORED,
  'user-ignored-option': USER_IGNORED,
  'value-between': refused(
    'A number is out of the range of its directive',
    ['A number of another unit or directive'],
    nginx('http/ngx_http_core_module.c:4753'),
  ),
  'conflicting-server-name': {
    meaning: 'Two server blocks have one name at one address; the second name is ignored. nginx starts.',
    causes: ['A copied or forgotten file in conf.d or sites-enabled'],
    checks: ['All server_name directives with this name, with nginx -T'],
    ...nginx('http/ngx_http.c:1519', 'http/server_names.html'),
  },
  'server-names-hash': refused('The table of server names does not fit its settings', ['A long name or many names'], {
    ...nginx('core/ngx_hash.c:283', 'http/server_names.html#optimization'),
    checks: ['server_names_hash_bucket_size, the next power of two'],
  }),
  'deprecated-http2': {
    meaning: 'A directive still works but will be removed. A warning, not a failure.',
    causes: ['An upgrade of nginx'],
    checks: ['The directive that the message names as a replacement'],
    ...nginx('core/ngx_conf_file.c:1450'),
  },
  'syntax-ok': {
    meaning: 'The test of a configuration (nginx -t) found no syntax error.',
    causes: ['nginx -t, also before a reload by the service'],
    checks: ['Nothing'],
    ...nginx('core/ngx_cycle.c:291'),
  },
  'test-successful': {
    meaning: 'The test of a configuration (nginx -t) succeeded.',
    causes: ['nginx -t, also before a reload by the service'],
    checks: ['Nothing'],
    ...nginx('core/nginx.c:304'),
  },
  'test-failed': {
    meaning:
      'The test of a configuration (nginx -t) failed; the line before says why. The running nginx is not touched.',
    causes: ['The error in the line before'],
    checks: ['The line before'],
    ...nginx('core/nginx.c:295'),
  },
  'pid-invalid': {
    meaning: 'The command nginx -s found no process number in the pid file, so it sent no signal.',
    causes: ['nginx is not running', 'Another nginx removed or emptied the file'],
    checks: ['Whether nginx runs', 'The pid directive'],
    ...nginx('core/ngx_cycle.c:1125', 'ngx_core_module.html#pid'),
  },
  'too-small-limit': {
    meaning:
      'A worker may open fewer files than worker_connections, so connections can fail with “Too many open files”.',
    causes: ['A low limit of the service'],
    checks: ['worker_rlimit_nofile and the limit of the service'],
    ...nginx('event/ngx_event.c:510', 'ngx_core_module.html#worker_rlimit_nofile'),
  },
  'keys-zone-small': refused('A zone of cache keys is smaller than two pages of memory', ['keys_zone without a unit'], {
    ...nginx('http/ngx_http_file_cache.c:2457', 'http/ngx_http_proxy_module.html#proxy_cache_path'),
    checks: ['keys_zone: one megabyte stores about 8 thousand keys'],
  }),
  'lua-dictionary-size': refused(
    'The size of a shared dictionary is not a size or is less than 8k',
    ['A size without a unit', 'A misspelt unit'],
    luaModule('ngx_http_lua_directive.c:119', 'lua_shared_dict'),
  ),
};
