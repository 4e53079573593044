import {cancelStream} from '../site/client.ts';
import type {Scenario} from '../site/scenario.ts';

export const connections: readonly Scenario[] = [
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
    ],
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
    writes: ['client sent SETTINGS frame with incorrect identifier', 'client sent PING frame with incorrect length 5'],
  },
];
