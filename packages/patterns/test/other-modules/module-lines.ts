/** An entry of a module without messages in the dictionary: its message, its fields, and its template. */
export type ModuleLine = {
  readonly message: string;
  /** Fields in the order of the entry, under the names that the module writes, such as `udp client`. */
  readonly fields: Readonly<Record<string, string>>;
  readonly template: string;
};

const line = (message: string, fields: ModuleLine['fields'], template: string): ModuleLine => ({
  message,
  fields,
  template,
});

const SESSION = {client: '192.0.2.7', server: '0.0.0.0:3306', upstream: '"10.1.0.4:3306"'};
const BYTES = {'bytes from/to client': '0/0', 'bytes from/to upstream': '0/0'};
const UDP = {'udp client': '192.0.2.7', server: '0.0.0.0:53', upstream: '"10.1.0.4:53"'};

/** ngx_stream_log_error and ngx_stream_proxy_log_error of nginx 1.22.1. */
export const STREAM: readonly ModuleLine[] = [
  line(
    'upstream timed out (110: Connection timed out) while connecting to upstream',
    {...SESSION, ...BYTES},
    'upstream timed out (<*>) while connecting to upstream',
  ),
  line(
    'connect() failed (111: Connection refused) while connecting to upstream',
    {...SESSION, ...BYTES},
    'connect() failed (<*>) while connecting to upstream',
  ),
  line(
    'recv() failed (104: Connection reset by peer) while proxying and reading from upstream',
    {client: 'unix:', server: 'unix:/run/db.sock', upstream: '"unix:/run/mysqld.sock"', ...BYTES},
    'recv() failed (<*>) while proxying and reading from upstream',
  ),
  line(
    'no live upstreams while connecting to upstream',
    {...SESSION, server: '[::]:3306', upstream: '"db"', ...BYTES},
    'no live upstreams while connecting to upstream',
  ),
  line('client 192.0.2.7:40112 connected to 0.0.0.0:3306', {}, 'client <*> connected to <*>'),
  line('proxy 10.1.0.2:51234 connected to 10.1.0.4:3306', {}, 'proxy <*> connected to <*>'),
  line('udp proxy 10.1.0.2:51234 connected to 10.1.0.4:53', {...UDP, ...BYTES}, 'udp proxy <*> connected to <*>'),
  line(
    'udp timed out, packets from/to client:1/0, bytes from/to client:48/0, bytes from/to upstream:0/48 while proxying connection',
    UDP,
    'udp timed out, packets from/to <*>, bytes from/to <*>, bytes from/to <*> while proxying connection',
  ),
  // The end of these formats looks like fields, so the parser reads it as fields.
  line(
    'client disconnected',
    {'bytes from/to client': '120/4096', 'bytes from/to upstream': '4096/120'},
    'client disconnected',
  ),
  line(
    'upstream disconnected',
    {'bytes from/to client': '120/4096', 'bytes from/to upstream': '4096/120'},
    'upstream disconnected',
  ),
];

/** ngx_mail_log_error of nginx 1.22.1. */
export const MAIL: readonly ModuleLine[] = [
  line('client 192.0.2.7:40112 connected to 0.0.0.0:143', {}, 'client <*> connected to <*>'),
  line(
    'client logged in',
    {client: '192.0.2.7', server: '0.0.0.0:143', login: '"ann@example.com"', upstream: '10.1.0.9:143'},
    'client logged in',
  ),
  line(
    'auth http server 127.0.0.1:9000 timed out while in http auth state',
    {client: '192.0.2.7', server: '0.0.0.0:25'},
    'auth http server <*> timed out while in http auth state',
  ),
  line(
    'client login failed: "Invalid login or password" while in http auth state',
    {client: '192.0.2.7', server: '0.0.0.0:143', login: '"ann@example.com"'},
    'client login failed: "<*>" while in http auth state',
  ),
  line(
    'client sent too many invalid commands while waiting for command',
    {client: '192.0.2.7', server: '0.0.0.0:25'},
    'client sent too many invalid commands while waiting for command',
  ),
  // The parser leaves the client of STARTTLS in the message, because words follow it.
  line(
    'upstream sent invalid response: "-ERR busy" while reading response from upstream, client: 192.0.2.7 using starttls',
    {server: '0.0.0.0:110', login: '"ann"', upstream: '10.1.0.9:110'},
    'upstream sent invalid response: "<*>" while reading response from upstream, client: <*> using starttls',
  ),
];

const REQUEST = {client: '192.0.2.7', server: 'a.example.com', request: '"GET /api HTTP/1.1"', host: '"a.example.com"'};

/** nginx/ngx_js.c of njs: `js exception: %V`, `js function "%V" not found`, `js: %*s`. */
export const NJS: readonly ModuleLine[] = [
  line(
    'js exception: TypeError: cannot get property "id" of undefined\n    at handler (api.js:12)\n',
    REQUEST,
    'js exception: <*>',
  ),
  line(
    'js exception: ReferenceError: "tokens" is not defined in /etc/nginx/njs/auth.js:3',
    REQUEST,
    'js exception: <*>',
  ),
  line('js function "main.auth" not found', REQUEST, 'js function "<*>" not found'),
  line('js: token of ann is expired', REQUEST, 'js: token of ann is expired'),
];

