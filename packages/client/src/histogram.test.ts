import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {
  type CountedPart,
  countParts,
  estimateSlices,
  readSpread,
  sliceCounts,
  slicesEvery,
  slicesOf,
  type TimeSlice,
} from './histogram.ts';

/** Counts the times in a slice as a gateway does, and records the requests. */
const counter = (times: readonly number[]) => {
  const state = {requests: 0, running: 0, maxRunning: 0};
  const count = async ({from, to}: TimeSlice) => {
    state.requests++;
    state.running++;
    state.maxRunning = Math.max(state.maxRunning, state.running);
    await Promise.resolve();
    state.running--;
    return times.filter(time => time >= from && time <= to).length;
  };
  return {state, count};
};

type Count = Parameters<typeof countParts>[0];
type Options = Omit<Parameters<typeof countParts>[2], 'from'>;

/** Counts all slices together, then their parts. `requests` includes the request for all slices. */
const countWhole = async (count: Count, slices: readonly TimeSlice[], options: Options = {}) => {
  const whole = await count({from: slices[0]?.from ?? 0, to: slices.at(-1)?.to ?? 0});
  if (whole === undefined) return undefined;
  const left = options.requests === undefined ? {} : {requests: options.requests - 1};
  return countParts(count, slices, {...options, ...left, from: [{begin: 0, end: slices.length, count: whole}]});
};

const countSlices = async (count: Count, slices: readonly TimeSlice[], options?: Options) => {
  const parts = await countWhole(count, slices, options);
  return parts && sliceCounts(parts, slices.length).map(value => value ?? 0);
};

const times = fc.array(fc.integer({min: 0, max: 10_000}), {maxLength: 200});
const span = fc
  .tuple(fc.integer({min: 0, max: 5000}), fc.integer({min: 0, max: 5000}))
  .map(([from, length]) => ({from, to: from + length}));

test('countParts counts the entries of each time slice correctly, with at most one request per slice', async () => {
  await fc.assert(
    fc.asyncProperty(times, span, fc.integer({min: 1, max: 80}), async (all, whole, most) => {
      const {count, state} = counter(all);
      const slices = slicesOf(whole, most);
      const expected = slices.map(({from, to}) => all.filter(time => time >= from && time <= to).length);
      expect(await countSlices(count, slices)).toEqual(expected);
      expect(state.requests).toBeLessThanOrEqual(slices.length);
      expect(state.maxRunning).toBeLessThanOrEqual(6);
    }),
  );
});

test('slicesEvery returns time slices that begin at multiples of their length and cover the time range', () => {
  expect(slicesEvery({from: 1230, to: 1800}, 600)).toEqual([
    {from: 1200, to: 1799},
    {from: 1800, to: 2399},
  ]);
});

test('counts add up to the initial total while entries arrive, and slices before the arrivals are exact', async () => {
  await fc.assert(
    fc.asyncProperty(times, fc.integer({min: 2, max: 60}), async (all, most) => {
      const list = [...all];
      const {count} = counter(list);
      const slices = slicesOf({from: 0, to: 10_000}, most);
      const newest = slices.at(-1) as TimeSlice;
      const counting = async (slice: TimeSlice) => {
        const counted = await count(slice);
        list.push(newest.to);
        return counted;
      };
      const counts = (await countSlices(counting, slices)) ?? [];
      expect(counts.reduce((sum, value) => sum + value, 0)).toBe(all.length);
      const old = slices.slice(0, -1).map(({from, to}) => all.filter(time => time >= from && time <= to).length);
      expect(counts.slice(0, -1)).toEqual(old);
    }),
  );
});

test('countParts resolves to undefined if counts contradict each other', async () => {
  let seed = 1;
  const jitter = async () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % 100;
  };
  expect(await countSlices(jitter, slicesOf({from: 0, to: 3599}, 60))).toBeUndefined();
});

test('counting slices resolves to undefined if the gateway sends no count, and rejects if a request fails', async () => {
  expect(await countSlices(async () => undefined, slicesOf({from: 0, to: 59}, 60))).toBeUndefined();
  const failing = async ({from}: TimeSlice) => {
    if (from > 20) throw new Error('gone');
    return 5;
  };
  await expect(
    countSlices(failing, [
      {from: 0, to: 9},
      {from: 10, to: 40},
      {from: 41, to: 50},
    ]),
  ).resolves.toEqual([5, 0, 0]);
  await expect(
    countSlices(async () => Promise.reject(new Error('gone')), slicesOf({from: 0, to: 9}, 5)),
  ).rejects.toThrow('gone');
});

