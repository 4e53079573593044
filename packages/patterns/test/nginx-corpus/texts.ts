import {compile, type Format} from './formats.ts';

/** Formats of the texts that the site of the corpus logs or raises in Lua code. */
const LOGGED = [
  'cache miss for key %s:%d',
  'slow query: %d ms, rows=%d',
  'token of user %s has expired',
  'no route for %s',
  "plugin '%s' failed: timeout",
  'retry %d of 5 for %s.svc:%d',
  'event=stock_low sku=%s-%d left=%d',
  'first line\nsecond line %d',
  'niltrue %f',
  'took %d ms',
  'denied by policy %d',
  'served in %d ms',
  'sync failed after %d items',
  'stock of item %d is low',
  'handler returned no body for %d',
  'worker %d ready',
  'coroutine: %s: inner',
  'cannot create a timer: %s',
  'cannot cache k%d: %s',
  'match failed: %s',
  'failed to connect to redis: %s',
  'redis: %s',
  'no redis: %s',
  'read: %s',
  'send: %s',
  'statsd: %s',
  'handshake: %s',
  'client left',
  'caller passed no key',
  'quota exceeded',
  'no configuration of the gateway',
  'cannot open cache',
  'no healthy peer in pool %s (%d of 7 down)',
  'service %s answered %d after %fs',
  'job %s of %s failed',
  'certificate of %s.example expires at %s',
  'GET %s returned no body',
  'unexpected value: %s',
  'worker of %s stopped\n%s',
  '[%s] ERROR: config key %d is deprecated',
  'Benutzer %s nicht gefunden – Versuch %d',
  'dump of %d: %s',
  'policy failed: %s',
  'no slot: %s',
  'program: %s',
];

/** Errors of lua-cjson 2.1 and lua-resty-core 0.1.25, which the table lacks. */
const LIBRARIES = [
  'Expected %s but found %s at character %d',
  'attempt to set ngx.status after sending out response headers',
  'attempt to set status %d via ngx.exit after sending out the response status %d',
  'bad value type',
  'number argument only',
  'pipe API is not supported due to either a platform issue or lack of the HAVE_SOCKET_CLOEXEC_PATCH patch',
  'cannot open %s: No such file or directory',
];

/** Texts that are a single value. JSON is a value, but the message in it is not: `<*>quota exceeded<*>`. */
const VALUES = [
  ['{"level":"error","msg":"payment declined","order":%d,"user":"%s"}', '<*>payment declined<*>'],
  ['{"msg":"quota exceeded","limits":%s', '<*>quota exceeded<*>'],
  ['{"code":%d,"msg":"bad gateway"}', '<*>bad gateway<*>'],
  ['[{"code":%d,"msg":"rule matched"}]', '<*>rule matched<*>'],
  ['{"msg":"upstream unhealthy",%s', '<*>upstream unhealthy<*>'],
  ['{"msg":"cut off","id":%d', '<*>cut off<*>'],
  ['%d', '<*>'],
  ['{"ts":"%s","event":"login_failed"%s', '<*>'],
] as const;

const PLACE = {level: '', file: ''};

export const TEXTS: readonly Format[] = [
  ...[...LOGGED, ...LIBRARIES].map(format => compile(format, PLACE)),
  ...VALUES.map(([format, template]) => ({...compile(format, PLACE), template})),
];
