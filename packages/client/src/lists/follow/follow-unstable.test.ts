import type {ErrorLogEntry, InvalidRow} from '@edge-console/schema';
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {arrivals, expectArrivals, follow, LIMITS} from '../../../test/support/followed.ts';
import type {ListEvent} from '../../../test/support/list-model.ts';
import {scenarios} from '../../../test/support/scenarios.ts';
import {requestBudget} from '../walk/traversal.ts';
import {MAX_SEARCHES} from './count.ts';
import type {ScanPage} from './scan.ts';

test('two replicas one row apart: all of 2,700 arrivals, and one status', () => {
  const watch = follow(5_000, {lagOf: request => (request + 1) % 2}, {...LIMITS, pageSize: 200, depth: 1_000});
  watch.poll();
  let requests = 0;
  for (let burst = 0; burst < 3; burst++) {
    watch.gateway.happen(arrivals(900));
    for (let polls = 0; polls < 4; polls++) requests += watch.poll();
  }
  watch.poll();
  expectArrivals(watch, 5_000);
  expect(requests).toBeLessThanOrEqual(120);
  expect(watch.changes).toMatchObject([{kind: 'unstable'}]);
});

test('a list pruned at every request: all of 300 arrivals', () => {
  const watch = follow(5_000);
  const prune = (): readonly ListEvent[] => [{kind: 'remove-oldest', many: 4}];
  watch.poll(prune);
  for (let round = 0; round < 10; round++) {
    watch.gateway.happen(arrivals(30));
    expect(watch.poll(prune)).toBeLessThanOrEqual(requestBudget(90, 20));
  }
  expectArrivals(watch, 5_000);
});

test('a count that jitters: all arrivals, and a status once', () => {
  const watch = follow(1_000, {countOf: (real, request) => real - (request % 2)});
  for (let round = 0; round < 100; round++) {
    watch.poll();
    watch.gateway.happen(arrivals(round % 3 === 0 ? 25 : 1));
  }
  watch.poll();
  expectArrivals(watch, 1_000);
  expect(watch.changes).toMatchObject([{kind: 'unstable'}]);
});

test('gives stable-count when the count rests', () => {
  let jitters = true;
  const watch = follow(100, {countOf: (real, request) => (jitters ? real - (request % 2) : real)});
  for (let polls = 0; polls < 20; polls++) watch.poll();
  jitters = false;
  for (let polls = 0; polls < 70; polls++) watch.poll();
  expect(watch.changes).toMatchObject([{kind: 'unstable', lowest: 99, highest: 100}, {kind: 'stable'}]);
});

test('entries inserted below the depth are looked for deeper and found', () => {
  const watch = follow(1_000);
  watch.poll();
  watch.gateway.happen({kind: 'late', back: 150});
  for (let polls = 0; polls < MAX_SEARCHES + 1; polls++) watch.poll();
  expectArrivals(watch, 1_000);
  expect(watch.changes).toEqual([]);
});

test('entries inserted too deep to be found are counted in a gap, once', () => {
  const watch = follow(3_000);
  watch.poll();
  for (let many = 0; many < 7; many++) watch.gateway.happen({kind: 'late', back: 1_500});
  for (let polls = 0; polls < 60; polls++) watch.poll();
  expect(watch.changes).toEqual([{kind: 'gap', missing: 7}]);
});

test.each(['newest', 'oldest'] as const)(
  'a burst of 5,000 with %s first loses nothing to raises, prunes and repeated pages',
  order => {
    const watch = follow(3_000, {order, repeats: request => request % 9 === 0}, {...LIMITS, pageSize: 100});
    watch.poll();
    watch.gateway.happen(arrivals(5_000));
    watch.poll(request => [
      {kind: 'raise', at: 40 * request},
      {kind: 'remove-oldest', many: 3},
    ]);
    for (let polls = 0; polls < 20; polls++) watch.poll();
    expectArrivals(watch, 3_000);
  },
);

test.each([
  ['with the same texts', {sameTexts: true, at: 5_000}, 'likely'],
  ['with the clock set back', {at: 200}, 'certain'],
  ['with the same texts and the clock set back', {sameTexts: true, at: 200}, 'certain'],
] as const)('a database that was reset %s is recognised', (_, reset, certainty) => {
  const watch = follow(50);
  watch.poll();
  watch.gateway.restart(reset);
  watch.gateway.happen(arrivals(8));
  watch.poll();
  expect(watch.restarts).toEqual([certainty]);
  expect(watch.added).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  watch.gateway.happen(arrivals(2));
  watch.poll();
  expect(watch.added.slice(8)).toEqual([9, 10]);
});

