import fc from 'fast-check';
import {expect, test} from 'vitest';
import {countSlices, slicesOf, type TimeSlice} from './index.ts';

/** Counts times, and remembers what was asked for. */
const counter = (times: readonly number[]) => {
  const state = {requests: 0, running: 0, most: 0};
  const count = async ({from, to}: TimeSlice) => {
    state.requests++;
    state.running++;
    state.most = Math.max(state.most, state.running);
    await Promise.resolve();
    state.running--;
    return times.filter(time => time >= from && time <= to).length;
  };
  return {state, count};
};

const times = fc.array(fc.integer({min: 0, max: 10_000}), {maxLength: 200});
const span = fc
  .tuple(fc.integer({min: 0, max: 5000}), fc.integer({min: 0, max: 5000}))
  .map(([from, length]) => ({from, to: from + length}));

test('halving gives the counts of a full scan, with a request for each slice at most', async () => {
  await fc.assert(
    fc.asyncProperty(times, span, fc.integer({min: 1, max: 80}), async (all, whole, most) => {
      const {count, state} = counter(all);
      const slices = slicesOf(whole, most);
      const expected = slices.map(({from, to}) => all.filter(time => time >= from && time <= to).length);
      expect(await countSlices(count, slices)).toEqual(expected);
      expect(state.requests).toBeLessThanOrEqual(slices.length);
      expect(state.most).toBeLessThanOrEqual(6);
    }),
  );
});

test('under inserts the counts add up to the whole, and slices before the inserts are exact', async () => {
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

test('counts that contradict each other are no strip', async () => {
  let seed = 1;
  const jitter = async () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % 100;
  };
  expect(await countSlices(jitter, slicesOf({from: 0, to: 3599}, 60))).toBeUndefined();
});

test('without counts there is no strip; the error of a request is passed on', async () => {
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
  expect(await countSlices(async () => 1, [])).toEqual([]);
});

test('slices are adjacent, round, at most as many as wanted, and cover the span', () => {
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
