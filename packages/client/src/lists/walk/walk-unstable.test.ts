import type {ErrorLogEntry} from '@edge-console/schema';
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {courses} from '../../../test/support/courses.ts';
import {createListModel, type ListEvent, type ListModelOptions} from '../../../test/support/list-model.ts';
import type {WalkStatus} from './paging.ts';
import {requestBudget} from './traversal.ts';
import {walkPages} from './walk-pages.ts';

interface Course {
  readonly length: number;
  readonly pageSize: number;
  readonly options?: ListModelOptions;
  readonly prefetch?: number;
  /** Changes before request n, from 2. */
  readonly meanwhile?: (request: number) => readonly ListEvent[];
}

const run = async ({length, pageSize, options = {}, prefetch = 0, meanwhile}: Course) => {
  const gateway = createListModel(length, options);
  const hidden = Math.max(...Array.from({length: 50}, (_, n) => options.lagOf?.(n + 1) ?? 0));
  const there = gateway.rows.filter(row => row.id <= length - hidden);
  const ids: number[] = [];
  const statuses: WalkStatus[] = [];
  let requests = 0;
  let highest = 0;
  let longest = 1;
  let budget = 0;
  const pages = walkPages<ErrorLogEntry>({
    first: undefined,
    pageSize,
    options: {prefetch, onStatus: status => statuses.push(status)},
    async fetch(page, size) {
      if (++requests > 20_000) throw new Error('it does not end');
      for (const event of requests > 1 ? (meanwhile?.(requests) ?? []) : []) gateway.happen(event);
      const answer = gateway.list(page, size);
      longest = Math.max(longest, answer.items.length);
      highest = Math.max(highest, answer.count ?? 0, gateway.rows.length);
      // Pages may grow during a walk that was allowed more requests for shorter ones.
      budget = Math.max(budget, requestBudget(highest, longest));
      return answer;
    },
  });
  for await (const page of pages) ids.push(...page.items.map(row => row.id));
  const now = new Set(gateway.rows.map(row => row.id));
  const given = new Set(ids);
  return {
    requests,
    budget,
    twice: ids.length - given.size,
    lost: there.filter(row => now.has(row.id) && !given.has(row.id)).map(row => row.id),
    status: statuses.at(-1),
    statuses: statuses.length,
    given: ids.length,
  };
};

const RUNS = courses(2_000);

test('two replicas one row apart: all of 5,000 rows, within the budget', async () => {
  const options = {lagOf: (request: number) => (request + 1) % 2};
  const {lost, twice, requests, status} = await run({length: 5_000, pageSize: 100, options});
  expect({lost, twice}).toEqual({lost: [], twice: 0});
  expect(requests).toBeLessThanOrEqual(100);
  expect(status).toMatchObject({state: 'unstable-count', lowest: 4_999, highest: 5_000, complete: true});
});

test('a list pruned during the walk: all that is left, within the budget', async () => {
  const meanwhile = () => [{kind: 'remove-oldest' as const, many: 4}];
  const {lost, twice, requests, status} = await run({length: 5_000, pageSize: 100, meanwhile});
  expect({lost, twice}).toEqual({lost: [], twice: 0});
  expect(requests).toBeLessThanOrEqual(100);
  expect(status?.complete).toBe(true);
});

test('a count that jitters: all rows, within the budget', async () => {
  const options = {countOf: (real: number, request: number) => real - (request % 2)};
  const {lost, twice, requests, status} = await run({length: 1_000, pageSize: 100, options});
  expect({lost, twice}).toEqual({lost: [], twice: 0});
  expect(requests).toBeLessThanOrEqual(24);
  expect(status).toMatchObject({lowest: 999, highest: 1_000, complete: true});
});

test('a list that moves faster than it is read: ends within the budget of its length, and says so', async () => {
  const options = {size: () => 20};
  const meanwhile = () => [{kind: 'arrive', many: 10} as const, {kind: 'remove-oldest', many: 10} as const];
  const {twice, requests, status} = await run({length: 250, pageSize: 100, options, meanwhile});
  expect({twice, complete: status?.complete}).toEqual({twice: 0, complete: false});
  expect(requests).toBeLessThanOrEqual(requestBudget(250, 20));
});

