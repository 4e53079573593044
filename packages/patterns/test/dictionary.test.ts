import {describe, expect, it} from 'vitest';
import {entries} from '../src/dictionary/index.ts';
import {createMiner} from '../src/index.ts';

const knownOf = (message: string) => {
  const miner = createMiner();
  const {known, template} = miner.pattern(miner.add(`2026/11/20 12:00:03 [error] 31#31: *7 ${message}`)) ?? {};
  return [known?.id, template];
};

const ENTRY = 'lua entry thread aborted: runtime error:';

it('the dictionary finds each entry for a line made from its template', () => {
  const misses = entries().filter(({id, template}) => {
    // Values are numbers where nginx writes no quotes around them.
    const line = template
      .replaceAll('<**>', 'one two')
      .replaceAll("'<*>'", "'name'")
      .replaceAll('\\x<*>', '\\x0d')
      .replaceAll('<*>', '7');
    return knownOf(line)[0] !== id;
  });
  expect(misses.map(({id, template}) => [id, template])).toEqual([]);
});

describe('errors of Lua code', () => {
  it.each([
    ["attempt to index local 't' (a nil value)", 'index-nil'],
    ["attempt to index upvalue 'up' (a nil value)", 'index-upvalue'],
    ["attempt to call field 'nofun' (a nil value)", 'call-field'],
    ["attempt to call method 'nope' (a nil value)", 'call-method'],
    ['attempt to call a nil value', 'call-value'],
    ["attempt to perform arithmetic on field 'n' (a nil value)", 'arithmetic-field'],
    ['attempt to perform arithmetic on a nil value', 'arithmetic-value'],
    ["attempt to concatenate upvalue 'up' (a nil value)", 'concat-upvalue'],
    ["attempt to get length of local 'a' (a nil value)", 'length-local'],
    ['attempt to compare number with string', 'compare'],
    ['attempt to compare two table values', 'compare-two'],
    ["bad argument #1 to 'f' (table expected, got nil)", 'bad-argument'],
    ["wrong number of arguments to 'insert'", 'argument-count'],
    ["invalid value (table) at index 1 in table for 'concat'", 'table-concat'],
    ['stack overflow', 'stack-overflow'],
    ["'for' limit must be a number", 'for-limit'],
    ["malformed pattern (ends with '%')", 'pattern-end'],
    ['API disabled in the context of log_by_lua*', 'api-disabled'],
    ['expecting 0 arguments but seen 1', 'argument-number'],
    ['failed to issue subrequest: -1', 'subrequest-failed'],
  ])('the dictionary finds the Lua error "%s" as %s after each of five log prefixes', (error, form) => {
    expect(knownOf(`${ENTRY} /srv/app.lua:3: ${error}`)[0]).toBe(`lua-${form}`);
    const of = (prefix: string): string | undefined => knownOf(`${prefix} content_by_lua(a.conf:12):1: ${error}`)[0];
    const id = form === 'index-nil' ? 'index-local' : form;
    expect(of('lua user thread aborted: runtime error:')).toBe(`lua-user-${id}`);
    expect(of('failed to run log_by_lua*:')).toBe(`lua-log-${id}`);
    expect(of('failed to run header_filter_by_lua*:')).toBe(`lua-header-filter-${id}`);
    expect(of('init_worker_by_lua error:')).toBe(`lua-init-worker-${id}`);
  });

  it.each([
    ['attempt to yield across C-call boundary', 'lua-yield-placeless'],
    ['unknown reason', 'lua-unknown-reason'],
  ])('the dictionary finds the Lua error "%s" without file and line as %s', (error, id) => {
    expect(knownOf(`${ENTRY} ${error}`)).toEqual([id, `${ENTRY} ${error}`]);
  });
});

it.each([
  [
    'epoll_wait() reported that client prematurely closed connection, so upstream connection is closed too while connecting to upstream',
    'client-closed-epoll-upstream-too',
  ],
  [
    'epoll_wait() reported that client prematurely closed connection, so upstream connection is closed too (104: Connection reset by peer) while reading upstream',
    'client-closed-epoll-upstream-too',
  ],
  [
    'upstream sent invalid header: "X-A: b\\x0d..." while reading response header from upstream',
    'upstream-invalid-header-code',
  ],
  ['client sent invalid host header while reading client request headers', 'invalid-host'],
  ['broken header: "GET / HTTP/1.1" while reading PROXY protocol', 'proxy-protocol-broken'],
  ['socket() failed (24: Too many open files) while connecting to upstream', 'limit-socket'],
  ['lstat() "/srv/x" failed (13: Permission denied)', 'lstat-failed'],
  ['could not find named location "@nowhere"', 'named-location-missing'],
  [
    'lua failed to run timer with function defined at @/srv/a.lua:51: 256 lua_max_running_timers are not enough',
    'lua-timer-running',
  ],
  ['ngx_slab_alloc() failed: no memory in limit_req zone "perip"', 'slab-no-memory'],
  [
    'SSL_read() failed (SSL: error:0A000126:SSL routines::unexpected eof while reading) (104: Connection reset by peer) while waiting for request',
    'ssl-read-failed',
  ],
  ['recv() failed (111: Connection refused) while resolving, resolver: 127.0.0.1:53', 'resolver-recv-failed'],
  [
    'OCSP responder timed out while requesting certificate status, responder: ocsp.example.com, peer: 10.0.0.1:80, certificate: "/etc/a.pem"',
    'ssl-responder-timeout',
  ],
  ['client sent PING frame with incorrect length 9 while processing HTTP/2 connection', 'h2-ping-length'],
])('the dictionary finds the message "%s" as %s', (message, id) => {
  expect(knownOf(message)[0]).toBe(id);
});

it.each(['proxying and reading from client', 'reading response from upstream', 'in http auth state'])(
  'the dictionary finds a message that ends with " while %s"',
  action => {
    const message = 'recv() failed (104: Connection reset by peer)';
    expect(knownOf(`${message} while ${action}`)).toEqual(['recv-failed', `recv() failed (<*>) while ${action}`]);
  },
);
