import fc from 'fast-check';
import {expect, test} from 'vitest';
import {iterate} from '../../test/support/iterated.ts';
import type {ListEvent, ListModelOptions} from '../../test/support/list-model.ts';
import {scenarios} from '../../test/support/scenarios.ts';

const RUNS = scenarios(500);
const event = fc.oneof(
  fc.record({kind: fc.constant('arrive' as const), many: fc.integer({min: 1, max: 6})}),
  fc.record({kind: fc.constant('update' as const), at: fc.nat(200)}),
  fc.record({kind: fc.constant('remove-oldest' as const), many: fc.integer({min: 1, max: 20})}),
);
// At most one change between two requests, because a removal together with an arrival would leave the count unchanged.
const changes = fc.array(fc.array(event, {maxLength: 1}), {maxLength: 20});
const kinds = fc.oneof(
  fc.constantFrom('oldest', 'id-up', 'scattered' as const).map(order => ({order})),
  fc.constant({honoursBounds: false}),
);
const noise = fc.record({
  lags: fc.array(fc.nat(3), {minLength: 1, maxLength: 5}),
  counting: fc.constantFrom('exact', 'jitters', 'low', 'absent' as const),
  cap: fc.constantFrom(1_000, 20),
});

/** The changes that reading by page number can notice, for each kind of count. */
const EVENTS = {
  exact: ['arrive', 'update', 'remove-oldest'],
  low: ['arrive', 'update', 'remove-oldest'],
  jitters: ['arrive'],
  absent: ['arrive', 'update'],
};

const optionsOf = (
  kind: ListModelOptions,
  {lags, counting, cap}: typeof noise extends fc.Arbitrary<infer T> ? T : never,
) => ({
  ...kind,
  size: (asked: number) => Math.min(asked, cap),
  // Without exact counts, a replica that lags cannot be noticed.
  lagOf: (request: number) =>
    counting === 'jitters' || counting === 'absent' ? 0 : (lags[request % lags.length] ?? 0),
  sendsCount: counting !== 'absent',
  countOf: (real: number, request: number) =>
    counting === 'jitters' ? real - (request % 2) : counting === 'low' ? Math.floor(real * 0.8) : real,
});

test('reading by page number yields no row twice, and loses no row unless the status is incomplete', async () => {
  const inputs = [fc.nat(160), fc.integer({min: 12, max: 40}), kinds, noise, changes, fc.nat(3)] as const;
  await fc.assert(
    fc.asyncProperty(...inputs, async (length, pageSize, kind, noise, moments, prefetch) => {
      const meanwhile = (request: number): readonly ListEvent[] =>
        (moments[request - 2] ?? []).filter(({kind}) => EVENTS[noise.counting].includes(kind));
      const options = optionsOf(kind, noise);
      const {lost, twice, status} = await iterate({length, pageSize, options, prefetch, meanwhile});
      expect(twice).toBe(0);
      if (status?.complete !== false) expect(lost).toEqual([]);
    }),
    {numRuns: RUNS},
  );
});

test('reading by page number yields all rows of an unchanging list, in any order and page size', async () => {
  const inputs = [fc.nat(160), fc.integer({min: 3, max: 40}), kinds, fc.boolean(), fc.nat(3)] as const;
  await fc.assert(
    fc.asyncProperty(...inputs, async (length, pageSize, kind, sendsCount, prefetch) => {
      const {ids, gateway, status} = await iterate({length, pageSize, options: {...kind, sendsCount}, prefetch});
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
  ['without counts a second pass finds nothing new', 45, {sendsCount: false}, 8],
  ['the page is ignored', 50, {ignoresPage: true}, 3],
  ['the list is empty', 0, {sendsCount: false}, 1],
] as const)('reading by page number ends when %s', async (_, length, options, expected) => {
  const {requests} = await iterate({length, pageSize: 20, options: {order: 'id-up', ...options}});
  expect(requests).toBe(expected);
});

test('a gateway that ignores the page number yields its only page, and the status is incomplete', async () => {
  const {ids, status} = await iterate({length: 50, pageSize: 20, options: {order: 'id-up', ignoresPage: true}});
  expect(ids).toHaveLength(20);
  expect(status).toMatchObject({complete: false, highest: 50});
});

test('iteration without `end_time` support reads the list once if rows only arrive at the top', async () => {
  const meanwhile = (): readonly ListEvent[] => [{kind: 'arrive', many: 2}];
  const options = {honoursBounds: false};
  const {lost, twice, requests} = await iterate({length: 1_000, pageSize: 50, options, meanwhile});
  expect({lost, twice}).toEqual({lost: [], twice: 0});
  expect(requests).toBeLessThan(30);
});

test('iteration ends even if the list grows as fast as it is read', async () => {
  const meanwhile = (): readonly ListEvent[] => [{kind: 'arrive', many: 20}];
  const {requests, lost} = await iterate({length: 250, pageSize: 20, options: {order: 'oldest'}, meanwhile});
  expect(lost).toEqual([]);
  expect(requests).toBeLessThan(500);
});

test.each([450, 400])(
  'all %d rows are read even if the gateway sends the number of rows on the page as count',
  async length => {
    const options = {size: () => 50, countOf: () => 50};
    for (const kind of [{order: 'id-up' as const}, {}]) {
      expect(await iterate({length, pageSize: 100, options: {...options, ...kind}})).toMatchObject({
        lost: [],
        twice: 0,
      });
    }
  },
);
