import fc from 'fast-check';
import {expect, test} from 'vitest';
import {iterate} from '../../test/support/iterated.ts';
import type {ListEvent, ListModelOptions} from '../../test/support/list-model.ts';
import {scenarios} from '../../test/support/scenarios.ts';

const RUNS = scenarios(500);
const event = fc.oneof(
  fc.record({kind: fc.constant('arrive' as const), many: fc.integer({min: 1, max: 6})}),
  fc.record({kind: fc.constant('raise' as const), at: fc.nat(200)}),
  fc.record({kind: fc.constant('remove-oldest' as const), many: fc.integer({min: 1, max: 20})}),
);
// A row removed and one that arrives between the same two requests cancel out in the count: they do not come together.
const changes = fc.array(fc.array(event, {maxLength: 1}), {maxLength: 20});
const kinds = fc.oneof(
  fc.constantFrom('oldest', 'id-up', 'scattered' as const).map(order => ({order})),
  fc.constant({honoursBounds: false}),
);
const noise = fc.record({
  lags: fc.array(fc.nat(3), {minLength: 1, maxLength: 5}),
  told: fc.constantFrom('exact', 'jitters', 'low', 'absent' as const),
  cap: fc.constantFrom(1_000, 20),
});

/** What may happen: counts that are equal and fit are believed, and so are equal passes. */
const EVENTS = {
  exact: ['arrive', 'raise', 'remove-oldest'],
  low: ['arrive', 'raise', 'remove-oldest'],
  jitters: ['arrive'],
  absent: ['arrive', 'raise'],
};

const optionsOf = (
  kind: ListModelOptions,
  {lags, told, cap}: typeof noise extends fc.Arbitrary<infer T> ? T : never,
) => ({
  ...kind,
  size: (asked: number) => Math.min(asked, cap),
  // A lag hidden by a jitter, or without counts, is not seen.
  lagOf: (request: number) => (told === 'jitters' || told === 'absent' ? 0 : (lags[request % lags.length] ?? 0)),
  tellsCount: told !== 'absent',
  countOf: (real: number, request: number) =>
    told === 'jitters' ? real - (request % 2) : told === 'low' ? Math.floor(real * 0.8) : real,
});

test('a list read by number gives no row twice, and all rows that exist throughout, or says that some may be missing', async () => {
  const inputs = [fc.nat(160), fc.integer({min: 12, max: 40}), kinds, noise, changes, fc.nat(3)] as const;
  await fc.assert(
    fc.asyncProperty(...inputs, async (length, pageSize, kind, noise, moments, prefetch) => {
      const meanwhile = (request: number): readonly ListEvent[] =>
        (moments[request - 2] ?? []).filter(({kind}) => EVENTS[noise.told].includes(kind));
      const options = optionsOf(kind, noise);
      const {lost, twice, status} = await iterate({length, pageSize, options, prefetch, meanwhile});
      expect(twice).toBe(0);
      if (status?.complete !== false) expect(lost).toEqual([]);
    }),
    {numRuns: RUNS},
  );
});

test('a list at rest is given whole, with any order, page size and count', async () => {
  const inputs = [fc.nat(160), fc.integer({min: 3, max: 40}), kinds, fc.boolean(), fc.nat(3)] as const;
  await fc.assert(
    fc.asyncProperty(...inputs, async (length, pageSize, kind, tellsCount, prefetch) => {
      const {ids, gateway, status} = await iterate({length, pageSize, options: {...kind, tellsCount}, prefetch});
      expect(ids.toSorted((a, b) => a - b)).toEqual(gateway.rows.map(({id}) => id).toSorted((a, b) => a - b));
      expect(status?.complete).toBe(true);
    }),
    {numRuns: 500},
  );
});

test.each([
  ['a count is reached by a short page', 45, {}, 3],
  ['a full last page is followed by an empty one', 40, {}, 3],
  ['the first page holds all by its count', 3, {}, 1],
  ['without counts a second pass finds nothing new', 45, {tellsCount: false}, 8],
  ['the page is ignored', 50, {ignoresPage: true}, 3],
  ['the list is empty', 0, {tellsCount: false}, 1],
] as const)('requests end when %s', async (_, length, options, expected) => {
  const {requests} = await iterate({length, pageSize: 20, options: {order: 'id-up', ...options}});
  expect(requests).toBe(expected);
});

test('a gateway that ignores the page number is followed for one page, and the status says so', async () => {
  const {ids, status} = await iterate({length: 50, pageSize: 20, options: {order: 'id-up', ignoresPage: true}});
  expect(ids).toHaveLength(20);
  expect(status).toMatchObject({complete: false, highest: 50});
});

test('arrivals on top of a list that ignores bounds cost no second pass', async () => {
  const meanwhile = (): readonly ListEvent[] => [{kind: 'arrive', many: 2}];
  const options = {honoursBounds: false};
  const {lost, twice, requests} = await iterate({length: 1_000, pageSize: 50, options, meanwhile});
  expect({lost, twice}).toEqual({lost: [], twice: 0});
  expect(requests).toBeLessThan(30);
});

test('a list that grows as fast as it is read ends', async () => {
  const meanwhile = (): readonly ListEvent[] => [{kind: 'arrive', many: 20}];
  const {requests, lost} = await iterate({length: 250, pageSize: 20, options: {order: 'oldest'}, meanwhile});
  expect(lost).toEqual([]);
  expect(requests).toBeLessThan(500);
});

test.each([450, 400])('a count that is the length of the page hides none of %d rows', async length => {
  const options = {size: () => 50, countOf: () => 50};
  for (const kind of [{order: 'id-up' as const}, {}]) {
    expect(await iterate({length, pageSize: 100, options: {...options, ...kind}})).toMatchObject({lost: [], twice: 0});
  }
});
