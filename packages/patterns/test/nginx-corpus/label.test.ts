import {describe, expect, it} from 'vitest';
import {entriesOf, readEntry} from './entry.ts';
import {labelOf} from './label.ts';
import {TABLE} from './table.ts';
import {TEXTS} from './texts.ts';

const HEAD = '2026/11/20 12:00:03 [error] 31#31: *7 ';
const TAIL = ', client: 192.0.2.7, server: a.example.com, request: "GET /x HTTP/1.1", host: "a.example.com"';
const TRACE = '\nstack traceback:\ncoroutine 0:\n\t/srv/lua/app.lua: in function </srv/lua/app.lua:1>';

const LEVELS = ['error', 'emerg', 'alert', 'crit', 'warn', 'notice', 'info'];

const CASES: readonly (readonly [message: string, truth: string, file: string])[] = [
  [
    'open() "/srv/a b/x" failed (2: No such file or directory)',
    'open() "<*>" failed (<*>)',
    'ngx_http_static_module.c',
  ],
  [
    'connect() failed (111: Connection refused) while connecting to upstream',
    'connect() failed (<*>) while connecting to upstream',
    'ngx_http_upstream.c',
  ],
  [
    'limiting requests, excess: 0.954 by zone "perip"',
    'limiting requests, excess: <*> by zone "<*>"',
    'ngx_http_limit_req_module.c',
  ],
  [
    'SSL_do_handshake() failed (SSL: error:0A00006C:SSL routines::bad key share) while SSL handshaking',
    'SSL_do_handshake() failed (SSL: <*>) while SSL handshaking',
    'ngx_event_openssl.c',
  ],
  [
    'a client request body is buffered to a temporary file /var/lib/nginx/body/0000000001',
    'a client request body is buffered to a temporary file <*>',
    'ngx_file.c',
  ],
  [
    'client sent invalid method while reading client request line',
    'client sent invalid method while reading client request line',
    'ngx_http_request.c',
  ],
  ['unknown directive "a" in /etc/nginx/nginx.conf:3', 'unknown directive "<*>" in <*>', 'ngx_conf_file.c'],
  [
    'signal 1 (SIGHUP) received from 7, reconfiguring',
    'signal <*> (SIGHUP) received from <*>, reconfiguring',
    'ngx_process.c',
  ],
  [
    `lua entry thread aborted: runtime error: /srv/lua/app.lua:3: attempt to index local 'u' (a nil value)${TRACE}`,
    "lua entry thread aborted: runtime error: <*>: attempt to index local '<*>' (a <*> value)",
    'ngx_http_lua_util.c',
  ],
  [
    'failed to run log_by_lua*: log_by_lua(nginx.conf:20):1: API disabled in the context of log_by_lua*',
    'failed to run log_by_lua*: <*>: API disabled in the context of <*>',
    'ngx_http_lua_logby.c',
  ],
  [
    `lua entry thread aborted: runtime error: quota exceeded${TRACE}`,
    'lua entry thread aborted: runtime error: quota exceeded',
    'ngx_http_lua_util.c',
  ],
  ['lua tcp socket read timed out', 'lua tcp socket read timed out', 'ngx_http_lua_socket_tcp.c'],
];

describe('labels', () => {
  it.each(CASES)('labelOf finds the format of "%s"', (message, truth, file) => {
    const labels = LEVELS.map(level => labelOf(readEntry(HEAD.replace('error', level) + message + TAIL), TEXTS));
    const label = labels.find(each => each?.truth === truth);
    expect(label, labels.map(each => each?.truth).join('\n')).toBeDefined();
    expect(label?.files.map(path => path.replace(/.*\//, ''))).toContain(file);
  });

  it("labelOf finds a text of the site's Lua code, and finds no format for an unknown text", () => {
    const labelled = labelOf(readEntry(`${HEAD}[lua] app.lua:21: report(): cache miss for key a:1${TAIL}`), TEXTS);
    expect(labelled).toEqual({truth: '[lua] <*>: report(): cache miss for key <*>', action: '', files: [], lua: true});
    expect(labelOf(readEntry(`${HEAD}[lua] app.lua:21: nobody wrote this${TAIL}`), TEXTS)).toBeUndefined();
    expect(labelOf(readEntry(`${HEAD}nobody wrote this${TAIL}`), TEXTS)).toBeUndefined();
  });
});

describe('entries', () => {
  it('entriesOf appends a line that does not start with a time and level to the previous entry', () => {
    expect(entriesOf(`${HEAD}a${TRACE}${TAIL}\n${HEAD}b\n`)).toEqual([`${HEAD}a${TRACE}${TAIL}`, `${HEAD}b`]);
  });

  it('readEntry reads no field from the message or from a quoted value that a client sent', () => {
    const {message, fields} = readEntry(
      `${HEAD}[lua] a.lua:1: denied, client: b, client: ::1, server: , request: "GET /", host: "x HTTP/1.1", subrequest: "/a", upstream: "http://unix:/run/a b.sock:/x", host: "y", referrer: "z", host: "w"`,
    );
    expect(message).toBe('[lua] a.lua:1: denied, client: b');
    expect(fields).toEqual({
      ...{client: '::1', server: '', request: 'GET /", host: "x HTTP/1.1', subrequest: '/a'},
      ...{upstream: 'http://unix:/run/a b.sock:/x', host: 'y', referrer: 'z", host: "w'},
    });
  });
});

it('the table has the formats of nginx, lua-nginx-module and LuaJIT', () => {
  const formats = Object.values(TABLE.formats).flat();
  expect(TABLE.sources).toEqual(['nginx-1.22.1', 'lua-nginx-module-0.10.23', 'luajit2-2.1-20230119']);
  expect(formats.length).toBeGreaterThan(1_500);
  for (const file of ['src/http/ngx_http_upstream.c', 'src/event/ngx_event_openssl.c', 'src/ngx_http_lua_util.c'])
    expect(TABLE.formats[file]?.length, file).toBeGreaterThan(15);
  expect(TABLE.luajit).toContain("bad argument #%d to '%s' (%s)");
});
