import {describe, expect, it} from 'vitest';
import {parseLine} from '../src/index.ts';
import {nginxHeadLength, splitFields} from '../src/line/parse-line.ts';

const NGINX = '2026/11/20 12:00:03 [error] 31#31: *7 ';
const MESSAGE = 'connect() failed (111: Connection refused) while connecting to upstream';

describe('heads of syslog', () => {
  it.each([
    ['nginx with RFC 3164', '<187>Nov 20 12:00:03 edge1 nginx: '],
    ['nginx whose host has no name', '<187>Nov 20 12:00:03  edge: '],
    ['nginx with nohostname', '<187>Nov 20 12:00:03 nginx: '],
    ['a program with its version', 'Nov 20 12:00:03 edge1 nginx/1.22.1[123]: '],
    ['a file of rsyslog', '2026-11-20T12:00:03.123456+01:00 edge1 nginx[123]: '],
    ['RFC 5424', '<187>1 2026-11-20T12:00:03.123Z edge1 nginx 123 - - '],
    ['RFC 5424 with data', '<187>1 2026-11-20T12:00:03Z edge1 nginx - ID1 [a@1 b="c \\" ]"][d@1] \uFEFF'],
  ])('parseLine returns the syslog header and the nginx prefix as the head: %s', (_, syslog) => {
    expect(parseLine(syslog + NGINX + MESSAGE)).toEqual({
      ...{head: syslog + NGINX, message: MESSAGE, tail: '', level: 'error'},
    });
    expect(nginxHeadLength(syslog + NGINX + MESSAGE)).toBe(syslog.length + NGINX.length);
  });

  it('nginxHeadLength returns 0 for a line of sshd, whose message parseLine finds after the syslog header', () => {
    const line = 'Dec 10 06:55:46 LabSZ sshd[24200]: Invalid user webmaster';
    expect(parseLine(line).message).toBe('Invalid user webmaster');
    expect(nginxHeadLength(line)).toBe(0);
  });
});

describe('fields', () => {
  it.each([
    [
      'udp client: 10.0.0.7, server: 0.0.0.0:53, upstream: "10.1.0.1:53"',
      {client: '10.0.0.7', upstream: '10.1.0.1:53'},
    ],
    [
      'client: unix:, server: a.example, request: "GET / HTTP/1.1", upstream: "http://unix:/run/app.sock:/x", host: "x"',
      {client: 'unix:', request: 'GET / HTTP/1.1', upstream: 'http://unix:/run/app.sock:/x', host: 'x'},
    ],
    [
      'client: ::1, server: , request: "GET /app HTTP/1.1", subrequest: "/loop", host: "a"',
      {client: '::1', server: '', subrequest: '/loop'},
    ],
    ['context: ssl_certificate_by_lua*, client: 127.0.0.1, server: 0.0.0.0:443', {context: 'ssl_certificate_by_lua*'}],
    ['context: ngx.timer', {context: 'ngx.timer'}],
    [
      'client: 10.0.0.7, server: 0.0.0.0:25, login: "a@b", upstream: 10.1.0.1:25',
      {login: 'a@b', upstream: '10.1.0.1:25'},
    ],
  ])('splitFields reads %s', (tail, fields) => {
    const message = 'lua entry thread aborted: runtime error: a.lua:3: x\nstack traceback:\n\ta.lua:3: in main chunk';
    const split = splitFields(`${message}, ${tail}`);
    expect(split.message).toBe(message);
    expect(split.fields).toMatchObject(fields);
  });

  it.each([
    ['request', 'client: 10.0.0.7, server: a, request: "GET /x, client: 6.6.6.6, server: b, request: "y" HTTP/1.1"'],
    [
      'closed request',
      'client: 10.0.0.7, server: a, request: "GET /x", client: 6.6.6.6, server: b, request: "y", host: "a"',
    ],
    [
      'referrer',
      'client: 10.0.0.7, server: a, request: "GET / HTTP/1.1", host: "a", referrer: "x", client: 6.6.6.6, server: b, request: "y"',
    ],
  ])('splitFields does not read client and server from the text of a %s', (_, tail) => {
    const {message, fields} = splitFields(`${MESSAGE}, ${tail}`);
    expect(message).toBe(MESSAGE);
    expect(fields).toMatchObject({client: '10.0.0.7', server: 'a'});
  });

  it.each([
    'the text "x, client: 6.6.6.6, server: b, request: "y", z" is wrong',
    'no peer, client: 6.6.6.6, server: b',
  ])('splitFields does not read client and server from the message "%s"', message => {
    const split = splitFields(`${message}, client: 10.0.0.7, server: a, request: "GET / HTTP/1.1", host: "a"`);
    expect(split).toMatchObject({message, fields: {client: '10.0.0.7', server: 'a'}});
  });
});
