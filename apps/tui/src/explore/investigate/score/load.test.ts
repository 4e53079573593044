import {expect, test} from 'vitest';
import {BINS} from '../observe.ts';
import type {Item, Series} from './items.ts';
import {withLoad} from './load.ts';

const bins = (count: (bin: number) => number) => Float64Array.from({length: BINS}, (_, bin) => count(bin));

/** On earlier days, each bin had 10 entries with each value. */
const seriesOf = (dimension: Item['dimension'], value: string, count: (bin: number) => number): Series => ({
  ...{item: {dimension, value}, rows: [], seen: 7 * 10 * BINS, calm: 0, dispersion: 1},
  ...{counts: bins(count), expected: bins(() => 10)},
});

const weekend = (bin: number): number => (bin < BINS / 2 ? 14 : 7);

test('after a weekend begins, half of the entries of each value are expected, but not of all entries together', () => {
  const values = ['a', 'b', 'c'].map(value => seriesOf('server', value, weekend));
  const [total, first] = withLoad([seriesOf('total', '', weekend), ...values]);
  expect([...(total?.expected ?? [])]).toEqual(Array.from({length: BINS}, () => 10));
  expect([first?.expected[0], first?.expected.at(-1)]).toEqual([14, 7]);
});

test('a rise of one value alone does not change what is expected of it', () => {
  const others = ['a', 'b', 'c'].map(value => seriesOf('server', value, () => 10));
  const all = withLoad([seriesOf('upstream', 'x', () => 500), ...others]);
  expect(all[0]?.expected[0]).toBe(10);
});

test('a load that cannot be measured counts as the load of the earlier days', () => {
  const rare = {...seriesOf('server', 'a', () => 3), expected: bins(() => 0.01)};
  expect(withLoad([rare])[0]?.expected[0]).toBe(0.01);
});
