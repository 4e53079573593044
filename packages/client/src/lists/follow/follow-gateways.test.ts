import fc from 'fast-check';
import {expect, test} from 'vitest';
import {arrivals, expectArrivals, type Followed, follow, LIMITS} from '../../../test/support/followed.ts';
import type {ListEvent, ListModelOptions} from '../../../test/support/list-model.ts';
import {scenarios} from '../../../test/support/scenarios.ts';
import {requestBudget} from '../walk/traversal.ts';
import {MAX_SEARCHES} from './count.ts';

const RUNS = scenarios(40);
/** Requests at which entries arrive. */
const REQUESTS = 80;
const seed = fc.integer({min: 1, max: 2 ** 31 - 1});
const length = fc.constantFrom(0, 5, 19, 20, 21, 130, 250);
const order = fc.constantFrom('newest', 'oldest' as const);

/** Pseudo-random numbers in [0, 1), fixed by a seed and by n. */
const random = (seed: number, n: number): number => {
  const mixed = Math.imul((seed + Math.imul(n, 0x9e3779b1)) ^ (seed >>> 15), 0x85ebca6b);
  return ((Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35) ^ (mixed >>> 16)) >>> 0) / 2 ** 32;
};
const chance = (seed: number, n: number, rate: number): boolean => random(seed, n) < rate;

interface Busy {
  readonly seed: number;
  /** Arrivals at each request. */
  readonly rate: number;
  readonly burst?: number;
  readonly raises?: boolean;
}

/** Follows requests at which entries arrive, and polls at rest. */
const run = (length: number, {seed, rate, burst = 0, raises = false}: Busy, options: ListModelOptions): Followed => {
  const watch = follow(length, options);
  let moment = 0;
  let most = 0;
  const happen = (): ListEvent[] => {
    const at = ++moment;
    if (at > REQUESTS) return [];
    const many = Math.floor(rate) + Number(chance(seed, at, rate % 1)) + (chance(seed + 1, at, 0.05) ? burst : 0);
    const raised: ListEvent[] = raises && chance(seed + 2, at, 0.3) ? [{kind: 'raise', at: at * 7}] : [];
    return many > 0 ? [arrivals(many), ...raised] : raised;
  };
  watch.poll();
  while (moment < REQUESTS) most = Math.max(most, watch.poll(happen));
  for (let polls = 0; polls < 2 * MAX_SEARCHES + 10; polls++) most = Math.max(most, watch.poll());
  expect(most).toBeLessThanOrEqual(requestBudget(MAX_SEARCHES * LIMITS.depth + watch.gateway.rows.length, 12));
  return watch;
};
const busy = fc.record({
  seed,
  rate: fc.constantFrom(0, 0.3, 1, 3, 15),
  burst: fc.constantFrom(0, 0, 30, 100),
  raises: fc.boolean(),
});

test('one replica with an exact count: each arrival once, no old entry, no gap', () => {
  fc.assert(
    fc.property(length, order, busy, (length, order, busy) => {
      const watch = run(length, busy, {order});
      const given = new Set(watch.added);
      const lost = watch.gateway.rows.filter(({id}) => id > length && !given.has(id)).length;
      const twice = watch.added.length - given.size;
      const old = watch.added.filter(id => id <= length);
      const expected = {twice: 0, old: [], gaps: lost, torn: 0, restarts: []};
      expect({twice, old, gaps: watch.gaps(), torn: watch.torn(), restarts: watch.restarts}).toEqual(expected);
    }),
    {
      numRuns: RUNS,
      examples: [
        [5, 'oldest', {seed: 2, rate: 0.3, burst: 0, raises: false}],
        [0, 'newest', {seed: 2, rate: 0.3, burst: 100, raises: false}],
        [0, 'newest', {seed: 1, rate: 15, burst: 0, raises: false}],
      ],
    },
  );
});

test('a rounded count: each arrival once, and no gap', () => {
  const rounding = fc.constantFrom(Math.round, Math.floor, Math.ceil);
  const calm = fc.record({seed, rate: fc.constantFrom(0.3, 1, 3)});
  fc.assert(
    fc.property(length, order, calm, rounding, fc.constantFrom(10, 50, 100), (length, order, busy, round, step) => {
      const watch = run(length, busy, {order, countOf: real => round(real / step) * step});
      expectArrivals(watch, length);
      expect(watch.gaps()).toBe(0);
    }),
    {numRuns: RUNS / 2, examples: [[19, 'oldest', {seed: 1, rate: 3}, Math.ceil, 100]]},
  );
});

test('short pages: each arrival once, no old entry, no restart', () => {
  const told = fc.constantFrom('exact', 'jitters', 'absent' as const);
  const calm = fc.record({seed, rate: fc.constantFrom(0, 0.3, 1)});
  fc.assert(
    fc.property(length, order, calm, told, fc.constantFrom(0.05, 0.3), (length, order, busy, told, rate) => {
      let resting = false;
      const watch = run(length, busy, {
        order,
        tellsCount: told !== 'absent',
        countOf: (real, request) => (told === 'jitters' ? Math.max(0, real - (request % 3)) : real),
        cutOf: request => (!resting && chance(busy.seed, request, rate) ? 1 + (request % 5) : 0),
      });
      resting = true;
      for (let polls = 0; polls < 20; polls++) watch.poll();
      const old = watch.added.filter(id => id <= length);
      // The last page of the first poll may be cut whenever it is read. Without a count, cut pages can hide where a list
      // sorted oldest first ends; entries from there on are then taken for arrivals.
      if (told !== 'absent' || order === 'newest') expect(old.length).toBeLessThanOrEqual(5);
      expectArrivals({...watch, added: watch.added.filter(id => id > length)}, length);
      expect(new Set(old).size).toBe(old.length);
      expect(watch.restarts).toEqual([]);
    }),
    {numRuns: RUNS / 2},
  );
});

test('replicas that each lack some rows: each arrival once or told, and no old entry', () => {
  const calm = fc.record({seed, rate: fc.constantFrom(0, 0.3, 1)});
  fc.assert(
    fc.property(fc.constantFrom(5, 130, 400), order, calm, (length, order, busy) => {
      let resting = false;
      const watch = run(length, busy, {
        order,
        lacks: (id, request) =>
          // An entry that the first page lacked at the top would be new.
          !resting && id !== length && chance(busy.seed + 3, request, 0.5) && chance(busy.seed + 4, id, 0.05),
      });
      resting = true;
      for (let polls = 0; polls < 20; polls++) watch.poll();
      const given = new Set(watch.added);
      expect(given.size).toBe(watch.added.length);
      expect(watch.added.filter(id => id <= length)).toEqual([]);
      // Below the depth, an entry that a replica lacked is found only if the count is believed.
      const newest = watch.gateway.rows.slice(order === 'newest' ? 0 : -LIMITS.depth).slice(0, LIMITS.depth);
      const isTold = watch.changes.some(({kind}) => kind === 'unstable') || watch.gaps() > 0;
      const unseen = (isTold ? newest : watch.gateway.rows).filter(({id}) => id > length && !given.has(id));
      expect(unseen).toEqual([]);
      expect(watch.restarts).toEqual([]);
    }),
    {numRuns: RUNS / 2},
  );
});
