import fc from 'fast-check';
import {expect, test} from 'vitest';
import {arrivals, expectArrivals, expectCurrent, follow} from '../../../test/support/followed.ts';
import type {ListEvent, ListModelOptions} from '../../../test/support/list-model.ts';
import {scenarios} from '../../../test/support/scenarios.ts';

const RUNS = scenarios(500);
const LIMITS = {pageSize: 10, depth: 50, capacity: 1_000, sweepEvery: 3};

const event = fc.oneof(
  fc.record({kind: fc.constant('arrive' as const), many: fc.integer({min: 1, max: 6})}),
  fc.record({kind: fc.constant('update' as const), at: fc.nat(200)}),
  fc.record({kind: fc.constant('late' as const), back: fc.nat(9)}),
  fc.record({kind: fc.constant('remove-oldest' as const), many: fc.integer({min: 1, max: 9})}),
);
const moment = fc.record({
  events: fc.array(event, {maxLength: 2}),
  fails: fc.integer({min: 0, max: 9}).map(n => n === 0),
});
const polls = fc.array(fc.record({burst: fc.nat(70), moments: fc.array(moment, {maxLength: 5})}), {maxLength: 8});
const gateway = fc.oneof(
  fc.record({order: fc.constantFrom('oldest', 'id-up', 'scattered' as const), sendsCount: fc.boolean()}),
  fc.record({
    order: fc.constantFrom('newest', 'id-down' as const),
    honoursBounds: fc.constant(false),
    sendsCount: fc.boolean(),
  }),
  fc.record({honoursBounds: fc.constant(false), ignoresPage: fc.constant(true)}),
);
const caps = fc.constantFrom(8, 100);

test('each poll by page number ends, repeats no entry, and reports each arrival or else a gap', async () => {
  const inputs = [fc.nat(250), gateway, caps, fc.array(fc.nat(3), {minLength: 1, maxLength: 5}), polls] as const;
  await fc.assert(
    fc.asyncProperty(...inputs, async (length, gateway, cap, lags, polls) => {
      let resting = false;
      const options: ListModelOptions = {
        ...gateway,
        size: asked => Math.min(asked, cap),
        lagOf: request => (resting || request === 1 ? 0 : (lags[request % lags.length] ?? 0)),
      };
      const watch = follow(length, options, LIMITS);
      await watch.poll();
      for (const {burst, moments} of polls) {
        if (burst > 0) watch.gateway.happen(arrivals(burst));
        const meanwhile = (request: number): readonly ListEvent[] | Error =>
          moments[request - 1]?.fails
            ? new Error('lost')
            : // A gateway that ignores page numbers never sends a late row that is below its only page.
              (moments[request - 1]?.events ?? []).filter(({kind}) => kind !== 'late' || !options.ignoresPage);
        expect(await watch.poll(meanwhile).catch(() => 0)).toBeLessThan(500);
      }
      resting = true;
      await watch.settle();
      const given = new Set(watch.added);
      expect(given.size).toBe(watch.added.length);
      const lost = watch.gateway.rows.filter(({id}) => id > length && !given.has(id));
      if (watch.gaps === 0) expect(lost).toEqual([]);
    }),
    {numRuns: RUNS},
  );
});

test.each(['oldest', 'id-up'] as const)(
  'later polls of a list in the order %s request only pages near its end',
  async order => {
    const watch = follow(500, {order}, {...LIMITS, sweepEvery: 1_000});
    await watch.poll();
    await watch.poll();
    for (let polls = 0; polls < 10; polls++) {
      watch.gateway.happen(arrivals(1));
      expect(await watch.poll()).toBeLessThanOrEqual(LIMITS.depth / LIMITS.pageSize + 3);
    }
    expectArrivals(watch, 500);
    expect(watch.gaps).toBe(0);
  },
);

test('each poll of an unsorted list reports all new and updated entries', async () => {
  const watch = follow(300, {order: 'scattered'}, {...LIMITS, pageSize: 20});
  await watch.poll();
  for (let round = 0; round < 10; round++) {
    watch.gateway.happen(arrivals(3));
    watch.gateway.happen({kind: 'update', at: 31 * round});
    await watch.poll();
    expectArrivals(watch, 300);
    expectCurrent(watch);
  }
  expect(watch.gaps).toBe(0);
});

test('in an oldest-first list, follow reports a whole burst despite a late entry during the poll', async () => {
  for (let at = 1; at < 8; at++) {
    const watch = follow(50, {order: 'oldest'}, {...LIMITS, depth: 20});
    await watch.poll();
    watch.gateway.happen(arrivals(60));
    await watch.poll(request => (request === at ? [{kind: 'late', back: 2}] : []));
    await watch.settle();
    expectArrivals(watch, 50);
  }
});

test('follow reports exactly one gap for an unsorted list with more entries than `capacity`', async () => {
  const watch = follow(2_000, {order: 'scattered'}, LIMITS);
  for (let polls = 0; polls < 5; polls++) await watch.poll();
  expect(watch.gaps).toBe(1);
});

test('if a gateway ignores page numbers, follow reports a gap only for a burst larger than a page', async () => {
  // With this depth, sweeps read a page of the same size.
  const limits = {...LIMITS, depth: LIMITS.pageSize};
  const watch = follow(100, {honoursBounds: false, ignoresPage: true}, limits);
  await watch.poll();
  watch.gateway.happen(arrivals(5));
  await watch.poll();
  expect(watch.gaps).toBe(0);
  watch.gateway.happen(arrivals(25));
  await watch.poll();
  await watch.settle();
  expect(watch.gaps).toBe(1);
});
