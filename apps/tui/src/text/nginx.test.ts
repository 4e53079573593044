import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {luaFileName, type NginxLine, parseNginx, upstreamAddress} from './nginx.ts';

const requestFields =
  'client: 10.0.7.9, server: api.example.com, request: "GET /v1/items/7 HTTP/1.1", upstream: "http://10.1.0.4:8080/v1/items/7", host: "api.example.com"';
const parsedRequest = {
  client: '10.0.7.9',
  server: 'api.example.com',
  request: 'GET /v1/items/7 HTTP/1.1',
  upstream: 'http://10.1.0.4:8080/v1/items/7',
  host: 'api.example.com',
};
const prefix = (level: string) => `2026/11/20 12:00:03 [${level}] 31#32: `;

const lines: [name: string, line: string, parsed: NginxLine][] = [
  [
    'upstream timeout',
    `${prefix('error')}*1873 upstream timed out (110: Connection timed out) while reading response header from upstream, ${requestFields}`,
    {
      message: 'upstream timed out (110: Connection timed out) while reading response header from upstream',
      fields: parsedRequest,
      stack: [],
    },
  ],
  [
    'TLS handshake',
    `${prefix('crit')}*5 SSL_do_handshake() failed (SSL: error:0A00006C:SSL routines::bad key share) while SSL handshaking, client: 192.0.2.4, server: 0.0.0.0:443`,
    {
      message: 'SSL_do_handshake() failed (SSL: error:0A00006C:SSL routines::bad key share) while SSL handshaking',
      fields: {client: '192.0.2.4', server: '0.0.0.0:443'},
      stack: [],
    },
  ],
  [
    'buffered response with a referrer',
    `${prefix('warn')}*9 an upstream response is buffered to a temporary file /usr/local/nginx/proxy_temp/7/00/0000000007 while reading upstream, ${requestFields}, referrer: "https://example.com/a,b"`,
    {
      message:
        'an upstream response is buffered to a temporary file /usr/local/nginx/proxy_temp/7/00/0000000007 while reading upstream',
      fields: {...parsedRequest, referrer: 'https://example.com/a,b'},
      stack: [],
    },
  ],
  [
    'rate limit',
    `${prefix('error')}*3 limiting requests, excess: 20.900 by zone "perip", client: 2001:db8::1, server: , request: "POST /login HTTP/2.0", host: "a.example"`,
    {
      message: 'limiting requests, excess: 20.900 by zone "perip"',
      fields: {client: '2001:db8::1', server: '', request: 'POST /login HTTP/2.0', host: 'a.example'},
      stack: [],
    },
  ],
  [
    'missing file',
    `${prefix('error')}*4 open() "/srv/www/a, b.html" failed (2: No such file or directory), client: unix:, server: _, request: "GET /a,%20b.html HTTP/1.1", subrequest: "/auth", host: "x"`,
    {
      message: 'open() "/srv/www/a, b.html" failed (2: No such file or directory)',
      fields: {client: 'unix:', server: '_', request: 'GET /a,%20b.html HTTP/1.1', subrequest: '/auth', host: 'x'},
      stack: [],
    },
  ],
  [
    'crashed worker',
    `${prefix('alert')}worker process 412 exited on signal 11 (core dumped)`,
    {message: 'worker process 412 exited on signal 11 (core dumped)', fields: {}, stack: []},
  ],
  [
    'forbidden by rule',
    `${prefix('error')}*8 access forbidden by rule, client: 10.0.0.1, server: s, request: "GET /\\x22a, host: \\x22b HTTP/1.1", host: "h"`,
    {
      message: 'access forbidden by rule',
      fields: {client: '10.0.0.1', server: 's', request: 'GET /\\x22a, host: \\x22b HTTP/1.1', host: 'h'},
      stack: [],
    },
  ],
  [
    'large body, cut off by the line limit',
    `${prefix('error')}*8 client intended to send too large body: 10485761 bytes, client: 10.0.0.1, server: s, request: "PUT /aaaaaaaa`,
    {
      message: 'client intended to send too large body: 10485761 bytes',
      fields: {client: '10.0.0.1', server: 's', request: 'PUT /aaaaaaaa'},
      stack: [],
    },
  ],
  [
    'Lua message without a time',
    '[error] 31#32: *7 [lua] balancer.lua:123: pick(): no peer, client: gone, client: 10.0.0.1, server: s',
    {
      message: '[lua] balancer.lua:123: pick(): no peer, client: gone',
      lua: {file: 'balancer.lua', line: 123},
      fields: {client: '10.0.0.1', server: 's'},
      stack: [],
    },
  ],
  [
    'Lua in the configuration, from a timer',
    '[lua] content_by_lua(nginx.conf:12):3: hello, context: ngx.timer',
    {
      message: '[lua] content_by_lua(nginx.conf:12):3: hello',
      lua: {file: 'content_by_lua(nginx.conf:12)', line: 3},
      fields: {context: 'ngx.timer'},
      stack: [],
    },
  ],
  [
    'Lua traceback',
    `${prefix('error')}*7 lua entry thread aborted: runtime error: /edge/waf.lua:88: attempt to index a nil value\nstack traceback:\ncoroutine 0:\n\t/edge/waf.lua:88: in function 'run', ${requestFields}\n`,
    {
      message: 'lua entry thread aborted: runtime error: /edge/waf.lua:88: attempt to index a nil value',
      lua: {file: 'waf.lua', line: 88},
      fields: parsedRequest,
      stack: ['stack traceback:', 'coroutine 0:', "\t/edge/waf.lua:88: in function 'run'"],
    },
  ],
  [
    'stream session',
    'upstream timed out, client: 10.0.0.1, server: 0.0.0.0:9000, upstream: "10.1.0.1:90", bytes from/to client:0/0, bytes from/to upstream:12/0',
    {
      message: 'upstream timed out',
      fields: {
        client: '10.0.0.1',
        server: '0.0.0.0:9000',
        upstream: '10.1.0.1:90',
        'bytes from/to client': '0/0',
        'bytes from/to upstream': '12/0',
      },
      stack: [],
    },
  ],
  [
    'a request that contains a forged field',
    'x, client: 10.0.0.1, server: s, request: "GET /", host: "evil HTTP/1.1", host: "real"',
    {
      message: 'x',
      fields: {client: '10.0.0.1', server: 's', request: 'GET /", host: "evil HTTP/1.1', host: 'real'},
      stack: [],
    },
  ],
];

