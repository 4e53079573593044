import type {ErrorLogEntry} from '@edge-console/schema';
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {createListModel, type ListEvent, type ListModelOptions} from '../../../test/support/list-model.ts';
import {scenarios} from '../../../test/support/scenarios.ts';
import {type FollowLimits, type Memory, reconcile, type Scan} from './memory.ts';
import {scan} from './scan.ts';

/** Changes of the list before one request of a poll; `fails` interrupts the poll there. */
interface Moment {
  readonly events: readonly ListEvent[];
  readonly fails: boolean;
}

const createWatch = (length: number, options: ListModelOptions, limits: FollowLimits) => {
  const gateway = createListModel(length, options);
  const before = new Set(gateway.rows.map(row => row.id));
  const view = new Map(gateway.rows.map(row => [row.id, row]));
  const added: number[] = [];
  const stale: number[] = [];
  const restarts: number[] = [];
  let memory: Memory | undefined;
  let requests = 0;

  const poll = (moments: readonly Moment[] = []): void => {
    const scanning = scan<ErrorLogEntry>(memory, limits);
    for (let step = scanning.next(), at = 0; ; at++) {
      if (step.done) {
        const news = reconcile(memory, step.value, limits);
        memory = news.memory;
        if (news.restarted) restarts.push(requests);
        for (const row of news.added) {
          added.push(row.id);
          view.set(row.id, row);
        }
        for (const row of news.updated) {
          const last = view.get(row.id);
          if (last && (row.count ?? 0) <= (last.count ?? 0) && row.log_time <= last.log_time) stale.push(row.id);
          view.set(row.id, row);
        }
        return;
      }
      const moment = moments[at];
      for (const event of moment?.events ?? []) gateway.happen(event);
      if (moment?.fails) return;
      if (++requests > 5_000) throw new Error('it loops');
      step = scanning.next(gateway.list(step.value.page, step.value.size));
    }
  };
  return {
    gateway,
    before,
    view,
    added,
    stale,
    restarts,
    poll,
    get requests() {
      return requests;
    },
    get memory() {
      return memory;
    },
    /** Polls without changes until a sweep has run. */
    settle(): void {
      for (let polls = 0; polls <= limits.sweepEvery + 2; polls++) poll();
    },
  };
};
type Watch = ReturnType<typeof createWatch>;

/** Entries that arrived after the start were added exactly once, and every known entry is up to date. */
const expectAllOnce = ({gateway, before, added, stale, view}: Watch, startedAfter: number): void => {
  const reported = new Set(added);
  const behind = ({id, count, log_time}: ErrorLogEntry): boolean => {
    const last = view.get(id);
    return last === undefined || last.count !== count || last.log_time !== log_time;
  };
  expect({
    twice: added.filter((id, at) => added.indexOf(id) !== at),
    old: added.filter(id => before.has(id)),
    stale,
    lost: gateway.rows.filter(row => row.id > startedAfter && !reported.has(row.id)),
    behind: gateway.rows.filter(behind),
  }).toEqual({twice: [], old: [], stale: [], lost: [], behind: []});
};

const arrive = (max: number): fc.Arbitrary<ListEvent> =>
  fc.record({kind: fc.constant('arrive' as const), many: fc.integer({min: 1, max})});
const raise: fc.Arbitrary<ListEvent> = fc.record({kind: fc.constant('raise' as const), at: fc.nat(200)});
const late: fc.Arbitrary<ListEvent> = fc.record({kind: fc.constant('late' as const), back: fc.nat(15)});
const remove: fc.Arbitrary<ListEvent> = fc.record({kind: fc.constant('remove' as const), at: fc.nat(200)});
const removeOldest: fc.Arbitrary<ListEvent> = fc.record({
  kind: fc.constant('remove-oldest' as const),
  many: fc.integer({min: 1, max: 9}),
});
const pollsOf = (event: fc.Arbitrary<ListEvent>): fc.Arbitrary<Moment[][]> => {
  const fails = fc.integer({min: 0, max: 9}).map(n => n === 0);
  const moment = fc.record({events: fc.array(event, {maxLength: 2}), fails});
  return fc.array(fc.array(moment, {maxLength: 5}), {maxLength: 8});
};

/** An empty list, three polls that fail, and 14 rows: more than a page of the gateway. */
const burstAfterFailures: Moment[][] = [6, 4, 4].map(many => [{events: [{kind: 'arrive', many}], fails: true}]);

test('with any order, change within depth and failure, each entry is added once', () => {
  const order = fc.constantFrom('newest', 'oldest', 'id-down', 'id-up', 'scattered' as const);
  const options = fc.record({order, tellsCount: fc.boolean(), cap: fc.integer({min: 13, max: 25})});
  const polls = pollsOf(fc.oneof(arrive(6), raise, late, remove, removeOldest));
  fc.assert(
    fc.property(
      fc.nat(100),
      options,
      fc.integer({min: 13, max: 20}),
      polls,
      (length, {cap, ...given}, pageSize, happens) => {
        const limits = {pageSize, depth: 1_000, capacity: 1_000, sweepEvery: 2};
        const watch = createWatch(length, {...given, size: asked => Math.min(asked, cap)}, limits);
        watch.poll();
        for (const moments of happens) watch.poll(moments);
        watch.settle();
        expectAllOnce(watch, length);
      },
    ),
    {numRuns: scenarios(400), examples: [[0, {order: 'newest', tellsCount: false, cap: 13}, 14, burstAfterFailures]]},
  );
});

