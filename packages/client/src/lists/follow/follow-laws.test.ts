import fc from 'fast-check';
import {expect, test} from 'vitest';
import {arrivals, expectArrivals, expectCurrent, follow} from '../../../test/support/followed.ts';
import type {ListEvent, ListModelOptions} from '../../../test/support/list-model.ts';
import {scenarios} from '../../../test/support/scenarios.ts';

const RUNS = scenarios(500);

const arrive = fc.record({kind: fc.constant('arrive' as const), many: fc.integer({min: 1, max: 9})});
const update = fc.record({kind: fc.constant('update' as const), at: fc.nat(200)});
const repeat = fc.record({kind: fc.constant('repeat' as const), at: fc.nat(60)});
const late = fc.record({kind: fc.constant('late' as const), back: fc.nat(15)});
const remove = fc.record({kind: fc.constant('remove' as const), at: fc.nat(200)});
const removeOldest = fc.record({kind: fc.constant('remove-oldest' as const), many: fc.integer({min: 1, max: 20})});
const clock = fc.record({kind: fc.constant('clock' as const), by: fc.integer({min: -10, max: 60})});

/** Random polls. Entries arrive before each poll, the list changes before each request, one in ten requests fails. */
const pollsOf = (event: fc.Arbitrary<ListEvent>) => {
  const moment = fc.record({
    events: fc.array(event, {maxLength: 2}),
    fails: fc.integer({min: 0, max: 9}).map(n => n === 0),
  });
  return fc.array(
    fc.record({burst: fc.oneof(fc.constant(0), fc.nat(70), fc.nat(400)), moments: fc.array(moment, {maxLength: 8})}),
    {maxLength: 10},
  );
};
type Polls = ReturnType<typeof pollsOf> extends fc.Arbitrary<infer T> ? T : never;

/**
 * How replicas, page caps and unreliable counts change the responses. Requests use the elements of an array in turn.
 */
const noise = fc.record({
  cap: fc.constantFrom(1_000, 20, 10),
  perSecond: fc.constantFrom(1, 1.5, 3, 12, 50, 400),
  lags: fc.array(fc.nat(9), {minLength: 1, maxLength: 7}),
  counting: fc.constantFrom('exact', 'jitters', 'low', 'rounded', 'page', 'absent' as const),
  // Requests that get the previous response again. Even numbers, so that no two consecutive requests do.
  repeated: fc.array(
    fc.integer({min: 1, max: 15}).map(n => 2 * n),
    {maxLength: 2},
  ),
});
type Noise = typeof noise extends fc.Arbitrary<infer T> ? T : never;

const optionsOf = ({cap, perSecond, lags, counting, repeated}: Noise, isResting: () => boolean): ListModelOptions => ({
  size: asked => Math.min(asked, cap),
  perSecond,
  lagOf: request => (isResting() || request === 1 ? 0 : (lags[request % lags.length] ?? 0)),
  repeats: request => !isResting() && repeated.includes(request),
  sendsCount: counting !== 'absent',
  countOf: (real, request) => {
    if (counting === 'jitters') return Math.max(0, real + (request % 5) - 2);
    if (counting === 'low') return Math.floor(real * 0.8);
    if (counting === 'rounded') return Math.round(real / 10) * 10;
    return counting === 'page' ? Math.min(real, cap) : real;
  },
});

const run = async (
  length: number,
  noise: Noise,
  {polls, pageSize, depth = 5_000}: {polls: Polls; pageSize: number; depth?: number},
) => {
  let resting = false;
  const limits = {pageSize, depth, capacity: 20_000, sweepEvery: 3};
  const watch = follow(
    length,
    optionsOf(noise, () => resting),
    limits,
  );
  await watch.poll();
  for (const {burst, moments} of polls) {
    if (burst > 0) watch.gateway.happen(arrivals(burst));
    await watch
      .poll(request => (moments[request - 1]?.fails ? new Error('lost') : (moments[request - 1]?.events ?? [])))
      .catch(() => {});
  }
  resting = true;
  await watch.settle();
  return watch;
};

test('follow by time reports each arrival exactly once and no older row, during any changes of the list', async () => {
  const polls = pollsOf(fc.oneof(arrive, update, repeat, late, remove, removeOldest, clock));
  await fc.assert(
    fc.asyncProperty(
      fc.nat(250),
      fc.integer({min: 10, max: 40}),
      noise,
      polls,
      async (length, pageSize, noise, polls) => {
        const watch = await run(length, noise, {polls, pageSize});
        expectArrivals(watch, length);
        expectCurrent(watch);
        expect({gaps: watch.gaps, restarts: watch.restarts}).toEqual({gaps: 0, restarts: 0});
      },
    ),
    {numRuns: RUNS},
  );
});

test('follow with a `depth` of 30 reports each entry that arrives at the top of the list exactly once', async () => {
  const polls = pollsOf(fc.oneof(arrive, update, removeOldest));
  await fc.assert(
    fc.asyncProperty(
      fc.nat(300),
      fc.integer({min: 10, max: 40}),
      noise,
      polls,
      async (length, pageSize, noise, polls) => {
        const watch = await run(length, noise, {polls, pageSize, depth: 30});
        expectArrivals(watch, length);
        expectCurrent(watch);
        expect({gaps: watch.gaps, restarts: watch.restarts}).toEqual({gaps: 0, restarts: 0});
      },
    ),
    {numRuns: RUNS},
  );
});
