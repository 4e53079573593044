import {readFileSync} from 'node:fs';
import {basename} from 'node:path';
import {expect, it} from 'vitest';
import {entries} from '../src/dictionary/index.ts';
import {type Explanation, explanationOf, explanations} from '../src/explanations/index.ts';
import {luaErrors} from '../src/explanations/lua-errors.ts';
import {createMiner} from '../src/index.ts';
import {entriesOf, readEntry} from './nginx-corpus/entry.ts';
import {labelOf} from './nginx-corpus/label.ts';

const explained = (line: string) => {
  const miner = createMiner();
  const pattern = miner.pattern(miner.add(line));
  return {id: pattern?.known?.id, explanation: pattern && explanationOf(pattern)};
};

const read = (name: string): string => readFileSync(new URL(`nginx-corpus/${name}`, import.meta.url), 'utf8');
const FURTHER = read('further.log').trimEnd().split('\n');

it.each(FURTHER)('the line "%s" has an explanation that names the source file of its format', line => {
  const {explanation} = explained(line);
  expect(explanation?.meaning).toBeDefined();
  const files = labelOf(readEntry(line))?.files.map(file => basename(file)) ?? [];
  if (files.length > 0) expect(files).toContain(basename(explanation?.source ?? '').replace(/:\d+$/, ''));
});

it('more than three quarters of the explanations, Lua errors excluded, match a line of these tests', () => {
  const lines = [...entriesOf(read('seen.log')), ...FURTHER];
  const miner = createMiner();
  for (const line of lines) miner.add(line);
  const real = new Set(miner.patterns().map(({known}) => known?.id));
  const ofLua = luaErrors();
  const ids = [...explanations().keys()].filter(id => !(id in ofLua));
  const missing = ids.filter(id => !real.has(id));
  expect(missing.length, missing.join(' ')).toBeLessThan(ids.length / 4);
});

it("the explanation of a text of the site's Lua code says that its meaning is unknown", () => {
  expect(explained('[lua] b.lua:12: no user').explanation).toMatchObject({isOwnText: true});
  expect(
    explained('lua entry thread aborted: runtime error: b.lua:12: no user').explanation?.isOwnText,
  ).toBeUndefined();
});

it('at least 60 dictionary entries have an explanation, and every explanation has a dictionary entry', () => {
  const known = new Set(entries().map(({id}) => id));
  expect(explanations().size).toBeGreaterThanOrEqual(60);
  expect([...explanations().keys()].filter(id => !known.has(id))).toEqual([]);
});

it.each([
  ["attempt to index field 'user' (a nil value)", /read or set a field of a field/],
  ["attempt to call global 'f' (a nil value)", /called a value that is no function/],
  ['no user', /raised an error/],
])('the Lua error %s has an explanation', (error, meaning) => {
  const miner = createMiner();
  const pattern = miner.pattern(miner.add(`lua entry thread aborted: runtime error: /a/b.lua:12: ${error}`));
  expect(pattern && explanationOf(pattern)?.meaning).toMatch(meaning);
});

