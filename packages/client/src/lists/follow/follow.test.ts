import type {ErrorLogEntry, InvalidRow} from '@edge-console/schema';
import {expect, test} from 'vitest';
import {arrivals, expectArrivals, expectCurrent, follow, LIMITS} from '../../../test/support/followed.ts';
import type {ListEvent} from '../../../test/support/list-model.ts';
import type {Page} from '../page.ts';

test('a poll without changes reads one page', async () => {
  const watch = follow(500);
  await watch.poll();
  for (let polls = 0; polls < 10; polls++) expect(await watch.poll()).toBe(1);
});

test('a poll reads all pages with new entries, and the next poll reads only one page', async () => {
  const watch = follow(500);
  await watch.poll();
  watch.gateway.happen(arrivals(200));
  expect(await watch.poll()).toBeLessThanOrEqual(13);
  expect(await watch.poll()).toBe(1);
  expectArrivals(watch, 500);
});

test('follow reports an entry that a replica omitted within `sweepEvery` polls, even one below `depth`', async () => {
  let isBehind = false;
  const limits = {pageSize: 20, depth: 20, capacity: 10_000, sweepEvery: 15};
  const watch = follow(500, {lacks: id => isBehind && id === 600}, limits);
  await watch.poll();
  watch.gateway.happen(arrivals(1_000));
  isBehind = true;
  await watch.poll();
  expect(watch.added).not.toContain(600);
  isBehind = false;
  for (let polls = 0; polls < 15; polls++) await watch.poll();
  expectArrivals(watch, 500);
});

test('follow remembers no more entries than its capacity', async () => {
  const watch = follow(500, {}, {pageSize: 10, depth: 50, capacity: 60, sweepEvery: 1_000});
  await watch.poll();
  for (let round = 0; round < 30; round++) {
    watch.gateway.happen(arrivals(25));
    await watch.poll();
    expect(watch.memory?.known.size).toBe(60);
  }
  expectArrivals(watch, 500);
});

test('follow with `from` first reports the existing entries since that time', async () => {
  const watch = follow(60, {}, {pageSize: 10, depth: 10, capacity: 100, sweepEvery: 3, from: 1_030});
  await watch.poll();
  const expected = watch.gateway.rows.filter(row => row.log_time >= 1_030).map(row => row.id);
  expect(watch.added).toEqual(expected.toReversed());
  watch.gateway.happen(arrivals(3));
  await watch.poll();
  expect(watch.added.slice(expected.length)).toEqual([61, 62, 63]);
});

test('within 16 polls, follow finds new entries with an earlier time, and updated entries that stay in place', async () => {
  const watch = follow(1_000);
  await watch.poll();
  watch.gateway.happen({kind: 'late', back: 30});
  watch.gateway.happen({kind: 'repeat', at: 50});
  for (let polls = 0; polls <= LIMITS.sweepEvery; polls++) await watch.poll();
  expectArrivals(watch, 1_000);
  expectCurrent(watch);
});

test('an entry updated during the first poll is not reported as new', async () => {
  const watch = follow(30, {}, {pageSize: 10, depth: 100, capacity: 500, sweepEvery: 2});
  await watch.poll(() => [{kind: 'update', at: 25}]);
  await watch.settle();
  expect(watch.added).toEqual([]);
});

test('after a first poll of the whole list, follow reports a newer entry with the lowest id as new', async () => {
  const watch = follow(5);
  await watch.poll();
  const low: ErrorLogEntry = {id: -3, level: 4, count: 1, src: 1, log_time: 5_000, log: 'low', raw: {}};
  await watch.poll(undefined, page => ({...page, items: [low, ...page.items]}));
  expect(watch.added).toEqual([-3]);
});

test('follow reports all 2,700 arrivals from two replicas of which one lacks the newest row', async () => {
  const watch = follow(5_000, {lagOf: request => (request + 1) % 2}, {...LIMITS, pageSize: 200, depth: 1_000});
  await watch.poll();
  let requests = 0;
  for (let burst = 0; burst < 3; burst++) {
    watch.gateway.happen(arrivals(900));
    for (let polls = 0; polls < 4; polls++) requests += await watch.poll();
  }
  await watch.poll();
  expectArrivals(watch, 5_000);
  expect(requests).toBeLessThanOrEqual(120);
});

test('follow reports all 300 arrivals of a list that is pruned at every request', async () => {
  const watch = follow(5_000);
  const prune = (): readonly ListEvent[] => [{kind: 'remove-oldest', many: 4}];
  await watch.poll(prune);
  for (let round = 0; round < 10; round++) {
    watch.gateway.happen(arrivals(30));
    expect(await watch.poll(prune)).toBeLessThanOrEqual(20);
  }
  expectArrivals(watch, 5_000);
});

test('follow reports a burst of 5,000 entries completely, despite updates, pruning and repeated pages', async () => {
  const watch = follow(3_000, {repeats: request => request % 9 === 0}, {...LIMITS, pageSize: 100});
  await watch.poll();
  watch.gateway.happen(arrivals(5_000));
  await watch.poll(request => [
    {kind: 'update', at: 40 * request},
    {kind: 'remove-oldest', many: 3},
  ]);
  await watch.settle();
  expectArrivals(watch, 3_000);
});

test.each([
  ['with the same texts', {sameTexts: true, at: 5_000}],
  ['with the clock set back', {at: 200}],
  ['with the same texts and the clock set back', {sameTexts: true, at: 200}],
] as const)('follow detects a database reset %s, and reports the new entries', async (_, reset) => {
  const watch = follow(50);
  await watch.poll();
  watch.gateway.restart(reset);
  watch.gateway.happen(arrivals(8));
  await watch.poll();
  expect(watch.restarts).toBe(1);
  expect(watch.added).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  watch.gateway.happen(arrivals(2));
  await watch.poll();
  expect(watch.added.slice(8)).toEqual([9, 10]);
});

test('follow detects a database reset after which the list is longer than before', async () => {
  const watch = follow(100);
  await watch.poll();
  watch.gateway.restart();
  watch.gateway.happen(arrivals(150));
  await watch.poll();
  expect(watch.restarts).toBe(1);
  expect(watch.added).toHaveLength(150);
});

test('follow does not take updates of all entries for a database reset', async () => {
  const watch = follow(3);
  await watch.poll();
  for (let at = 0; at < 3; at++) watch.gateway.happen({kind: 'update', at: 2});
  await watch.poll();
  expect(watch.restarts).toBe(0);
  expect(watch.updated.toSorted()).toEqual([1, 2, 3]);
});

test('a malformed row without an id is reported once, and does not end the poll', async () => {
  const watch = follow(30);
  const odd: InvalidRow<ErrorLogEntry> = {index: 0, raw: {id: null}, reason: 'id: expected a number'};
  const withOdd = (page: Page<ErrorLogEntry>): Page<ErrorLogEntry> => ({
    ...page,
    invalid: page.items.length > 0 ? [odd] : [],
  });
  await watch.poll(undefined, withOdd);
  for (let polls = 0; polls < 20; polls++) {
    watch.gateway.happen(arrivals(3));
    expect(await watch.poll(undefined, withOdd)).toBeLessThanOrEqual(8);
  }
  expect(watch.odd).toEqual([odd]);
  expectArrivals(watch, 30);
});