/** Formats parts of libmodsecurity's RuleMessage. Names stay in the template; values become `<*>`. */
const parts = (values: Readonly<Record<string, string>>): string =>
  Object.entries(values)
    .map(([name, value]) => ` [${name} "${value}"]`)
    .join('');
const RULES = '/etc/modsecurity/crs/rules';
const matched = 'Matched "<*>"] [line "<*>"] [id "<*>"] [msg "<*>"] [severity "<*>"] [uri "<*>"] [unique_id "<*>"]';

export const MODSECURITY: readonly ModuleLine[] = [
  line(
    `[client 192.0.2.7] ModSecurity: Access denied with code 403 (phase 2). Matched "Operator \`Ge' with parameter \`5' against variable \`TX:ANOMALY_SCORE' (Value: \`5' )${parts({file: `${RULES}/REQUEST-949-BLOCKING-EVALUATION.conf`, line: '80', id: '949110', msg: 'Inbound Anomaly Score Exceeded (Total Score: 5)', severity: '2', uri: '/', unique_id: '154850909196.529239'})}`,
    REQUEST,
    `[client <*>] ModSecurity: Access denied with code <*> (phase <*>). ${matched}`,
  ),
  line(
    `[client 2001:db8::7] ModSecurity: Access denied with code 403 (phase 1). Matched "Operator \`Pm' with parameter \`sqlmap' against variable \`REQUEST_HEADERS:User-Agent' (Value: \`sqlmap/1.7' )${parts({file: `${RULES}/REQUEST-913-SCANNER-DETECTION.conf`, line: '38', id: '913100', msg: 'Found User-Agent associated with security scanner', severity: '2', uri: '/a', unique_id: '170000000012.334455'})}`,
    {...REQUEST, client: '2001:db8::7'},
    `[client <*>] ModSecurity: Access denied with code <*> (phase <*>). ${matched}`,
  ),
  line(
    `[client 192.0.2.7] ModSecurity: Warning. Matched "Operator \`Rx' with parameter \`^[\\d.:]+$' against variable \`REQUEST_HEADERS:Host' (Value: \`192.0.2.1' )${parts({file: `${RULES}/REQUEST-920-PROTOCOL-ENFORCEMENT.conf`, line: '735', id: '920350', msg: 'Host header is a numeric IP address', severity: '4', uri: '/', unique_id: '170000000013.334455'})}`,
    REQUEST,
    `[client <*>] ModSecurity: Warning. ${matched}`,
  ),
  line(
    'ModSecurity-nginx v1.0.3 (rules loaded inline/local/remote: 0/921/0)',
    {},
    'ModSecurity-nginx v<*> (rules loaded <*>: <*>)',
  ),
];

const PHP = {
  ...{client: '192.0.2.7', server: 'a.example.com', request: '"GET /x.php HTTP/1.1"'},
  ...{upstream: '"fastcgi://unix:/run/php/php8.2-fpm.sock:"', host: '"a.example.com"'},
};
const READING = 'while reading response header from upstream';
const STDERR = `FastCGI sent in stderr: "<*>" ${READING}`;

/** What PHP-FPM writes to its standard error. */
export const PHP_FPM: readonly ModuleLine[] = [
  line(`FastCGI sent in stderr: "Primary script unknown" ${READING}`, PHP, STDERR),
  line(
    `FastCGI sent in stderr: "PHP message: PHP Warning:  Undefined variable $total in /srv/www/cart.php on line 12" ${READING}`,
    PHP,
    STDERR,
  ),
  line(
    `FastCGI sent in stderr: "PHP message: PHP Fatal error:  Uncaught Error: Call to undefined function total() in /srv/www/cart.php:3\nStack trace:\n#0 {main}\n  thrown in /srv/www/cart.php on line 3" ${READING}`,
    PHP,
    STDERR,
  ),
  line(
    `FastCGI sent in stderr: "Unable to open primary script: /srv/www/x.php (No such file or directory)" ${READING}`,
    {...PHP, upstream: '"fastcgi://127.0.0.1:9000"'},
    STDERR,
  ),
  line(
    `FastCGI sent in stderr: "Access to the script '/srv/www/a.txt' has been denied (see security.limit_extensions)" ${READING}`,
    PHP,
    STDERR,
  ),
  line(
    'FastCGI sent in stderr: "PHP message: PHP Notice:  a, client: b in /srv/www/c.php on line 1PHP message: PHP Notice:  c in /srv/www/c.php on line 2" while reading upstream',
    {...PHP, referrer: '"http://a.example.com/"'},
    'FastCGI sent in stderr: "<*>" while reading upstream',
  ),
];
