import {expect, test} from 'vitest';
import {progressLine} from '../src/cli/import.ts';

test('a progress line is shorter than the width of its terminal', () => {
  for (let columns = 0; columns < 120; columns++) {
    const text = progressLine({done: 36, size: 100, entries: 120_000}, columns);
    expect(text.length).toBeLessThanOrEqual(Math.max(columns - 1, 0));
  }
});

test('a progress line has a bar, a percentage and a count', () => {
  expect(progressLine({done: 50, size: 100, entries: 1200}, 40)).toBe('[########--------]  50 %  1,200 entries');
  expect(progressLine({done: 0, size: 0, entries: 0}, 20)).toBe('100 %  0 entries');
});
