import fc from 'fast-check';
import {expect, test} from 'vitest';
import {estimateTotal, samplePages} from './index.ts';

interface Entry {
  /** Index in the list; the newest entry has 0. */
  readonly at: number;
  readonly log_time: number;
  readonly isBurst: boolean;
}

const NEWEST = 1_790_000_000;

const even = (length: number): Entry[] =>
  Array.from({length}, (_, at) => ({at, log_time: NEWEST - Math.floor(at / 3), isBurst: false}));

/** Makes entries with a burst in each hour: its 30 seconds have as many entries as about 20 minutes outside bursts. */
const hourly = (length: number): Entry[] => {
  let seed = 1;
  let time = NEWEST;
  return Array.from({length}, (_, at) => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    const isBurst = time % 3600 < 30;
    time += Math.log(1 - seed / 2 ** 32) * (isBurst ? 0.1 : 5);
    return {at, log_time: Math.floor(time), isBurst};
  });
};

interface Gateway {
  readonly honoursTimes?: boolean;
  readonly cap?: number;
}

/** A list that counts requests, sent rows and skipped rows. */
const listOf = (rows: readonly Entry[], {honoursTimes = true, cap = Number.POSITIVE_INFINITY}: Gateway = {}) => {
  const state = {requests: 0, read: 0, skipped: 0, open: 0, maxOpen: 0};
  const firstUpTo = (time: number): number => {
    let [low, high] = [0, rows.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((rows[middle]?.log_time ?? 0) <= time) high = middle;
      else low = middle + 1;
    }
    return low;
  };
  const read: Parameters<typeof samplePages<Entry>>[0] = async ({page, page_size, end_time}) => {
    state.requests++;
    state.maxOpen = Math.max(state.maxOpen, ++state.open);
    await Promise.resolve();
    state.open--;
    const first = honoursTimes && end_time !== undefined ? firstUpTo(end_time) : 0;
    const skipped = (page - 1) * Math.min(page_size, cap);
    const items = rows.slice(first + skipped, first + skipped + Math.min(page_size, cap));
    state.skipped += skipped;
    state.read += items.length;
    return {items, invalid: [], count: rows.length - first, page, pageSize: page_size};
  };
  return {state, read, count: rows.length};
};

const collect = async <T>(pages: AsyncIterable<T>): Promise<T[]> => {
  const all: T[] = [];
  for await (const page of pages) all.push(page);
  return all;
};

const placesOf = (pages: readonly {readonly items: readonly Entry[]}[]): readonly number[] =>
  pages.map(({items}) => items[0]?.at ?? 0).toSorted((one, other) => one - other);

test('a list with fewer rows than the sample is read completely', async () => {
  const {read, count} = listOf(even(950));
  const pages = await collect(samplePages(read, {count}));
  expect(pages.flatMap(({items}) => items.map(({at}) => at))).toEqual(Array.from({length: 950}, (_, at) => at));
  expect(pages.at(-1)).toMatchObject({done: 10, sampled: 10, pages: 10});
});

test.each([
  ['by time', {honoursTimes: true}, 1.1],
  ['by number where the gateway ignores times', {honoursTimes: false}, 1.02],
])(
  'samplePages reads 100 evenly spaced pages %s, the same each time, with at most six requests at once',
  async (_, gateway, requests) => {
    const {read, state, count} = listOf(even(200_000), gateway);
    const pages = await collect(samplePages(read, {count}));
    expect(pages).toHaveLength(100);
    for (const [part, first] of placesOf(pages).entries()) {
      // A page begins at most one page above the place for which it was read.
      expect(first).toBeGreaterThan(part * 2000 - 100);
      expect(first).toBeLessThan((part + 1) * 2000);
    }
    expect(state.maxOpen).toBeLessThanOrEqual(6);
    expect(state.requests).toBeLessThanOrEqual(100 * requests);
    expect(await collect(samplePages(read, {count}))).toEqual(pages);
  },
);

test.each([20_000, 165_000, 500_000])(
  'estimates of a burst in %d entries average within 8 % of its size, and 90 % of their intervals contain it',
  async length => {
    const rows = hourly(length);
    const truth = rows.filter(({isBurst}) => isBurst).length;
    const {read, state} = listOf(rows);
    let estimates = 0;
    let covered = 0;
    const RUNS = 100;
    for (let run = 0; run < RUNS; run++) {
      // The count seeds the random places.
      const pages = await collect(samplePages(read, {count: length - run}));
      const counts = pages.map(({items}) => items.filter(({isBurst}) => isBurst).length);
      const {count, plusMinus} = estimateTotal(counts, {sampled: pages.length, pages: pages[0]?.pages ?? 0});
      estimates += count / RUNS;
      if (Math.abs(count - truth) <= plusMinus) covered++;
    }
    expect(Math.abs(estimates / truth - 1)).toBeLessThan(0.08);
    expect(covered).toBeGreaterThanOrEqual(90);
    expect(state.skipped).toBeLessThan(state.read);
    expect(state.requests).toBeLessThan(RUNS * 100 * 2.2);
  },
);

test('samplePages reads evenly spaced pages even if entries of one second fill hundreds of pages', async () => {
  const rows = Array.from({length: 50_000}, (_, at) => ({
    at,
    log_time: at < 10_000 ? NEWEST : at < 40_000 ? NEWEST - 9 : NEWEST - 99,
    isBurst: false,
  }));
  const {read, count} = listOf(rows);
  const places = placesOf(await collect(samplePages(read, {count, rows: 1000})));
  expect(places.every((first, part) => first > part * 5000 - 100 && first < (part + 1) * 5000)).toBe(true);
});

test('a list with a time range is sampled without a request for an earlier time', async () => {
  const rows = even(30_000);
  const from = rows.at(-1)?.log_time ?? 0;
  const {read, count} = listOf(rows);
  const times: (number | undefined)[] = [];
  const reading: typeof read = query => {
    times.push(query.end_time);
    return read(query);
  };
  await collect(samplePages(reading, {count, from}));
  expect(Math.min(...times.map(time => time ?? NEWEST))).toBeGreaterThanOrEqual(from);
});

test('pages are counted by the size that the gateway sends, not by the requested size', async () => {
  const {read, count} = listOf(even(100_000), {cap: 20});
  const pages = await collect(samplePages(read, {count, rows: 1000}));
  expect(pages).toHaveLength(50);
  expect(pages[0]).toMatchObject({pages: 5000});
  expect(Math.max(...placesOf(pages))).toBeGreaterThan(97_900);
});

test('samplePages rejects with the error of a request, and requests nothing after it', async () => {
  const {read, state, count} = listOf(even(100_000));
  const failing: typeof read = async query => {
    if (state.requests >= 20) throw new Error('gone');
    return read(query);
  };
  await expect(collect(samplePages(failing, {count}))).rejects.toThrow('gone');
  expect(state.requests).toBe(20);
});

test('estimateTotal is exact if all pages were read', () => {
  expect(estimateTotal([3, 4], {sampled: 10, pages: 10})).toEqual({count: 7, plusMinus: 0});
});

test('the interval that estimateTotal returns contains the true total for at least 93 % of samples', () => {
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
    {numRuns: process.env.EDGE_THOROUGH === undefined ? 300 : 1000, seed: 7},
  );
  expect(covered / all).toBeGreaterThan(0.93);
});