test('a list that grows as fast as it is read, oldest first: ends within four times its length', async () => {
  const options = {size: () => 20, order: 'oldest' as const};
  const meanwhile = () => [{kind: 'arrive', many: 20} as const, {kind: 'remove-oldest', many: 10} as const];
  const {requests} = await run({length: 250, pageSize: 100, options, meanwhile});
  expect(requests).toBeLessThanOrEqual(requestBudget(4 * 270, 20));
});

test.each([
  ['that is the length of the page', {size: () => 50, countOf: () => 50}, 450],
  ['that is the length of the page, on the last page too', {size: () => 50, countOf: () => 50}, 400],
])('with a count %s: all rows', async (_, options, length) => {
  expect(await run({length, pageSize: 100, options})).toMatchObject({lost: [], twice: 0});
});

test('a list as long as a cap may be costs one request more', async () => {
  expect(await run({length: 50, pageSize: 100})).toMatchObject({lost: [], statuses: 0, requests: 2});
  expect(await run({length: 57, pageSize: 100})).toMatchObject({lost: [], statuses: 0, requests: 1});
});

test('short pages that hide rows: the walk is not complete', async () => {
  const {lost, status} = await run({length: 250, pageSize: 100, options: {cutOf: () => 1}});
  expect(lost.length).toBeGreaterThan(0);
  expect(status).toMatchObject({lowest: 250, complete: false});
});

test('behind replicas that lag by up to a page, a walk without all rows is not complete', async () => {
  const lags = fc.array(fc.nat(30), {minLength: 2, maxLength: 7});
  await fc.assert(
    fc.asyncProperty(fc.integer({min: 60, max: 300}), lags, async (length, lags) => {
      const options = {size: () => 20, lagOf: (request: number) => lags[request % lags.length] ?? 0};
      const {lost, twice, status} = await run({length, pageSize: 100, options});
      expect(twice).toBe(0);
      if (lost.length > 0) expect(status?.complete).toBe(false);
    }),
    {numRuns: RUNS / 10},
  );
});

test('a list at rest costs one request a page and two more, and gives no status', async () => {
  expect(await run({length: 995, pageSize: 100})).toMatchObject({requests: 12, lost: [], statuses: 0});
  expect(await run({length: 9_995, pageSize: 100})).toMatchObject({requests: 102, lost: [], statuses: 0});
});

const arrive: fc.Arbitrary<ListEvent> = fc.record({
  kind: fc.constant('arrive' as const),
  many: fc.integer({min: 1, max: 6}),
});
const raise: fc.Arbitrary<ListEvent> = fc.record({kind: fc.constant('raise' as const), at: fc.nat(200)});
const late: fc.Arbitrary<ListEvent> = fc.record({kind: fc.constant('late' as const), back: fc.nat(60)});
const remove: fc.Arbitrary<ListEvent> = fc.record({kind: fc.constant('remove' as const), at: fc.nat(200)});
// A row removed and one inserted late between the same two requests cancel out in the count: they do not come together.
const changes = (odd: fc.Arbitrary<ListEvent>): fc.Arbitrary<ListEvent[][]> =>
  fc.array(fc.array(fc.oneof(arrive, raise, odd), {maxLength: 2}), {maxLength: 16});
/** What a balancer and a counter do to the answers, by request, over and over. */
const noise = fc.record({
  order: fc.constantFrom('newest', 'oldest' as const),
  lags: fc.array(fc.nat(4), {minLength: 1, maxLength: 7}),
  jitter: fc.array(fc.integer({min: -3, max: 3}), {minLength: 1, maxLength: 7}),
  told: fc.constantFrom('exact', 'jitters', 'rounded', 'low', 'absent' as const),
  // Not two in a row.
  repeated: fc.array(
    fc.integer({min: 1, max: 15}).map(n => 2 * n),
    {maxLength: 2},
  ),
});
type Noise = typeof noise extends fc.Arbitrary<infer T> ? T : never;

const optionsOf = ({order, lags, jitter, told, repeated}: Noise): ListModelOptions => ({
  order,
  // In a long list, counts that are equal and fit are believed: a jitter that hides a lag is not among the laws.
  lagOf: request => (told === 'jitters' ? 0 : (lags[request % lags.length] ?? 0)),
  repeats: request => repeated.includes(request),
  tellsCount: told !== 'absent',
  countOf: (real, request) => {
    if (told === 'jitters') return real + 40 + (jitter[request % jitter.length] ?? 0);
    // An estimate that is off: one that equals the number of rows by chance is believed.
    if (told === 'rounded') return Math.ceil(real / 10) * 10 + 500;
    return told === 'low' ? Math.floor(real * 0.8) : real;
  },
});

