import fc from 'fast-check';
import {expect, test} from 'vitest';
import {iterate} from '../../test/support/iterated.ts';
import type {ListEvent, ListModelOptions} from '../../test/support/list-model.ts';
import {scenarios} from '../../test/support/scenarios.ts';

const RUNS = scenarios(500);

const event = fc.oneof(
  fc.record({kind: fc.constant('arrive' as const), many: fc.integer({min: 1, max: 6})}),
  fc.record({kind: fc.constant('update' as const), at: fc.nat(200)}),
  fc.record({kind: fc.constant('late' as const), back: fc.nat(60)}),
  fc.record({kind: fc.constant('remove' as const), at: fc.nat(200)}),
  fc.record({kind: fc.constant('remove-oldest' as const), many: fc.integer({min: 1, max: 20})}),
);
const changes = fc.array(fc.array(event, {maxLength: 3}), {maxLength: 30});
/**
 * How replicas, page caps and unreliable counts change the responses. Requests use the elements of an array in turn.
 */
const gateway = fc
  .record({
    cap: fc.constantFrom(undefined, 10, 20),
    perSecond: fc.constantFrom(undefined, 1, 3, 12, 50),
    lags: fc.array(fc.nat(4), {minLength: 1, maxLength: 7}),
    jitter: fc.array(fc.integer({min: -3, max: 3}), {minLength: 1, maxLength: 7}),
    counting: fc.constantFrom('exact', 'jitters', 'low', 'absent', 'page' as const),
    // Requests that get the previous response again. Even numbers, so that no two consecutive requests do.
    repeated: fc.array(
      fc.integer({min: 1, max: 15}).map(n => 2 * n),
      {maxLength: 2},
    ),
  })
  .map(noise => [noise] as const);
type Noise = typeof gateway extends fc.Arbitrary<readonly [infer T]> ? T : never;
const optionsOf = ({cap, perSecond, lags, jitter, counting, repeated}: Noise): ListModelOptions => ({
  size: asked => Math.min(asked, cap ?? asked),
  ...(perSecond !== undefined && {perSecond}),
  lagOf: request => lags[request % lags.length] ?? 0,
  repeats: request => repeated.includes(request),
  sendsCount: counting !== 'absent',
  countOf: (real, request) => {
    if (counting === 'jitters') return Math.max(0, real + (jitter[request % jitter.length] ?? 0));
    if (counting === 'page') return Math.min(real, cap ?? real);
    return counting === 'low' ? Math.floor(real * 0.8) : real;
  },
});

test('reading by time yields each row that exists throughout exactly once, during any changes of the list', async () => {
  const inputs = [fc.nat(200), fc.integer({min: 8, max: 40}), gateway, changes, fc.nat(2)] as const;
  await fc.assert(
    fc.asyncProperty(...inputs, async (length, pageSize, [noise], moments, prefetch) => {
      const options = optionsOf(noise);
      const meanwhile = (request: number): readonly ListEvent[] => moments[request - 2] ?? [];
      const {lost, twice} = await iterate({length, pageSize, options, prefetch, meanwhile});
      expect({lost, twice}).toEqual({lost: [], twice: 0});
    }),
    {numRuns: RUNS},
  );
});

test('an iteration finds the rows that a gateway omits from a page, or else its status is incomplete', async () => {
  const cuts = fc.array(fc.nat(5), {minLength: 1, maxLength: 5});
  await fc.assert(
    fc.asyncProperty(fc.nat(200), fc.integer({min: 8, max: 40}), cuts, async (length, pageSize, cuts) => {
      const options = {cutOf: (request: number) => cuts[request % cuts.length] ?? 0};
      const {lost, twice, status} = await iterate({length, pageSize, options});
      expect(twice).toBe(0);
      if (lost.length > 0) expect(status?.complete).toBe(false);
    }),
    {numRuns: RUNS / 10},
  );
});

test('reading by time requests only first pages, and about as many as the list has pages', async () => {
  const {queries, lost} = await iterate({length: 5_000, pageSize: 100, options: {perSecond: 7}});
  expect(lost).toEqual([]);
  expect(queries.filter(({page}) => page > 1)).toEqual([]);
  expect(queries.length).toBeLessThanOrEqual(1.1 * 50 + 3);
});

test('rows of one second that do not fit on a page are read page by page', async () => {
  const {queries, lost, status} = await iterate({length: 400, pageSize: 20, options: {perSecond: 150}});
  expect({lost, status}).toMatchObject({lost: [], status: {complete: true}});
  for (const {page, start_time, end_time} of queries) if (page > 1) expect(start_time).toBe(end_time);
});

test('the iteration of a growing list ends, and yields the rows updated meanwhile', async () => {
  const meanwhile = (request: number): readonly ListEvent[] => [
    {kind: 'arrive', many: 3},
    {kind: 'update', at: 40 * request},
  ];
  const {lost, twice, requests} = await iterate({length: 1_000, pageSize: 50, meanwhile});
  expect({lost, twice}).toEqual({lost: [], twice: 0});
  expect(requests).toBeLessThan(40);
});

test('an iteration ends with an incomplete status if the list grows faster than it is read', async () => {
  const meanwhile = (): readonly ListEvent[] => [{kind: 'arrive', many: 120}];
  const {twice, status, requests} = await iterate({length: 200, pageSize: 20, options: {perSecond: 30}, meanwhile});
  expect(twice).toBe(0);
  expect(status?.complete).toBe(false);
  expect(requests).toBeLessThan(2_000);
});

test('reading by time yields all 5,000 rows from two replicas of which one lacks the newest row', async () => {
  const options = {lagOf: (request: number) => (request + 1) % 2};
  const {lost, twice, requests} = await iterate({length: 5_000, pageSize: 100, options});
  expect({lost, twice}).toEqual({lost: [], twice: 0});
  expect(requests).toBeLessThanOrEqual(60);
});

test('the status of an iteration is incomplete if it read fewer rows than the lowest count received', async () => {
  const {status} = await iterate({length: 250, pageSize: 100, options: {countOf: real => real + 500}});
  expect(status).toMatchObject({lowest: 750, rows: 250, complete: false});
});

test('a short list with a count costs one request', async () => {
  expect(await iterate({length: 57, pageSize: 100})).toMatchObject({lost: [], status: {complete: true}, requests: 1});
  expect(await iterate({length: 0, pageSize: 100})).toMatchObject({lost: [], status: {complete: true}, requests: 1});
  // A gateway limited to 50 rows per page would send the same page, so more requests are needed to exclude that.
  expect(await iterate({length: 50, pageSize: 100})).toMatchObject({lost: [], status: {complete: true}, requests: 4});
});
