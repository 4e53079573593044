import {expect, it} from 'vitest';
import {DICTIONARY} from '../src/dictionary/index.ts';
import {EXPLANATIONS, type Explanation, explanationOf} from '../src/explanations/index.ts';
import {createMiner} from '../src/index.ts';

it('at least 60 dictionary entries have an explanation, and every explanation has a dictionary entry', () => {
  const known = new Set(DICTIONARY.map(({id}) => id));
  expect(EXPLANATIONS.size).toBeGreaterThanOrEqual(60);
  expect([...EXPLANATIONS.keys()].filter(id => !known.has(id))).toEqual([]);
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
  const pattern = miner.pattern(miner.add('[lua] b.lua:12: runtime error: no user'));
  expect(pattern && explanationOf(pattern)).toBeUndefined();
});

it('every explanation has a meaning, causes, checks, and a source for defaults', () => {
  for (const {actions = {}, ...explanation} of EXPLANATIONS.values())
    for (const each of [explanation, ...Object.values(actions).map(part => ({...explanation, ...part}))]) check(each);
});

const check = (explanation: Explanation): void => {
  const {meaning, causes, checks, cite} = explanation;
  expect(meaning).toMatch(/^[A-Za-z].*\.$/);
  expect(causes.length).toBeGreaterThan(0);
  expect(checks.length).toBeGreaterThan(0);
  expect([...causes, ...checks].filter(text => text.trim() !== text || text === '')).toEqual([]);
  if (cite !== undefined)
    expect(cite).toMatch(/^https:\/\/(nginx\.org\/en\/docs\/|github\.com\/openresty\/lua-nginx-module#)/);
  if (/by default/.test(JSON.stringify(explanation))) expect(cite).toBeDefined();
};
