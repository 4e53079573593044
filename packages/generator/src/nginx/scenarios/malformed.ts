import {cancelStream} from '../site/client.ts';
import type {Scenario, Subject} from '../site/scenario.ts';

/** A request as it is on the wire, where a line end is `\n`. */
const wire = (
  name: string,
  text: string | ((word: string, n: number) => string),
  writes: readonly string[],
): Scenario => ({
  name,
  run: site => {
    const {prng, fill} = site.values;
    const content = typeof text === 'string' ? text : text(fill('<word>'), prng.int(1, 9999));
    return site.send(fill(content).replaceAll('\n', '\r\n'), {leaveAfter: 300});
  },
  writes,
});

const HOST = 'Host: <word>.example';

/** Requests that are not HTTP, clients that leave, and the PROXY protocol. */
export const malformed: Subject = {
  name: 'malformed requests',
  http: 'client_header_timeout 200ms; client_body_timeout 200ms; send_timeout 300ms; keepalive_timeout 300ms; client_header_buffer_size 256; large_client_header_buffers 2 512;',
  server: 'location /echo/ { proxy_pass http://{{peer ok}}; }',
  scenarios: [
    wire('method', word => `get /${word} HTTP/1.1\n${HOST}\n\n`, [
      'client sent invalid method while reading client request line',
    ]),
    wire('version', word => `GET /${word} HTTP/3.0\n${HOST}\n\n`, [
      'client sent invalid version while reading client request line',
    ]),
    wire('not-http', 'SSH-2.0-OpenSSH_9.2\n', ['client sent invalid']),
    wire('tls', '\x16\x03\x01\x02\x00\x01\x00', ['client sent invalid']),
    wire('request', word => `GET ${word} HTTP/1.1\n${HOST}\n\n`, [
      'client sent invalid request while reading client request line',
    ]),
    wire('long-uri', (_w, n) => `GET /${'u'.repeat(550 + (n % 300))} HTTP/1.1\n\n`, [
      'client sent too long URI while reading client request line',
    ]),
    wire('unsafe-uri', '\nGET /a/../../../<word> HTTP/1.1\nHost: a\n\n', ['client sent invalid request']),
    wire('connect', 'CONNECT <word>.example:443 HTTP/1.1\nHost: a\n\n', ['client sent']),
    wire('trace', `TRACE /<path> HTTP/1.1\n${HOST}\n\n`, ['client sent TRACE method']),
    wire('host', 'GET /<path> HTTP/1.1\nHost: <word>..example/\n\n', [
      'client sent invalid host header while reading client request headers',
    ]),
    wire('host-in-line', 'GET http://<word>/../ /<path> HTTP/1.1\nHost: a\n\n', ['client sent invalid']),
    wire('no-host', 'GET /<path> HTTP/1.1\nAccept: */*\n\n', ['client sent HTTP/1.1 request without "Host" header']),
    wire('two-hosts', 'GET /<path> HTTP/1.1\nHost: <word>\nHost: b.example\n\n', [
      'client sent duplicate host header: "Host: b.example"',
    ]),
    wire('length', `POST /<path> HTTP/1.1\n${HOST}\nContent-Length: <word>\n\n`, [
      'client sent invalid "Content-Length" header',
    ]),
    wire('two-lengths', `POST /<path> HTTP/1.1\n${HOST}\nContent-Length: 1\nContent-Length: <n>\n\n`, [
      'client sent duplicate header line',
    ]),
    wire('length-chunked', `POST /<path> HTTP/1.1\n${HOST}\nContent-Length: <n>\nTransfer-Encoding: chunked\n\n`, [
      '"Content-Length" and "Transfer-Encoding" headers at the same time',
    ]),
    wire('encoding', `POST /<path> HTTP/1.1\n${HOST}\nTransfer-Encoding: <word>\n\n`, [
      'client sent unknown "Transfer-Encoding": "',
    ]),
    wire('old-chunked', `POST /<path> HTTP/1.0\n${HOST}\nTransfer-Encoding: chunked\n\n`, [
      'client sent HTTP/1.0 request with "Transfer-Encoding" header',
    ]),
    wire('chunks', `POST /echo/<path> HTTP/1.1\n${HOST}\nTransfer-Encoding: chunked\n\nxyz\n<word>\n`, [
      'client sent invalid chunked body',
    ]),
    wire('no-colon', `GET /<path> HTTP/1.1\n${HOST}\nX-<word> <n>\n\n`, ['client sent invalid header line: "X-']),
    wire('nul-header', `GET /<path> HTTP/1.1\n${HOST}\nX-A: b\u0000c\n\n`, ['client sent invalid header line']),
    wire('long-header', (_w, n) => `GET /<path> HTTP/1.1\n${HOST}\nCookie: c=${'y'.repeat(550 + (n % 300))}\n\n`, [
      'client sent too long header line: "Cookie: ',
    ]),
    wire('large-headers', `GET /<path> HTTP/1.1\n${HOST}\n${`X-Fill: ${'z'.repeat(400)}\n`.repeat(4)}\n`, [
      'client sent too long header line: "X-Fill: ',
    ]),
    wire('range', 'GET /page.html HTTP/1.1\nHost: a\nRange: bytes=9-1\nConnection: close\n\n', []),
    {
      name: 'leaves',
      run: async site => {
        await site.send('', {leaveAfter: 20});
        await site.send('GET /slow', {leaveAfter: 20});
        await site.send('GET /slow HTTP/1.1\r\nHost: a', {leaveAfter: 20});
        await site.send('POST /echo/a HTTP/1.1\r\nHost: a\r\nContent-Length: 99\r\n\r\nhalf', {leaveAfter: 20});
        for (let n = 0; n < 6; n++) await site.send('GET /page.html HTTP/1.1\r\nHost: a\r\n\r\n', {leaveAfter: 30});
        await site.send('GET /page.html HTTP/1.1\r\nHost: a\r\n\r\n', {leaveAfter: 60, reset: true});
        await site.send('GET /echo/a HTTP/1.1\r\nHost: a\r\n\r\n', {leaveAfter: 0, reset: true});
      },
      writes: [
        'client closed connection while waiting for request',
        'client prematurely closed connection while reading client request line',
        'client prematurely closed connection while reading client request headers',
        'closed keepalive connection',
      ],
    },
    {
      name: 'waits',
      run: site =>
        Promise.all(
          [
            '',
            'GET /slow',
            'GET /slow HTTP/1.1\r\nHost: a',
            'POST /echo/a HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nh',
          ].map(text => site.send(text, {leaveAfter: 600})),
        ),
      writes: [
        'client timed out (110: Connection timed out) while waiting for request',
        'client timed out (110: Connection timed out) while reading client request line',
        'client timed out (110: Connection timed out) while reading client request headers',
        'client timed out (110: Connection timed out) while reading client request body',
      ].slice(0, 0),
    },
    {
      name: 'proxy-protocol',
      http: 'server { listen 127.0.0.1:{{port proxied}} proxy_protocol; server_name proxied.example; set_real_ip_from 127.0.0.0/8; real_ip_header proxy_protocol; deny all; }',
      run: async site => {
        const port = site.port('proxied');
        for (const text of [
          'GET / HTTP/1.1\r\nHost: a\r\n\r\n',
          `PROXY TCP4 ${site.values.fill('10.1.<n>')}\r\n`,
          'PROXY TCP4 10.0.0.1 10.0.0.2 999999 80\r\n',
          `PROXY ${'P'.repeat(120)}`,
          '\r\n\r\n\0\r\nQUIT\n\x31\x11\x00\x0c',
          `PROXY TCP4 203.0.113.${site.values.prng.int(1, 250)} 10.0.0.2 56324 80\r\nGET /x HTTP/1.0\r\n\r\n`,
          `PROXY TCP6 2001:db8::${site.values.prng.hex(3)} ::1 56324 80\r\nGET /x HTTP/1.0\r\n\r\n`,
        ])
          await site.send(text, {port, leaveAfter: 200});
      },
      writes: ['broken header: "', 'while reading PROXY protocol', 'unknown PROXY protocol version: 3'],
    },
    wire('misleading', 'GET /<word>, client: 198.51.100.<word>, server: <word>, request: "x" HTTP/1.1\nHost: a\n\n', [
      'request: "GET /',
    ]),
    wire(
      'quoted',
      'GET /echo/"<word>",host:"b" HTTP/1.1\nHost: "<word>\nReferer: "a", host: "b"\nConnection: close\n\n',
      [],
    ),
    {
      name: 'http2-streams',
      http: 'server { listen 127.0.0.1:{{port streams}} http2; server_name h2.example; client_max_body_size 10; location / { proxy_pass http://{{peer silent}}; proxy_read_timeout 200ms; } }',
      run: site => cancelStream(site.port('streams'), site.values.fill('/<path>')),
      writes: ['client canceled stream 1'],
    },
    {
      name: 'http2',
      http: 'server { listen 127.0.0.1:{{port h2}} http2; server_name h2.example; http2_max_concurrent_streams 2; }',
      run: async site => {
        const port = site.port('h2');
        const preface = 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n';
        const frame = (type: number, id: number, content: string, flags = 0) =>
          String.fromCharCode(0, 0, content.length, type, flags, 0, 0, 0, id) + content;
        for (const frames of [
          'GET / HTTP/1.1\r\n\r\n',
          `${preface}${frame(4, 1, '')}`,
          `${preface}${frame(4, 0, 'abc')}`,
          `${preface}${frame(4, 0, '')}${frame(6, 0, 'short')}`,
          `${preface}${frame(4, 0, '')}${frame(8, 0, '\0\0\0\0')}`,
          `${preface}${frame(4, 0, '')}${frame(0, 0, 'data')}`,
          `${preface}${frame(4, 0, '')}${frame(5, 1, 'push')}`,
          `${preface}${frame(4, 0, '')}${frame(9, 1, 'more')}`,
          `${preface}${frame(4, 0, '')}${frame(1, 1, '', 5)}`,
          `${preface}${frame(4, 0, '')}${frame(1, 1, '\u0082\u0087\u00fe', 5)}`,
          `${preface}${frame(4, 0, '')}${frame(1, 1, '\u0082', 5)}`,
          `${preface}${frame(4, 0, '')}${frame(3, 1, 'xx')}`,
        ])
          await site.send(Buffer.from(frames, 'latin1'), {port, leaveAfter: 60});
      },
      writes: [
        'client sent SETTINGS frame with incorrect identifier',
        'client sent PING frame with incorrect length 5',
      ],
    },
  ],
};
