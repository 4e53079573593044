import type {ErrorLogEntry} from '@edge-console/schema';
import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {createListModel, type ListEvent, type ListModel} from '../../../test/support/list-model.ts';
import {arrayOf, failing} from '../../../test/support/outcomes.ts';
import type {WalkStatus} from './paging.ts';
import {itemsOf, walkPages} from './walk-pages.ts';

interface WalkInput {
  readonly pageSize: number;
  readonly first?: number;
  readonly prefetch?: number;
  readonly signal?: AbortSignal;
  /** Changes of the list before request n is answered, which is `delay` microtasks after it was sent. */
  readonly meanwhile?: (request: number) => ListEvent[];
  readonly delay?: (request: number) => number;
  readonly onStatus?: (status: WalkStatus) => void;
}

const walk = (
  gateway: ListModel,
  {pageSize, first = 1, prefetch = 0, signal, meanwhile, delay, onStatus}: WalkInput,
) => {
  const requests: number[] = [];
  let active = 0;
  let busiest = 0;
  const pages = walkPages<ErrorLogEntry>({
    first,
    pageSize,
    options: {prefetch, ...(signal && {signal}), ...(onStatus && {onStatus})},
    async fetch(page, asked, options) {
      const number = requests.push(page);
      if (number > 2000) throw new Error('it loops');
      busiest = Math.max(busiest, ++active);
      for (let turn = 0; turn < (delay?.(number) ?? 0); turn++) await undefined;
      for (const event of meanwhile?.(number) ?? []) gateway.happen(event);
      options.signal?.throwIfAborted();
      active--;
      return gateway.list(page, asked);
    },
  });
  return {pages, requests, busiest: () => busiest};
};
const idsOf = async (input: ReturnType<typeof walk>) => (await arrayOf(itemsOf(input.pages))).map(row => row.id);

const exact = (asked: number) => asked;
const sizes = fc.oneof(
  fc.constant(exact),
  fc.integer({min: 8, max: 20}).map(cap => (asked: number) => Math.min(asked, cap)),
  fc.integer({min: 8, max: 80}).map(fixed => () => fixed),
);
const gateways = fc.record({length: fc.nat(60), size: sizes, tellsCount: fc.boolean()});

test('each row comes once and in order, with any page size and with or without count', async () => {
  const inputs = [gateways, fc.integer({min: 1, max: 30}), fc.nat(4)] as const;
  await fc.assert(
    fc.asyncProperty(...inputs, async ({length, ...options}, pageSize, prefetch) => {
      const gateway = createListModel(length, options);
      expect(await idsOf(walk(gateway, {pageSize, prefetch}))).toEqual(gateway.rows.map(row => row.id));
    }),
    {numRuns: 500},
  );
});

const event: fc.Arbitrary<ListEvent> = fc.oneof(
  fc.record({kind: fc.constant('arrive' as const), many: fc.integer({min: 1, max: 4})}),
  fc.record({kind: fc.constant('raise' as const), at: fc.nat(200)}),
);
/** Changes before each request. */
const meanwhile = fc.array(fc.array(event, {maxLength: 3}), {maxLength: 14});

test('a last page of one row, cut by a fixed page size, does not look like a page of the requested size', async () => {
  const gateway = createListModel(23, {size: () => 12});
  const there = gateway.rows.map(row => row.id);
  const events: ListEvent[][] = [
    [
      {kind: 'arrive', many: 1},
      {kind: 'raise', at: 15},
      {kind: 'arrive', many: 1},
    ],
    [124, 70, 48].map(at => ({kind: 'raise', at})),
    [{kind: 'raise', at: 39}],
    [177, 5].map(at => ({kind: 'raise', at})),
  ];
  const input = walk(gateway, {pageSize: 16, prefetch: 3, meanwhile: request => events[request - 2] ?? []});
  const ids = await idsOf(input);
  expect(there.filter(id => !ids.includes(id))).toEqual([]);
  expect(input.requests.length).toBeLessThan(20);
});

test('with arrivals and raises between requests, each row present at the start comes once, or the status says not', async () => {
  // Fewer rows than a page are moved between two requests.
  const live = fc.oneof(
    gateways.map(gateway => ({...gateway, tellsCount: true, least: 13})),
    fc.record({length: fc.nat(90), size: fc.constant(exact), tellsCount: fc.constant(false), least: fc.constant(13)}),
  );
  const inputs = [live, fc.nat(14), meanwhile] as const;
  const ahead = [fc.nat(4), fc.array(fc.nat(6), {maxLength: 8})] as const;
  let incomplete = 0;
  await fc.assert(
    fc.asyncProperty(...inputs, ...ahead, async ({length, least, ...options}, more, events, prefetch, delays) => {
      const gateway = createListModel(length, options);
      const there = gateway.rows.map(row => row.id);
      let status: WalkStatus | undefined;
      const ids = await idsOf(
        walk(gateway, {
          pageSize: least + more,
          prefetch,
          // No change before the first request.
          meanwhile: request => events[request - 2] ?? [],
          delay: request => delays[request % 8] ?? 0,
          onStatus: told => {
            status = told;
          },
        }),
      );
      expect(new Set(ids).size).toBe(ids.length);
      const lost = there.filter(id => !ids.includes(id));
      if (lost.length > 0 && status?.complete === false) incomplete++;
      else expect(lost).toEqual([]);
    }),
    {numRuns: 3000},
  );
  // Rows that are raised again and again from pages not read yet: 1 of 100,000 courses.
  expect(incomplete).toBeLessThan(3);
});

