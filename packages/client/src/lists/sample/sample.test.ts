import fc from 'fast-check';
import {expect, test} from 'vitest';
import type {Page} from '../page.ts';
import {estimateTotal, samplePages} from './index.ts';

/** A list of numbers, newest first, that counts its requests. */
const listOf = (length: number, {counts = true, cap = Number.POSITIVE_INFINITY} = {}) => {
  const requests: number[] = [];
  let open = 0;
  const state = {requests, most: 0};
  const read = async (page: number, wanted: number): Promise<Page<number>> => {
    requests.push(page);
    open++;
    state.most = Math.max(state.most, open);
    await Promise.resolve();
    open--;
    const size = Math.min(wanted, cap);
    const items = Array.from(
      {length: Math.max(0, Math.min(size, length - (page - 1) * size))},
      (_, at) => (page - 1) * size + at,
    );
    return {items, invalid: [], count: counts ? length : undefined, page, pageSize: wanted};
  };
  return {state, read};
};

const collect = async <T>(pages: AsyncIterable<T>): Promise<T[]> => {
  const all: T[] = [];
  for await (const page of pages) all.push(page);
  return all;
};

test('a short list is read as a whole', async () => {
  const {read} = listOf(950);
  const pages = await collect(samplePages(read));
  expect(pages.flatMap(({items}) => items)).toEqual(Array.from({length: 950}, (_, at) => at));
  expect(pages.at(-1)).toMatchObject({done: 10, sampled: 10, pages: 10, count: 950});
});

test('a long list is read in equal parts, at most six requests at a time, the same each time', async () => {
  const {read, state} = listOf(1_000_000);
  const pages = await collect(samplePages(read));
  expect(pages).toHaveLength(100);
  for (const [at, {items}] of pages.entries()) expect(Math.floor((items[0] ?? 0) / 10_000)).toBe(at);
  expect(state.most).toBeLessThanOrEqual(6);
  expect(state.requests.length).toBeLessThanOrEqual(101);
  expect(await collect(samplePages(read))).toEqual(pages);
});

test('pages of another size than requested are counted by their own size', async () => {
  const {read} = listOf(100_000, {cap: 20});
  const pages = await collect(samplePages(read, {rows: 1000}));
  expect(pages).toHaveLength(50);
  expect(pages[0]).toMatchObject({pages: 5000});
  expect(Math.max(...pages.flatMap(({items}) => items))).toBeGreaterThan(98_000);
});

test('without counts it is the beginning of the list', async () => {
  const {read} = listOf(100_000, {counts: false});
  const pages = await collect(samplePages(read, {rows: 1000}));
  expect(pages.flatMap(({items}) => items)).toHaveLength(1000);
  expect(pages[0]).toMatchObject({pages: undefined, count: undefined});
  expect(await collect(samplePages(listOf(130, {counts: false}).read))).toHaveLength(2);
  expect(await collect(samplePages(listOf(0).read))).toHaveLength(1);
});

test('rejects with the error of a page', async () => {
  const {read} = listOf(100_000);
  const failing = async (page: number, size: number) => {
    if (page > 500) throw new Error('gone');
    return read(page, size);
  };
  await expect(collect(samplePages(failing))).rejects.toThrow('gone');
});

test('an estimate of all pages is exact', () => {
  expect(estimateTotal([3, 4], {sampled: 10, pages: 10})).toEqual({count: 7, plusMinus: 0});
});

test('the interval covers the truth in 95 of 100 samples, also where entries come in runs', () => {
  let covered = 0;
  let all = 0;
  fc.assert(
    fc.property(fc.integer({min: 1, max: 2 ** 31}), fc.integer({min: 1, max: 40}), (seed, run) => {
      let state = seed;
      const random = () => {
        state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
        return state / 2 ** 32;
      };
      const share = 0.02 + random() * 0.6;
      let left = 0;
      let has = false;
      const counts = Array.from({length: 1000}, () => {
        let found = 0;
        for (let row = 0; row < 100; row++) {
          if (left-- <= 0) {
            has = random() < share;
            left = Math.floor(random() * 2 * run);
          }
          if (has) found++;
        }
        return found;
      });
      const truth = counts.reduce((sum, value) => sum + value, 0);
      const sample = Array.from({length: 100}, (_, at) => counts[Math.floor((at + random()) * 10)] ?? 0);
      const {count, plusMinus} = estimateTotal(
        sample.filter(value => value > 0),
        {sampled: 100, pages: 1000},
      );
      all++;
      if (Math.abs(count - truth) <= plusMinus) covered++;
    }),
    {numRuns: 1000, seed: 7},
  );
  expect(covered / all).toBeGreaterThan(0.93);
});
