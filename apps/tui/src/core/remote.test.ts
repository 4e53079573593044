import {expect, test} from 'vitest';
import {begin, dataOf, fail, idle, type Remote, succeed} from './remote.ts';

const failure = {code: 'network', credentialRefused: false, message: 'away', hint: 'wait'} as const;
const ready: Remote<string> = succeed('good', 10, 5);

test('a request without earlier data is loading, and a request with earlier data is a refresh', () => {
  expect(begin(idle, 1)).toEqual({kind: 'loading', since: 1});
  expect(begin(ready, 20)).toEqual({kind: 'ready', data: 'good', at: 10, ms: 5, refreshing: 20});
  expect(begin({kind: 'failed', failure, retryAt: 8}, 20)).toEqual({kind: 'loading', since: 20});
});

test('a failed refresh keeps the last data and its time, in the state stale', () => {
  const stale = fail(begin(ready, 20), failure, {now: 30, retryIn: 5});
  expect(stale).toEqual({kind: 'stale', data: 'good', at: 10, failure, retryAt: 35});
  expect(dataOf(stale)).toBe('good');
  expect(dataOf(fail(begin(stale, 40), failure, {now: 50, retryIn: 5}))).toBe('good');
});

test('a failed first request has no data', () => {
  expect(fail(begin(idle, 1), failure, {now: 2, retryIn: 5})).toEqual({kind: 'failed', failure, retryAt: 7});
  expect(dataOf(fail(idle, failure, {now: 2, retryIn: 5}))).toBeUndefined();
});
