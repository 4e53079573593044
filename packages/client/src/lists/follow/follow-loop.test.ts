import type {ErrorLogEntry} from '@edge-console/schema';
import {expect, test} from 'vitest';
import {createListModel} from '../../../test/support/list-model.ts';
import {failing} from '../../../test/support/outcomes.ts';
import {EdgeError, type EdgeErrorCode} from '../../errors.ts';
import type {PageQuery} from '../page.ts';
import {type FollowClock, type FollowEvent, type FollowOptions, followList} from './follow.ts';

const failure = (code: EdgeErrorCode, retryAfter?: number): EdgeError =>
  new EdgeError(code, {code, method: 'GET', path: '/', attempt: 1, retryable: true, ...(retryAfter && {retryAfter})});

/** A follow loop with a fake clock. Function n of `script` runs before request n. */
const createLoop = (script: readonly (() => void)[], options: FollowOptions = {}) => {
  const gateway = createListModel(33);
  const pauses: number[] = [];
  let now = 0;
  let requests = 0;
  const fetch = async ({page, page_size, ...range}: PageQuery) => {
    now += 5;
    script[requests++]?.();
    return gateway.list(page, page_size, range);
  };
  const clock: FollowClock = {
    now: () => now,
    random: () => 0.5,
    async pause(ms, signal) {
      pauses.push(ms);
      now += ms;
      return pauses.length <= script.length && !signal?.aborted;
    },
  };
  const run = async (): Promise<FollowEvent[]> => {
    const events: FollowEvent[] = [];
    for await (const event of followList({fetch, range: {}}, {pageSize: 50, ...options}, clock)) events.push(event);
    return events;
  };
  return {gateway, pauses, run};
};

const idle = (): void => {};
const fail = (error: EdgeError) => () => {
  throw error;
};
const ids = (event: FollowEvent | undefined): number[] =>
  event?.kind === 'added' || event?.kind === 'updated' ? event.entries.map((entry: ErrorLogEntry) => entry.id) : [];

test('follow reports `live`, then new entries oldest first, then updated entries', async () => {
  const loop = createLoop([
    idle,
    () => loop.gateway.happen({kind: 'arrive', many: 2}),
    () => loop.gateway.happen({kind: 'update', at: 9}),
  ]);
  const events = await loop.run();
  expect(events[0]).toEqual({kind: 'status', state: 'live', failures: 0, lagMs: 0, count: 33});
  expect(events.map(event => event.kind)).toEqual(['status', 'added', 'updated']);
  expect(events.slice(1).map(ids)).toEqual([[34, 35], [26]]);
  expect(loop.pauses).toEqual([1995, 1995, 1995, 1995]);
});

test('follow reports failed polls, retries with growing delays, and reports the outage in `recovered`', async () => {
  const offline = Array.from({length: 6}, () => fail(failure('network')));
  const loop = createLoop([idle, ...offline, () => loop.gateway.happen({kind: 'arrive', many: 1})]);
  const events = await loop.run();
  const failed = events.filter(event => event.kind === 'status' && event.state === 'failing');
  expect(failed.map(event => event.kind === 'status' && event.failures)).toEqual([1, 2, 3, 4, 5, 6]);
  expect(loop.pauses.slice(1, 7)).toEqual([3000, 6000, 12_000, 22_500, 22_500, 22_500]);
  expect(events.at(-2)).toMatchObject({kind: 'status', state: 'recovered', failures: 0, lagMs: 90_530, count: 34});
  expect(ids(events.at(-1))).toEqual([34]);
});

test('a poll with a refused credential is retried, and no entry is lost until the new login', async () => {
  const loop = createLoop([
    idle,
    fail(failure('unauthenticated')),
    () => loop.gateway.happen({kind: 'arrive', many: 3}),
  ]);
  const events = await loop.run();
  expect(events[1]).toMatchObject({state: 'failing', error: {code: 'unauthenticated'}});
  expect(events.flatMap(ids)).toEqual([34, 35, 36]);
});

test('follow honours Retry-After up to five minutes', async () => {
  const loop = createLoop([fail(failure('rate_limited', 60_000)), fail(failure('rate_limited', 9e9)), idle]);
  await loop.run();
  expect(loop.pauses.slice(0, 2)).toEqual([60_000, 300_000]);
});

test('follow ends with an error on `invalid_request`, and without one on an abort', async () => {
  expect(await failing(createLoop([fail(failure('invalid_request'))]).run())).toMatchObject({code: 'invalid_request'});
  const stop = new AbortController();
  const loop = createLoop([idle, () => stop.abort(), fail(failure('aborted'))], {signal: stop.signal});
  expect((await loop.run()).map(event => event.kind)).toEqual(['status']);
});

test.each([{intervalMs: 0}, {pageSize: 9}, {depth: -1}])('follow rejects the invalid options %o', async options => {
  expect(await failing(createLoop([], options).run())).toMatchObject({code: 'invalid_request'});
});
