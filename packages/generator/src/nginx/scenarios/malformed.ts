import type {Scenario, Subject} from '../site/scenario.ts';
import {connections} from './connections.ts';

/** Each `\n` in the text becomes CRLF. */
type Text = string | ((word: string, n: number) => string);

const wire = (name: string, text: Text, writes: readonly string[]): Scenario => ({
  name,
  run: site => {
    const {prng, fill} = site.values;
    const content = typeof text === 'string' ? text : text(fill('<word>'), prng.int(1, 9999));
    return site.send(fill(content).replaceAll('\n', '\r\n'), {leaveAfter: 300});
  },
  writes,
});

const HOST = 'Host: <word>.example';

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
    wire('misleading', 'GET /<word>, client: 198.51.100.<word>, server: <word>, request: "x" HTTP/1.1\nHost: a\n\n', [
      'request: "GET /',
    ]),
    wire(
      'quoted',
      'GET /echo/"<word>",host:"b" HTTP/1.1\nHost: "<word>\nReferer: "a", host: "b"\nConnection: close\n\n',
      [],
    ),
    ...connections,
  ],
};