test('a repeated answer to a probe does not end the walk', async () => {
  const moments: readonly ListEvent[][] = [[{kind: 'arrive', many: 2}], [{kind: 'raise', at: 133}]];
  const options = {
    countOf: (real: number) => Math.floor(real * 0.8),
    repeats: (request: number) => [4, 6].includes(request),
  };
  const meanwhile = (request: number) => moments[request - 2] ?? [];
  expect(await run({length: 99, pageSize: 32, options, prefetch: 2, meanwhile})).toMatchObject({lost: [], twice: 0});
});

// A row that a replica hid is raised after the last pass read the top.
const RAISED_BEHIND: Noise = {order: 'newest', lags: [0, 2, 3], jitter: [0], told: 'rounded', repeated: []};

test('each row that every replica has throughout comes once, within the budget', async () => {
  const moments = fc.oneof(changes(late), changes(remove));
  // Retention at every request, up to a page; towards the end of the walk it stops.
  const pruned = fc.record({many: fc.integer({min: 0, max: 20}), until: fc.nat(40)});
  const length = fc.nat(160);
  const inputs = [length, fc.integer({min: 20, max: 40}), noise, moments, pruned, fc.nat(3)] as const;
  await fc.assert(
    fc.asyncProperty(...inputs, async (length, pageSize, noise, moments, prune, prefetch) => {
      const meanwhile = (request: number): readonly ListEvent[] => [
        ...(moments[request - 2] ?? []),
        ...(prune.many > 0 && request < prune.until ? [{kind: 'remove-oldest' as const, many: prune.many}] : []),
      ];
      const result = await run({length, pageSize, options: optionsOf(noise), prefetch, meanwhile});
      expect(result).toMatchObject({lost: [], twice: 0});
      expect(result.requests).toBeLessThanOrEqual(result.budget);
    }),
    {
      numRuns: RUNS,
      examples: [[51, 32, RAISED_BEHIND, [[], [], [], [{kind: 'raise', at: 190}]], {many: 4, until: 5}, 0]],
    },
  );
});

test('no wrong count hides an entry of the first five pages without a status', async () => {
  const moments = fc.array(fc.array(fc.oneof(arrive, late, remove), {maxLength: 2}), {maxLength: 8});
  // Each fits the rows by chance now and then.
  const counts = fc.constantFrom(
    (real: number, request: number) => real - (request % 2),
    (real: number) => Math.ceil(real / 10) * 10,
    (real: number, request: number) => real + ((request * 7) % 3) - 1,
    () => 60,
  );
  const lags = fc.array(fc.nat(2), {minLength: 1, maxLength: 5});
  await fc.assert(
    fc.asyncProperty(fc.integer({min: 20, max: 55}), lags, counts, moments, async (length, lags, countOf, moments) => {
      const options = {countOf, lagOf: (request: number) => lags[request % lags.length] ?? 0};
      const meanwhile = (request: number): readonly ListEvent[] => moments[request - 2] ?? [];
      const {lost, twice, status} = await run({length, pageSize: 20, options, meanwhile});
      expect(twice).toBe(0);
      if (lost.length > 0) expect(status?.complete).toBe(false);
    }),
    {numRuns: RUNS, examples: [[23, [0, 1, 2], (real, request) => real - (request % 2), []]]},
  );
});

test('without counts, an entry that was raised is given, or the status says not', async () => {
  const places = fc.array(fc.integer({min: 0, max: 449}), {minLength: 300, maxLength: 300});
  await fc.assert(
    fc.asyncProperty(places, async places => {
      const meanwhile = (request: number): readonly ListEvent[] =>
        [0, 1, 2].map(n => ({kind: 'raise', at: places[(3 * request + n) % places.length] ?? 0}));
      const options = {tellsCount: false, size: (asked: number) => Math.min(asked, 20)};
      const {lost, twice, status} = await run({length: 450, pageSize: 100, options, meanwhile});
      expect(twice).toBe(0);
      if (lost.length > 0) expect(status?.complete).toBe(false);
    }),
    {numRuns: RUNS / 20},
  );
});
