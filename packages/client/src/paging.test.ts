import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {arrayOf} from '../test/support/outcomes.ts';
import {itemsOf, type Page, walkPages} from './paging.ts';

interface Gateway {
  readonly rows: readonly number[];
  /** What the gateway makes of the asked page size. */
  size(asked: number): number;
  readonly tellsCount: boolean;
  readonly ignoresPage?: boolean;
}

const walk = (gateway: Gateway, pageSize: number, first = 1) => {
  const requests: number[] = [];
  const pages = walkPages<number>({
    first,
    pageSize,
    key: row => row,
    async fetch(page, asked): Promise<Page<number>> {
      requests.push(page);
      if (requests.length > 1000) throw new Error('it loops');
      const size = gateway.size(asked);
      const from = gateway.ignoresPage ? 0 : (page - 1) * size;
      const count = gateway.tellsCount ? gateway.rows.length : undefined;
      return {items: gateway.rows.slice(from, from + size), count, page, pageSize: asked};
    },
  });
  return {pages, requests};
};

const rows = (length: number) => Array.from({length}, (_, row) => row);
const exact = (asked: number) => asked;

test('every row comes once and in order, whatever the gateway makes of page sizes and counts', async () => {
  const gateways = fc.record({
    rows: fc.nat(60).map(rows),
    size: fc.oneof(
      fc.constant(exact),
      fc.integer({min: 1, max: 20}).map(cap => (asked: number) => Math.min(asked, cap)),
      fc.integer({min: 1, max: 80}).map(fixed => () => fixed),
    ),
    tellsCount: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(gateways, fc.integer({min: 1, max: 30}), async (gateway, pageSize) => {
      const {pages} = walk(gateway, pageSize);
      expect(await arrayOf(itemsOf(pages))).toEqual(gateway.rows);
    }),
    {numRuns: 300},
  );
});

describe('requests', () => {
  test.each([
    ['a count is reached', {rows: rows(40), size: exact, tellsCount: true}, 20, 2],
    ['the first page holds all by its count', {rows: rows(3), size: exact, tellsCount: true}, 20, 1],
    ['a page is shorter than those before it', {rows: rows(45), size: exact, tellsCount: false}, 20, 3],
    ['nothing new comes', {rows: rows(9), size: () => 20, tellsCount: false, ignoresPage: true}, 20, 2],
    ['the list is empty', {rows: [], size: exact, tellsCount: false}, 20, 1],
    [
      'the page is ignored and a count promises more',
      {rows: rows(50), size: exact, tellsCount: true, ignoresPage: true},
      20,
      2,
    ],
  ] satisfies [string, Gateway, number, number][])('end when %s', async (_, gateway, pageSize, expected) => {
    const {pages, requests} = walk(gateway, pageSize);
    await arrayOf(pages);
    expect(requests).toHaveLength(expected);
  });
});

test('an empty list is one page, and a walk may begin later', async () => {
  const empty = await arrayOf(walk({rows: [], size: exact, tellsCount: true}, 5).pages);
  expect(empty).toEqual([{items: [], count: 0, page: 1, pageSize: 5}]);
  const {pages, requests} = walk({rows: rows(20), size: exact, tellsCount: true}, 5, 3);
  expect(await arrayOf(itemsOf(pages))).toEqual(rows(20).slice(10));
  expect(requests).toEqual([3, 4]);
});

test('rows that an insert moves to the next page come once', async () => {
  let list = rows(30);
  const pages = walkPages<number>({
    first: 1,
    pageSize: 10,
    key: row => row,
    async fetch(page) {
      const items = list.slice((page - 1) * 10, page * 10);
      list = [1000 + page, ...list];
      return {items, count: list.length - 1, page, pageSize: 10};
    },
  });
  expect(await arrayOf(itemsOf(pages))).toEqual(rows(30));
});
