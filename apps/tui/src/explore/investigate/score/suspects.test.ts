import {expect, test} from 'vitest';
import {BINS, type Observations} from '../observe.ts';
import type {Items, Series} from './items.ts';
import {suspectBins} from './suspects.ts';

const READ = 100;

/** The baseline days have 1,000 entries in each bin. */
const sample = (volumes: Readonly<Record<number, number>>): Observations => ({
  range: {from: 0, to: 86_399},
  now: Array.from({length: BINS}, (_, bin) => ({bin, day: 0, volume: volumes[bin] ?? 1000, read: READ, rows: []})),
  before: [{bin: 0, day: 1, volume: 1000, read: READ, rows: []}],
  coverage: {read: READ * BINS, total: 1000 * BINS, days: 7, isWhole: false},
});

/** A pattern has 0.1 expected entries in each bin. */
const pattern = (value: string, rows: Readonly<Record<number, number>>, seen: number): Series => ({
  item: {dimension: 'pattern', value},
  counts: Float64Array.from({length: BINS}, (_, bin) => rows[bin] ?? 0),
  expected: new Float64Array(BINS).fill(0.1),
  ...{dispersion: 1, rows: [], seen, calm: 0},
});
const items = (...series: readonly Series[]): Items => ({series}) as unknown as Items;

test('suspectBins returns time slices with far more entries than on earlier days or in the slices around them', () => {
  expect(suspectBins(sample({}), items())).toEqual([]);
  expect(suspectBins(sample({7: 2100, 8: 2200, 9: 2300}), items())).toEqual([9, 8]);
  expect(suspectBins(sample({20: 1150, 40: 1100}), items())).toEqual([20]);
});

test('suspectBins returns slices with a new pattern before slices with more entries of a known pattern', () => {
  const known = pattern('known', {3: 7}, 40);
  const unseen = pattern('new', {5: 5}, 0);
  expect(suspectBins(sample({}), items(known, unseen))).toEqual([5, 3]);
});

test('suspectBins returns at most six time slices, and no slice whose entries were all read', () => {
  const many = Array.from({length: 8}, (_, at) => pattern(`${at}`, {[4 * at]: 9}, 0));
  expect(suspectBins(sample({0: READ}), items(...many))).toEqual([4, 8, 12, 16, 20, 24]);
});
