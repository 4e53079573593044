/**
 * Returns a function that generates pseudo-random numbers in [0, 1) (mulberry32). The same seed gives the same numbers.
 */
export const createRandom = (seed: number): (() => number) => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

export type Random = () => number;

export const pick = <T>(random: Random, values: readonly [T, ...T[]]): T =>
  values[Math.floor(random() * values.length)] ?? values[0];
const int = (random: Random, from: number, to: number): number => from + Math.floor(random() * (to - from + 1));
const hex = (random: Random, length: number): string =>
  Array.from({length}, () => int(random, 0, 15).toString(16)).join('');

const DIRECTORIES = [
  'srv',
  'www',
  'usr',
  'local',
  'my files',
  'Grüße',
  'static assets',
  'v1',
  'node_modules',
  '日本',
  'a,b',
  'x(1)',
] as const;
const FILES = [
  'index.html',
  'a b.jpg',
  'été 2024.pdf',
  'favicon.ico',
  'robots.txt',
  'app.min.js',
  'wp-login.php',
  'Q3 report final.xlsx',
  '.env',
  'x',
] as const;
const PLAIN_DIRECTORIES = [
  'srv',
  'var',
  'usr',
  'local',
  'proxy_temp',
  'edge node',
  'client_body_temp',
  'data',
] as const;
const HOSTS = [
  'api.example.com',
  'www.example.org',
  'edge1.fra.example.net',
  'auth.internal',
  'cdn-7.example.co.uk',
  'xn--bcher-kva.example',
  'a.b.c.d.example.com',
] as const;
const ERRNOS = [
  '2: No such file or directory',
  '13: Permission denied',
  '104: Connection reset by peer',
  '110: Connection timed out',
  '111: Connection refused',
  '113: No route to host',
  '32: Broken pipe',
  '24: Too many open files',
  '28: No space left on device',
  '9: Bad file descriptor',
  '11: Resource temporarily unavailable',
  '36: File name too long',
] as const;
const SSL = [
  'error:0A00006C:SSL routines::bad key share',
  'error:0A000086:SSL routines::certificate verify failed',
  'error:14094410:SSL routines:ssl3_read_bytes:sslv3 alert handshake failure:SSL alert number 40',
  'error:0A0000C1:SSL routines::no shared cipher',
  'error:0A00010B:SSL routines::wrong version number',
  'error:80000002:system library::No such file or directory:calling fopen(/etc/ssl/x.pem, r) error:10000080:BIO routines::no such file',
] as const;
const LUA_FILES = [
  'auth.lua',
  'cache.lua',
  '/usr/local/edge/lua/router.lua',
  'plugins/rate-limit/handler.lua',
  '/opt/my edge/lua/util.lua',
  'balancer_by_lua',
  'content_by_lua(nginx.conf:118)',
  '[string "access_by_lua(site.conf:44)"]',
] as const;
const SCRIPTS = [
  '/usr/local/edge/lua/router.lua',
  '/opt/edge/lualib/resty/redis.lua',
  './lua/app.lua',
  'auth.lua',
] as const;
const REASONS = [
  'timeout',
  'connection refused',
  'closed',
  'no such host',
  'expected value but found invalid token at character 1',
  'bad request: missing field',
  'unknown issuer',
  'the peer said "go away", twice',
] as const;
const NAMES = ['route', 'upstream', 'config', 'self', 'body_json', 'err', 'headers', 'ctx'] as const;
const QUOTED = [
  'X-Forwarded-For',
  'a, b; c',
  'Content-Length',
  '[weird] {value}',
  'Größe',
  '',
  'Mozilla/5.0 (X11; Linux x86_64)',
  'GET /a b HTTP/1.1',
  'x\\x22y',
  'per_client',
  "it's",
  '10.0.0.1, 10.0.0.2',
] as const;
const WORDS = [
  'alice',
  'bob',
  'carol',
  'dave',
  'erin',
  'frank',
  'grace',
  'heidi',
  'ivan',
  'judy',
  'mallory',
  'niaj',
  'olivia',
  'peggy',
  'rupert',
  'sybil',
  'trent',
  'victor',
  'walter',
  'zoe',
] as const;
const PHASES = ['access_by_lua*', 'rewrite_by_lua*', 'content_by_lua*'] as const;

const AWKWARD_PATHS = [
  '/srv/www/he said "hi"/x.html',
  '/srv/a b/c d.html',
  '/srv/[draft] (1), v2.html',
  '/data/Ünïcode/naïve file.txt',
  "/srv/it's.html",
  '/srv/50% off/sale.php',
  '/x',
] as const;

