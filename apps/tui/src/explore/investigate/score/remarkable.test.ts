import {expect, test} from 'vitest';
import {BINS} from '../observe.ts';
import type {Item} from './items.ts';
import {isRemarkable} from './remarkable.ts';
import type {Context} from './scan.ts';

/** A share `calm` of the value's earlier entries is at NOTICE. */
const isSilence = (dimension: Item['dimension'], calm: number): boolean => {
  const counts = new Float64Array(BINS);
  const item = {dimension, value: 'x'};
  const series = {item, rows: [], counts, expected: counts, seen: 300, calm, dispersion: 1};
  const deviation = {
    series,
    direction: 'down',
    isRows: true,
    first: 0,
    last: 20,
    count: 0,
    expected: 50,
    score: 50,
  } as const;
  return isRemarkable(deviation, {} as Context);
};

test.each([
  ['lua', 1, true],
  ['lua', 0, false],
  ['pattern', 1, true],
  ['pattern', 0, false],
  ['server', 0, true],
  ['client', 1, false],
  ['level', 1, false],
] as const)(
  'an absent %s, whose share of entries at NOTICE or less severe was %d, is reported as a silence: %s',
  (dimension, calm, isReported) => {
    expect(isSilence(dimension, calm)).toBe(isReported);
  },
);