const UPSTREAM = 'while connecting to upstream';
const HEADER = 'while reading response header from upstream';
it.each([
  [`upstream timed out (110: Connection timed out) ${UPSTREAM}`, /gets 504/],
  [`upstream timed out (110: Connection timed out) ${HEADER}`, /gets 504/],
  // The response had begun, so the client does not get 504 or 502.
  ['upstream timed out (110: Connection timed out) while reading upstream', /status and a cut body/],
  ['upstream timed out (110: Connection timed out) while proxying upgraded connection', /WebSocket/],
  [`upstream prematurely closed connection ${HEADER}`, /gets 502/],
  ['upstream prematurely closed connection while reading upstream', /status and a cut body/],
  [`connect() failed (111: Connection refused) ${UPSTREAM}`, /the upstream server failed/],
  ['connect() failed (111: Connection refused)', /cosocket/],
  ['connect() failed (111: Connection refused) while logging request', /cosocket/],
  [`connect() to unix:/run/app.sock failed (2: No such file or directory) ${UPSTREAM}`, /unix socket/],
  ['connect() to 10.0.0.1:6379 failed (101: Network is unreachable)', /cosocket/],
  ['recv() failed (104: Connection reset by peer) while reading response header from upstream', /gets 502/],
  ['recv() failed (104: Connection reset by peer) while reading upstream', /status and a cut body/],
  ['recv() failed (104: Connection reset by peer) while waiting for request', /No request was lost/],
  ['socket() failed (24: Too many open files) while connecting to upstream', /gets 500/],
  ['socket() failed (24: Too many open files)', /Lua code or of nginx/],
  ['12 worker_connections are not enough while connecting to upstream', /gets 500/],
  [
    'epoll_wait() reported that client prematurely closed connection, so upstream connection is closed too while reading upstream',
    /status of the response/,
  ],
  [
    'epoll_wait() reported that client prematurely closed connection, so upstream connection is closed too while connecting to upstream',
    /499/,
  ],
  [
    'SSL_do_handshake() failed (SSL: error:0A00010B:SSL routines::wrong version number) while SSL handshaking to upstream',
    /upstream server failed; .* nginx asks the next/,
  ],
  [
    'SSL_do_handshake() failed (SSL: error:0A000102:SSL routines::unsupported protocol) while SSL handshaking',
    /no request and no response/,
  ],
  ['client sent invalid header line: "bad_name: x" while reading client request headers', /ignored/],
  ['failed to run header_filter_by_lua*: a.lua:1: x', /gets no response/],
  ['failed to run log_by_lua*: a.lua:1: x', /response was sent before/],
  ['init_worker_by_lua error: a.lua:1: x', /worker runs without/],
  ['lua user thread aborted: runtime error: a.lua:1: x', /the request goes on/],
  ['failed to load external Lua file "/a.lua": cannot open /a.lua: No such file or directory', /get 404/],
  ['client sent invalid header line: "x\\x00..." while reading client request headers', /client got 400/],
  [
    'lua entry thread aborted: runtime error: ssl.lua:3: no key, context: ssl_certificate_by_lua*',
    /TLS handshake fails/,
  ],
])('the explanation of "%s" says what the client gets', (message, meaning) => {
  const miner = createMiner();
  const pattern = miner.pattern(miner.add(`${message}, client: 192.0.2.1, server: a.example.com`));
  expect(pattern && explanationOf(pattern)?.meaning).toMatch(meaning);
});

it('an unknown message has no explanation', () => {
  const miner = createMiner();
  const pattern = miner.pattern(miner.add('2026/11/20 12:00:03 [error] 1#1: *1 the moon is full'));
  expect(pattern && explanationOf(pattern)).toBeUndefined();
});

it('every explanation has a meaning, causes, checks, and a source for defaults', () => {
  for (const {actions = {}, ...explanation} of explanations().values())
    for (const each of [explanation, ...Object.values(actions).map(part => ({...explanation, ...part}))]) check(each);
});

it('every explanation names a source line, except three for messages of other nginx or Lua module versions', () => {
  const unsourced = [...explanations()].filter(([, {source}]) => source === undefined).map(([id]) => id);
  expect(unsourced).toEqual(['upstream-http09', 'upstream-duplicate-header', 'lua-pending-timers']);
});

const check = (explanation: Explanation): void => {
  const {meaning, causes, checks, cite, source} = explanation;
  expect(meaning).toMatch(/^[A-Za-z].*\.$/);
  expect(causes.length).toBeGreaterThan(0);
  expect(checks.length).toBeGreaterThan(0);
  expect([...causes, ...checks].filter(text => text.trim() !== text || text === '')).toEqual([]);
  if (cite !== undefined)
    expect(cite).toMatch(/^https:\/\/(nginx\.org\/en\/docs\/|github\.com\/openresty\/lua-nginx-module#)/);
  if (source !== undefined) expect(source).toMatch(/^(?:nginx|lua-nginx-module) src\/[\w/-]+\.[ch]:[1-9]\d*$/);
  if (/by default/.test(JSON.stringify(explanation))) expect(cite).toBeDefined();
};