test('a reset list that is longer than the one before is recognised', () => {
  const watch = follow(100);
  watch.poll();
  watch.gateway.restart();
  watch.gateway.happen(arrivals(150));
  watch.poll();
  expect(watch.restarts).toEqual(['certain']);
});

test('raises of all entries, or a replica behind by a raise, are no reset', () => {
  const watch = follow(3);
  watch.poll();
  for (let at = 0; at < 3; at++) watch.gateway.happen({kind: 'raise', at: 2});
  watch.poll();
  expect(watch.restarts).toEqual([]);
  expect(watch.updated.toSorted()).toEqual([1, 2, 3]);
});

test('an odd row is given once, and a row without identity stops nothing', () => {
  const watch = follow(30);
  const odd: InvalidRow<ErrorLogEntry> = {index: 0, raw: {id: null}, reason: 'id: expected a number'};
  const withOdd = (page: ScanPage<ErrorLogEntry>): ScanPage<ErrorLogEntry> => ({...page, invalid: [odd]});
  watch.poll(undefined, withOdd);
  for (let polls = 0; polls < 20; polls++) {
    watch.gateway.happen(arrivals(3));
    expect(watch.poll(undefined, withOdd)).toBeLessThanOrEqual(8);
  }
  expect(watch.odd).toEqual([odd]);
  expectArrivals(watch, 30);
});

const RUNS = scenarios(400);
const event: fc.Arbitrary<ListEvent> = fc.oneof(
  fc.record({kind: fc.constant('arrive' as const), many: fc.integer({min: 1, max: 9})}),
  fc.record({kind: fc.constant('raise' as const), at: fc.nat(200)}),
  fc.record({kind: fc.constant('remove-oldest' as const), many: fc.integer({min: 1, max: 20})}),
);

test('each arrival comes once or is counted in a gap, and each poll is within the budget', () => {
  const noise = fc.record({
    order: fc.constantFrom('newest', 'oldest' as const),
    lags: fc.array(fc.nat(4), {minLength: 1, maxLength: 5}),
    jitter: fc.array(fc.integer({min: -3, max: 3}), {minLength: 1, maxLength: 5}),
    told: fc.constantFrom('exact', 'jitters', 'rounded', 'absent' as const),
    // Not two in a row.
    repeated: fc.array(
      fc.integer({min: 1, max: 15}).map(n => 2 * n),
      {maxLength: 2},
    ),
  });
  const polls = fc.array(
    fc.record({burst: fc.nat(70), moments: fc.array(fc.array(event, {maxLength: 2}), {maxLength: 6})}),
    {
      maxLength: 6,
    },
  );
  fc.assert(
    fc.property(fc.nat(150), noise, polls, (length, {order, lags, jitter, told, repeated}, polls) => {
      let resting = false;
      let removed = 0;
      const watch = follow(length, {
        order,
        lagOf: request => (resting ? 0 : (lags[request % lags.length] ?? 0)),
        repeats: request => repeated.includes(request),
        tellsCount: told !== 'absent',
        countOf: (real, request) => {
          if (told === 'jitters') return Math.max(0, real + (jitter[request % jitter.length] ?? 0));
          return told === 'rounded' ? Math.round(real / 10) * 10 : real;
        },
      });
      watch.poll();
      for (const {burst, moments} of polls) {
        if (burst > 0) watch.gateway.happen(arrivals(burst));
        const requests = watch.poll(request => {
          const events = moments[request - 1] ?? [];
          for (const event of events) if (event.kind === 'remove-oldest') removed += event.many;
          return events;
        });
        expect(requests).toBeLessThanOrEqual(
          requestBudget(MAX_SEARCHES * 60 + watch.gateway.rows.length + 20 * moments.length, 20),
        );
      }
      resting = true;
      for (let count = 0; count < 2 * MAX_SEARCHES + 4; count++) watch.poll();
      const given = new Set(watch.added);
      const lost = watch.gateway.rows.filter(({id}) => id > length && !given.has(id));
      expect(given.size).toBe(watch.added.length);
      // Rows removed hide as many missed ones from the count.
      expect(lost.length <= watch.gaps() + removed || watch.torn() > 0 ? [] : lost).toEqual([]);
    }),
    {numRuns: RUNS},
  );
});