test('with bursts and raises beyond the remembered entries, each entry is added once', () => {
  const polls = pollsOf(fc.oneof(arrive(30), raise, removeOldest));
  fc.assert(
    fc.property(
      fc.nat(300),
      fc.boolean(),
      fc.integer({min: 13, max: 20}),
      polls,
      (length, tellsCount, pageSize, happens) => {
        const limits = {pageSize, depth: 30, capacity: 900, sweepEvery: 3};
        const watch = createWatch(length, {tellsCount}, limits);
        watch.poll();
        for (const moments of happens) watch.poll(moments);
        watch.settle();
        expectAllOnce(watch, length);
      },
    ),
    {
      numRuns: scenarios(400),
    },
  );
});

test('a restarted list is reported, and all its entries are added', () => {
  const watch = createWatch(12, {}, {pageSize: 5, depth: 6, capacity: 100, sweepEvery: 3});
  watch.poll();
  watch.gateway.restart();
  watch.gateway.happen({kind: 'arrive', many: 8});
  watch.poll();
  expect(watch.restarts).toHaveLength(1);
  expect(watch.added).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  watch.gateway.happen({kind: 'arrive', many: 2});
  watch.poll();
  expect(watch.added.slice(8)).toEqual([9, 10]);
});

test('memory is bounded, and a poll without changes reads one page', () => {
  const watch = createWatch(500, {}, {pageSize: 10, depth: 50, capacity: 60, sweepEvery: 1_000});
  watch.poll();
  for (let round = 0; round < 30; round++) {
    watch.gateway.happen({kind: 'arrive', many: 25});
    watch.poll();
    expect(watch.memory?.known.size).toBe(60);
  }
  expectAllOnce(watch, 500);
  const before = watch.requests;
  for (let polls = 0; polls < 10; polls++) watch.poll();
  expect(watch.requests - before).toBe(10);
});

test.each(['oldest', 'id-up'] as const)('a list sorted %s first is read from its end', order => {
  const watch = createWatch(500, {order}, {pageSize: 10, depth: 50, capacity: 100, sweepEvery: 1_000});
  watch.poll();
  watch.poll();
  const before = watch.requests;
  for (let polls = 0; polls < 10; polls++) {
    watch.gateway.happen({kind: 'arrive', many: 1});
    watch.poll();
  }
  expect(watch.requests - before).toBeLessThanOrEqual(20);
  expectAllOnce(watch, 500);
});

test('from adds existing entries since that time', () => {
  const watch = createWatch(60, {}, {pageSize: 10, depth: 10, capacity: 100, sweepEvery: 3, from: 1_030});
  watch.poll();
  const expected = watch.gateway.rows.filter(row => row.log_time >= 1_030).map(row => row.id);
  expect(watch.added).toEqual(expected.toReversed());
  watch.gateway.happen({kind: 'arrive', many: 3});
  watch.poll();
  expect(watch.added.slice(expected.length)).toEqual([61, 62, 63]);
});

test('the count reveals late arrivals below the first page', () => {
  const watch = createWatch(100, {}, {pageSize: 5, depth: 60, capacity: 200, sweepEvery: 1_000});
  watch.poll();
  watch.gateway.happen({kind: 'late', back: 15});
  watch.poll();
  expectAllOnce(watch, 100);
});

test('an unsorted list is read completely', () => {
  const watch = createWatch(300, {order: 'scattered'}, {pageSize: 20, depth: 40, capacity: 1_000, sweepEvery: 1_000});
  watch.poll();
  for (let round = 0; round < 10; round++) {
    watch.gateway.happen({kind: 'arrive', many: 3});
    watch.gateway.happen({kind: 'raise', at: 31 * round});
    watch.poll();
    expectAllOnce(watch, 300);
  }
});

test('a burst at the end is read without a gap while a late entry moves rows down', () => {
  const late: Moment = {events: [{kind: 'late', back: 2}], fails: false};
  const calm: Moment = {events: [], fails: false};
  for (let at = 0; at < 8; at++) {
    const watch = createWatch(50, {order: 'oldest'}, {pageSize: 10, depth: 20, capacity: 500, sweepEvery: 2});
    watch.poll();
    watch.gateway.happen({kind: 'arrive', many: 60});
    watch.poll([...Array.from({length: at}, () => calm), late]);
    watch.settle();
    expectAllOnce(watch, 50);
  }
});

test('an entry raised during the first scan is not new', () => {
  const watch = createWatch(30, {}, {pageSize: 5, depth: 100, capacity: 500, sweepEvery: 2});
  watch.poll([1, 2, 3].map(() => ({events: [{kind: 'raise', at: 25}], fails: false})));
  watch.settle();
  expect(watch.added).toEqual([]);
});

test('in a completely known list, a new entry with any id is recognised', () => {
  const limits = {pageSize: 10, depth: 10, capacity: 100, sweepEvery: 5};
  const row = (id: number, log_time: number) => ({id, count: 1, log_time});
  const read = (rows: ReturnType<typeof row>[]): Scan<ReturnType<typeof row>> => ({
    rows,
    count: rows.length,
    counted: {least: rows.length, most: rows.length},
    order: undefined,
    paging: {pageSize: 10},
    invalid: [],
    highestOldId: 70,
    whole: true,
    readEnough: true,
    hasUnjoinedPages: false,
    jitters: false,
    steady: true,
    kind: 'poll',
  });
  const {memory} = reconcile(undefined, read([row(70, 5), row(60, 4)]), limits);
  expect(reconcile(memory, read([row(3, 6), row(70, 5), row(60, 4)]), limits).added).toEqual([row(3, 6)]);
});