test('slicesOf returns at most N adjacent time slices that cover the range and begin at multiples of their length', () => {
  fc.assert(
    fc.property(
      fc.integer({min: 0, max: 2e9}),
      fc.integer({min: 0, max: 2e9}),
      fc.integer({min: 1, max: 200}),
      (from, length, most) => {
        const slices = slicesOf({from, to: from + length}, most);
        const step = (slices[0]?.to ?? 0) - (slices[0]?.from ?? 0) + 1;
        expect(slices.length).toBeLessThanOrEqual(most);
        expect((slices[0]?.from ?? 0) % step).toBe(0);
        expect(slices[0]?.from).toBeLessThanOrEqual(from);
        expect(slices.at(-1)?.to).toBeGreaterThanOrEqual(from + length);
        for (const [at, slice] of slices.entries()) {
          if (at > 0) expect(slice.from).toBe((slices[at - 1]?.to ?? 0) + 1);
        }
      },
    ),
  );
  expect(slicesOf({from: 3_600, to: 7_199}, 60)).toHaveLength(60);
});

test('counting again takes one request if nothing changed, and finds a changed slice by halving', async () => {
  const slices = slicesOf({from: 0, to: 6399}, 64);
  const all = Array.from({length: 300}, (_, at) => (at * 37) % 6400);
  const known = await countWhole(counter(all).count, slices);
  const same = counter(all);
  expect(await countWhole(same.count, slices, {known: [known ?? []]})).toEqual(known);
  expect(same.state.requests).toBe(1);
  const updated = counter([...all, 1230]);
  const counts = await countSlices(updated.count, slices, {known: [known ?? []]});
  expect(counts).toEqual(await countSlices(counter([...all, 1230]).count, slices));
  expect(updated.state.requests).toBeLessThanOrEqual(1 + Math.ceil(Math.log2(slices.length)));
});

test('slices counted before are not counted again when the time range moves on', async () => {
  const all = Array.from({length: 500}, (_, at) => (at * 37) % 7000);
  const [before, after] = [slicesOf({from: 0, to: 6399}, 64), slicesOf({from: 200, to: 6599}, 66)];
  const counts = (await countSlices(counter(all).count, before)) ?? [];
  const byFrom = new Map(before.map(({from}, at) => [from, counts[at]]));
  const known = after.flatMap(({from}, begin): CountedPart[] => {
    const count = byFrom.get(from);
    return count === undefined ? [] : [{begin, end: begin + 1, count}];
  });
  const moved = counter(all);
  expect(await countSlices(moved.count, after, {known: [known]})).toEqual(await countSlices(counter(all).count, after));
  expect(moved.state.requests).toBeLessThanOrEqual(1 + 2 * Math.ceil(Math.log2(after.length)));
});

test('countParts counts correctly with known counts of a longer list, in one request if the lists are equal', async () => {
  await fc.assert(
    fc.asyncProperty(times, times, span, async (some, others, whole) => {
      const slices = slicesOf(whole, 40);
      const atMost = (await countWhole(counter([...some, ...others]).count, slices)) ?? [];
      const {count, state} = counter(some);
      expect(await countSlices(count, slices, {known: [atMost]})).toEqual(
        await countSlices(counter(some).count, slices),
      );
      if (others.length === 0) expect(state.requests).toBe(1);
    }),
  );
});