/** Generators of random values, by the name that a kind has in braces, such as `{n}`. */
const SLOTS: Record<string, (random: Random) => string> = {
  n: random => String(int(random, 0, 99)),
  big: random => String(int(random, 1000, 9_999_999_999)),
  float: random => `${int(random, 0, 40)}.${int(random, 100, 999)}`,
  hex: random => hex(random, pick(random, [8, 16, 32])),
  ptr: random => `0x${hex(random, 12)}`,
  uuid: random => [8, 4, 4, 4, 12].map(length => hex(random, length)).join('-'),
  id: random => `${pick(random, ['sess', 'req', 'usr'])}_${hex(random, 20)}`,
  file: random => `/${pick(random, DIRECTORIES)}/${pick(random, DIRECTORIES)}/${pick(random, FILES)}`,
  temp: random =>
    `/${pick(random, PLAIN_DIRECTORIES)}/${pick(random, PLAIN_DIRECTORIES)}/${int(random, 0, 9)}/00000${int(random, 10_000, 99_999)}`,
  conf: random =>
    `/etc/nginx/${pick(random, ['nginx.conf', 'conf.d/site.conf', 'sites-enabled/my site.conf', 'conf.d/api-v2.conf'])}:${int(random, 1, 900)}`,
  ip: random =>
    pick(random, [
      `10.1.${int(random, 0, 255)}.${int(random, 1, 254)}`,
      `2001:db8::${hex(random, 4)}`,
      `fe80::${hex(random, 3)}:${hex(random, 2)}`,
    ]),
  address: random =>
    pick(random, [
      `10.1.0.${int(random, 1, 254)}:${int(random, 80, 9000)}`,
      `[2001:db8::${hex(random, 4)}]:${int(random, 80, 9000)}`,
      `[::]:443`,
      `unix:/run/app ${int(random, 1, 9)}/edge.sock`,
      `unix:/var/run/php-fpm.sock`,
    ]),
  inet: random =>
    pick(random, [
      `10.1.0.${int(random, 1, 254)}:${int(random, 80, 9000)}`,
      `[2001:db8::${hex(random, 4)}]:${int(random, 80, 9000)}`,
      '0.0.0.0:443',
      '[::]:80',
    ]),
  host: random => pick(random, HOSTS),
  url: random =>
    `http://${pick(random, HOSTS)}:${int(random, 80, 9000)}/${pick(random, FILES).replaceAll(' ', '%20')}?a=${int(random, 0, 99)}&b=c,d`,
  errno: random => pick(random, ERRNOS),
  resolve: random => pick(random, ['3: Host not found', '2: Server failure', '110: Operation timed out', '5: Refused']),
  verify: random =>
    pick(random, [
      '10:certificate has expired',
      '20:unable to get local issuer certificate',
      '18:self-signed certificate',
    ]),
  ssl: random => pick(random, SSL),
  site: random => `${pick(random, LUA_FILES)}:${int(random, 1, 400)}`,
  script: random => `${pick(random, SCRIPTS)}:${int(random, 1, 400)}`,
  reason: random => pick(random, REASONS),
  name: random => pick(random, NAMES),
  quoted: random => pick(random, QUOTED),
  word: random => pick(random, WORDS),
  wild: random => pick(random, AWKWARD_PATHS),
  date: random => pick(random, ['Nov 20 12:00:00 2026', 'Jan  1 00:00:00 2027', 'Feb 28 09:10:11 2026']),
  switch: random => pick(random, ['on', 'off']),
  boolean: random => pick(random, ['true', 'false']),
  method: random => pick(random, ['GET', 'POST', 'PUT', 'DELETE']),
  request: random => pick(random, ['GET / HTTP/1.1', 'POST /a b?c="d" HTTP/2.0', 'HEAD /x HTTP/1.0']),
  peer_name: random => pick(random, ['backend-7', 'db-primary', 'localhost', 'api.example.com', 'edge-12.fra1']),
  type: random => pick(random, ['nil', 'boolean', 'number', 'userdata']),
  json: random =>
    pick(random, [
      `{"error":"${pick(random, REASONS).replaceAll('"', '\\"')}","code":${int(random, 1, 500)}}`,
      `{"a":[1,2,{"b":"c d"}],"t":${int(random, 1, 9)}}`,
      `[{"id":${int(random, 1, 99)}},{"id":2}]`,
      '{}',
    ]),
  client: random => `${int(random, 1, 222)}.${int(random, 0, 255)}.${int(random, 0, 255)}.${int(random, 1, 254)}`,
  v4: random => `${int(random, 1, 222)}.${int(random, 0, 255)}.${int(random, 0, 255)}.${int(random, 1, 254)}`,
  port: random => String(int(random, 1024, 65_535)),
  minus: random => String(-int(random, 1, 9)),
  version: random => `2.${int(random, 0, 4)}.${int(random, 1, 60)}`,
  distribution: random => pick(random, ['Fedora', 'Debian', 'Unix']),
  apacheConf: () => '/etc/httpd/conf/workers2.properties',
  apacheBin: () => '/usr/sbin/suexec',
  apacheFile: random => pick(random, ['test.cgi', 'awstats.pl', 'index.cgi']),
  webPath: random =>
    pick(random, [
      '/var/www/html/',
      '/var/www/html/scripts',
      '/var/www/cgi-bin/awstats.pl',
      '/var/www/html/robots.txt',
      '/',
      '/var/www/html/my pages/x.php',
    ]),
  webRequest: random => pick(random, ['GET /../../etc/passwd HTTP/1.0', 'GET  HTTP/1.1', 'get /scripts/..%c0%af../x']),
  bean: random => pick(random, ['channel.jni:jni', 'vm:', 'worker.jni:onStartup', 'worker.jni:onShutdown']),
  beanName: random => pick(random, ['channel.jni', 'vm', 'worker.jni']),
  user: random =>
    pick(random, ['root', 'root', 'root', 'root', 'fztu', 'uucp', 'nobody', 'games', 'mysql', 'backup', 'mail']),
  login: random =>
    pick(random, [
      'admin',
      'test',
      'webmaster',
      'oracle',
      'support',
      'ubnt',
      '0101',
      'pgadmin',
      'D-Link',
      'guest',
      'matlab',
      'ftpuser',
      'a1',
      'User',
      'git',
      'nagios',
      'user1',
      'zxin10',
      'PlcmSpIp',
      'inspur',
      '1234',
      'cisco',
      'monitor',
    ]),
  peer: random =>
    pick(random, [
      '183.62.140.253',
      '5.36.59.76.dynamic-dsl-ip.omantel.net.om',
      'ns.example.com',
      '112.95.230.3',
      'LGIP-91-4-3.example.org',
      'localhost',
    ]),
  reverse: random =>
    pick(random, [
      'ns.marry.example.com',
      'customer-187-141-143-180-sta.uninet-ide.com.mx',
      '191.210.223.191.isp.timbrasil.com.br',
      '5.36.59.76.dynamic-dsl-ip.omantel.net.om',
      'reverse.completel.net',
      'static-41',
      'mail',
    ]),
  raw: random => pick(random, ["'GET / HTTP/1.1'", "'\\\\003'", "''", "'a b c'"]),
  php: random =>
    pick(random, [
      'PHP message: PHP Warning:  Undefined variable $x in /var/www/a b.php on line 12',
      'PHP message: PHP Fatal error:  Uncaught Error: Call to undefined function foo() in /var/www/x.php:3\nStack trace:\n#0 {main}\n  thrown in /var/www/x.php on line 3',
      'Primary script unknown',
    ]),
};

/** Returns further lines for `{trace}`, after the first line of a message. They are not part of a template. */
const trace = (random: Random): string =>
  [
    '',
    'stack traceback:',
    'coroutine 0:',
    `\t[C]: in function '${pick(random, NAMES)}'`,
    `\t${SLOTS.script?.(random)}: in function 'dispatch'`,
    `\t${pick(random, PHASES)}(nginx.conf:${int(random, 1, 200)}):2: in main chunk`,
  ].join('\n');

const SLOT = /\{(\w+)\}/g;

/** Returns the true template of a kind, with `<*>` in place of the names in braces. */
export const truthOf = (kind: string): string =>
  kind.replaceAll('{trace}', '').replaceAll(SLOT, '<*>').replaceAll(/\s+/g, ' ').trim();

/** Returns a message of a kind, with random values in place of the names in braces. */
export const messageOf = (kind: string, random: Random): string =>
  kind.replaceAll(SLOT, (_, name: string) => {
    if (name === 'trace') return trace(random);
    const slot = SLOTS[name];
    if (!slot) throw new TypeError(`No slot ${name} in ${kind}`);
    return slot(random);
  });