test('with a count, removed rows hide no other row', async () => {
  const gone = fc.array(fc.array(fc.nat(60), {maxLength: 3}), {maxLength: 8});
  await fc.assert(
    fc.asyncProperty(fc.nat(60), fc.integer({min: 4, max: 15}), gone, async (length, pageSize, places) => {
      const gateway = createListModel(length);
      const meanwhile = (request: number): ListEvent[] => (places[request - 2] ?? []).map(at => ({kind: 'remove', at}));
      const ids = await idsOf(walk(gateway, {pageSize, meanwhile}));
      expect(new Set(ids).size).toBe(ids.length);
      expect(gateway.rows.filter(row => !ids.includes(row.id))).toEqual([]);
    }),
    {numRuns: 500, examples: [[14, 4, [[], [8], [], [], [], [0]]]]},
  );
});

describe('requests', () => {
  test.each([
    ['a count is reached', 45, {}, 4],
    ['a full last page is followed by an empty one', 40, {}, 4],
    ['the first page holds all by its count', 3, {}, 1],
    ['a page is shorter than those before it', 45, {tellsCount: false}, 6],
    ['the only page comes again', 9, {tellsCount: false, ignoresPage: true}, 5],
    ['the same page comes a third time', 29, {tellsCount: false, ignoresPage: true}, 5],
    ['the list is empty', 0, {tellsCount: false}, 1],
    ['the page is ignored and a count promises more', 50, {ignoresPage: true}, 5],
  ] as const)('end when %s', async (_, length, options, expected) => {
    const {pages, requests} = walk(createListModel(length, options), {pageSize: 20});
    await arrayOf(pages);
    expect(requests).toHaveLength(expected);
  });

  test('are concurrent up to prefetch, and end at the count', async () => {
    const gateway = createListModel(95);
    const input = walk(gateway, {pageSize: 10, prefetch: 4, delay: () => 5});
    expect(await idsOf(input)).toHaveLength(95);
    expect(input.busiest()).toBe(4);
    // The first five overlap.
    expect(input.requests).toEqual([1, 2, 3, 3, 4, 4, 5, 6, 7, 8, 9, 10]);
  });

  test('are one ahead by default, and aborted at the end of the walk', async () => {
    const gateway = createListModel(95);
    const signals: (AbortSignal | undefined)[] = [];
    const pages = walkPages<ErrorLogEntry>({
      first: 1,
      pageSize: 10,
      options: undefined,
      fetch: async (page, size, {signal}) => {
        signals.push(signal);
        return gateway.list(page, size);
      },
    });
    await pages.next();
    expect(signals.map(signal => signal?.aborted)).toEqual([false, false]);
    await pages.return();
    expect(signals[1]?.aborted).toBe(true);
  });

  test('end with the signal of the caller', async () => {
    const stop = new AbortController();
    const {pages} = walk(createListModel(95), {pageSize: 10, prefetch: 2, signal: stop.signal});
    await pages.next();
    stop.abort(new Error('enough'));
    await expect(arrayOf(pages)).rejects.toThrow('enough');
  });

  test.each([-1, 17, 1.5])('are rejected with a prefetch of %d', async prefetch => {
    const {pages} = walk(createListModel(5), {pageSize: 10, prefetch});
    expect(await failing(pages.next())).toMatchObject({code: 'invalid_request'});
  });
});

test('an empty list gives one page, and a walk may start at a later page', async () => {
  const empty = await arrayOf(walk(createListModel(0), {pageSize: 5}).pages);
  expect(empty).toEqual([{items: [], invalid: [], count: 0, page: 1, pageSize: 5}]);
  const gateway = createListModel(20);
  const later = walk(gateway, {pageSize: 5, first: 3});
  expect(await idsOf(later)).toEqual(gateway.rows.slice(10).map(row => row.id));
  expect(later.requests).toEqual([3, 4, 4, 7]);
});

test('rows that an arrival moves to the next page come once', async () => {
  const gateway = createListModel(30);
  const there = gateway.rows.map(row => row.id);
  const ids = await idsOf(walk(gateway, {pageSize: 10, meanwhile: n => [{kind: 'arrive', many: n > 1 ? 1 : 0}]}));
  expect(ids.filter(id => there.includes(id))).toEqual(there);
});