describe('histogram parts', () => {
  const all = Array.from({length: 900}, (_, at) => (at * 37) % 6400);
  const slices = Array.from({length: 64}, (_, at) => ({from: at * 100, to: at * 100 + 99}));
  const truth = slices.map(slice => all.filter(time => time >= slice.from && time <= slice.to).length);
  const sumOf = ({begin, end}: CountedPart): number => truth.slice(begin, end).reduce((sum, each) => sum + each, 0);

  test('countParts halves long parts before shorter ones, sends one request per part, and reports exact counts', async () => {
    const {count, state} = counter(all);
    const seen: {readonly parts: number; readonly requests: number}[] = [];
    const onParts = (parts: readonly CountedPart[]): void => {
      expect(parts.map(sumOf)).toEqual(parts.map(part => part.count));
      expect([0, ...parts.map(({end}) => end)]).toEqual([...parts.map(({begin}) => begin), slices.length]);
      seen.push({parts: parts.length, requests: state.requests});
    };
    await countWhole(count, slices, {onParts, concurrency: 1});
    // The next request was sent before the eighth part was reported.
    expect(seen.find(({parts}) => parts >= 8)?.requests).toBeLessThanOrEqual(8 + 1);
    expect(seen.at(-1)).toEqual({parts: 64, requests: 64});
  });

  test('countParts stops halving after the allowed number of requests, and a second call repeats no request', async () => {
    const {count, state} = counter(all);
    const sent = new Set<string>();
    const once = (slice: TimeSlice) => {
      expect(sent.has(JSON.stringify(slice))).toBe(false);
      sent.add(JSON.stringify(slice));
      return count(slice);
    };
    const first = (await countWhole(once, slices, {requests: 20})) ?? [];
    expect(state.requests).toBe(20);
    expect(first).toHaveLength(20);
    expect(Math.max(...first.map(({begin, end}) => end - begin))).toBe(4);
    expect(sliceCounts(first, slices.length).filter(value => value !== undefined).length).toBeLessThan(20);
    const second = (await countParts(once, slices, {from: first})) ?? [];
    expect(sliceCounts(second, slices.length)).toEqual(truth);
    expect(state.requests).toBe(64);
  });

  test('countParts halves only the parts for which the option `halves` returns true', async () => {
    const {count, state} = counter(all);
    const halves = ({begin}: CountedPart): boolean => begin < 4;
    const parts = (await countWhole(count, slices, {halves})) ?? [];
    expect(parts.at(-1)).toEqual({begin: 32, end: 64, count: sumOf({begin: 32, end: 64, count: 0})});
    expect(sliceCounts(parts, slices.length).slice(0, 4)).toEqual(truth.slice(0, 4));
    expect(state.requests).toBeLessThan(10);
  });

  test('countParts uses known counts of several slices without a request, and can halve them further', async () => {
    const known = (await countWhole(counter(all).count, slices, {requests: 16})) ?? [];
    const {count, state} = counter(all);
    expect(await countWhole(count, slices, {known: [known], requests: 1})).toEqual(known);
    expect(await countSlices(count, slices, {known: [known]})).toEqual(truth);
    expect(state.requests).toBe(1 + 1 + 64 - 16);
  });
});

describe('estimateSlices', () => {
  const slices = slicesOf({from: 0, to: 999}, 10);
  const newestFirst = (all: readonly number[]) => all.toSorted((one, other) => other - one);

  test('estimateSlices is exact if it has the times of all entries', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({min: 0, max: 999}), {maxLength: 60}), all => {
        const entries = newestFirst(all).map((time, index) => ({index, time}));
        const expected = slices.map(({from, to}) => all.filter(time => time >= from && time <= to).length);
        expect(estimateSlices(entries, slices)).toEqual(expected);
      }),
    );
  });

  test('estimateSlices with the times of some entries is nearly exact and adds up to the length of the list', () => {
    const all = newestFirst(Array.from({length: 20_000}, (_, at) => Math.floor(1000 * (at / 20_000) ** 2)));
    const indices = Array.from({length: 80}, (_, at) => Math.round((at * (all.length - 1)) / 79));
    const counts = estimateSlices(
      indices.map(index => ({index, time: all[index] ?? 0})),
      slices,
    );
    const total = counts.reduce((sum, value) => sum + value, 0);
    expect(Math.abs(total - all.length)).toBeLessThanOrEqual(slices.length);
    for (const [at, {from, to}] of slices.entries()) {
      const truth = all.filter(time => time >= from && time <= to).length;
      expect(Math.abs((counts[at] ?? 0) - truth)).toBeLessThan(0.1 * truth + 200);
    }
  });
});

test('readSpread reads evenly spread rows, including first and last, with a limit of concurrent requests', async () => {
  const state = {running: 0, maxRunning: 0};
  const read = async (index: number) => {
    state.maxRunning = Math.max(state.maxRunning, ++state.running);
    await Promise.resolve();
    state.running--;
    return index === 50 ? undefined : index;
  };
  const rows = await readSpread(read, {total: 101, rows: 11, concurrency: 3});
  expect(rows.map(({index}) => index)).toEqual([0, 10, 20, 30, 40, 60, 70, 80, 90, 100]);
  expect(state.maxRunning).toBe(3);
  expect(await readSpread(read, {total: 1})).toEqual([{index: 0, row: 0}]);
  expect(await readSpread(read, {total: 0})).toEqual([]);
});