describe('parseNginx', () => {
  it.each(lines)('parseNginx parses %s', (_name, line, parsed) => {
    expect(parseNginx(line)).toEqual(parsed);
  });

  it.each(['', 'plain words', 'app: started, workers: 4', '[lua] no place here', '2026-11-20T12:00:03Z something'])(
    'parseNginx returns undefined for %j',
    line => {
      expect(parseNginx(line)).toBeUndefined();
    },
  );

  it('parseNginx parses generated lines of any form', () => {
    const value = fc.stringMatching(/^[ -!#-~]{0,30}$/);
    const host = fc.stringMatching(/^[a-z0-9.:-]{0,20}$/);
    fc.assert(
      fc.property(host, host, value, value, (client, server, request, referrer) => {
        const line = `${prefix('error')}*1 boom, client: ${client}, server: ${server}, request: "${request}", referrer: "${referrer}"`;
        expect(parseNginx(line)).toMatchObject({message: 'boom', fields: {client, server, request, referrer}});
      }),
    );
  });

  it.each([', client: ', ', client: a', ', request: "', ', request: ""', '\n', '[lua] ', '[lua] a:1', '"', '*1 '])(
    'parseNginx takes little time for 256 kB of %j',
    unit => {
      const text = unit.repeat(Math.floor(256_000 / unit.length));
      parseNginx(text);
      expect(parseNginx(`${prefix('error')}*1 ${text}`)).toBeDefined();
      parseNginx(`[lua] ${text}"`);
    },
  );
});

it.each([
  ['http://10.1.0.4:8080/v1/items', '10.1.0.4:8080'],
  ['http://[2001:db8::1]:80/', '[2001:db8::1]:80'],
  ['http://unix:/run/app.sock:/v1', 'unix:/run/app.sock'],
  ['fastcgi://unix:/run/php.sock:', 'unix:/run/php.sock'],
  ['unix:/run/app.sock', 'unix:/run/app.sock'],
  ['10.1.0.1:90', '10.1.0.1:90'],
])('upstreamAddress returns the host and port, or the socket, of %s: %s', (upstream, address) => {
  expect(upstreamAddress(upstream)).toBe(address);
});

it.each([
  ['/srv/lua/auth.lua', 'auth.lua'],
  ['./auth.lua', 'auth.lua'],
  ['auth.lua', 'auth.lua'],
  ['content_by_lua(/etc/nginx/nginx.conf:12)', 'content_by_lua(/etc/nginx/nginx.conf:12)'],
  ['[string "/a/b"]', '[string "/a/b"]'],
])('luaFileName returns the name of the Lua source %s without folders: %s', (path, name) => {
  expect(luaFileName(path)).toBe(name);
});
