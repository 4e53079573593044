import fc from 'fast-check';
import {expect, test} from 'vitest';
import type {Coverage} from './sample.ts';
import {createKeyTally, createTrends} from './tally.ts';

const all = (rows: number): Coverage => ({kind: 'all', rows, complete: true});

test('a tally counts each key, and adds the counts of keys that `as` maps to the same key', () => {
  const keys = fc.array(fc.integer({min: 0, max: 9}), {maxLength: 200});
  fc.assert(
    fc.property(keys, values => {
      const tally = createKeyTally<number>();
      for (const [at, value] of values.entries()) tally.add(value, Math.floor(at / 10));
      const expected = Map.groupBy(values, value => value % 3);
      const tallies = tally.tallies(all(values.length), key => key % 3);
      expect([...tallies].map(([key, {count, rows}]) => [key, count, rows]).toSorted()).toEqual(
        [...expected].map(([key, group]) => [key, group.length, group.length]).toSorted(),
      );
    }),
  );
});

test('a tally with too many keys drops the rarest, and its counts of keys added later are lower bounds', () => {
  const tally = createKeyTally<string>(10);
  for (let at = 0; at < 100; at++) tally.add('often', at);
  for (let at = 0; at < 1_000; at++) tally.add(`once ${at}`, at);
  const tallies = tally.tallies(all(1_100));
  expect(tallies.size).toBeLessThanOrEqual(11);
  expect(tallies.get('often')).toMatchObject({count: 100, plusMinus: 0});
  expect(tallies.get('once 999')).toMatchObject({count: 1, plusMinus: Number.POSITIVE_INFINITY});
});

test('a trend counts every entry in the interval of its time, in any order of addition', () => {
  const times = fc.array(fc.integer({min: 1_700_000_000, max: 1_800_000_000}), {minLength: 1, maxLength: 60});
  fc.assert(
    fc.property(times, values => {
      const trends = createTrends<string>();
      for (const time of values) trends.add('x', time);
      const trend = trends.trends(4).get('x') ?? [];
      expect(trend.reduce((sum, count) => sum + count, 0)).toBe(values.length);
      const [from, to] = [Math.min(...values), Math.max(...values)];
      const partOf = (time: number) => ((time - from) / (to - from + 1)) * 4;
      for (const part of [0, 1, 2, 3]) {
        const inside = (margin: number) =>
          values.filter(time => partOf(time) >= part - margin && partOf(time) < part + 1 + margin).length;
        expect(trend[part]).toBeLessThanOrEqual(inside(0.05));
        expect(trend[part]).toBeGreaterThanOrEqual(inside(-0.05));
      }
    }),
  );
});
