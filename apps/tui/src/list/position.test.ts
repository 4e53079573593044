import fc from 'fast-check';
import {expect, test} from 'vitest';
import type {Motion} from '../commands/motions.ts';
import {fitList, type ListExtent, type ListPosition, moveList} from './position.ts';

const motions: Motion[] = ['up', 'down', 'page-up', 'page-down', 'half-up', 'half-down', 'first', 'last'];
const extent = fc.record({count: fc.integer({min: 0, max: 10_000}), height: fc.integer({min: 1, max: 60})});
const anywhere = fc.record({selected: fc.integer({min: -99, max: 20_000}), top: fc.integer({min: -99, max: 20_000})});

const lawful = ({selected, top}: ListPosition, {count, height}: ListExtent): boolean =>
  selected >= 0 &&
  selected <= Math.max(0, count - 1) &&
  top >= 0 &&
  top <= Math.max(0, count - height) &&
  selected >= top &&
  selected < top + height;

test('wherever a list stood, fitting it brings the selected row into view and leaves no needless gap', () => {
  fc.assert(fc.property(anywhere, extent, (position, size) => lawful(fitList(position, size), size)));
});

test('fitting a list that fits changes nothing', () => {
  fc.assert(
    fc.property(anywhere, extent, (position, size) => {
      const fitted = fitList(position, size);
      expect(fitList(fitted, size)).toEqual(fitted);
    }),
  );
});

test('any run of motions keeps the laws', () => {
  fc.assert(
    fc.property(extent, fc.array(fc.constantFrom(...motions), {maxLength: 40}), (size, run) => {
      let position = fitList({selected: 0, top: 0}, size);
      for (const motion of run) {
        position = moveList(position, motion, size);
        expect(lawful(position, size), motion).toBe(true);
      }
    }),
  );
});

test.each([
  ['down', 'up'],
  ['page-down', 'page-up'],
  ['half-down', 'half-up'],
] as const)('%s and %s undo each other away from the ends', (there, back) => {
  fc.assert(
    fc.property(fc.integer({min: 2, max: 50}), fc.integer({min: 200, max: 700}), (height, selected) => {
      const size = {count: 1_000, height};
      const start = fitList({selected, top: selected - Math.floor(height / 2)}, size);
      expect(moveList(moveList(start, there, size), back, size).selected).toBe(selected);
    }),
  );
});

test('a page leaves one row of the last one in view', () => {
  const size = {count: 100, height: 10};
  expect(moveList({selected: 0, top: 0}, 'page-down', size)).toEqual({selected: 9, top: 9});
  expect(moveList({selected: 0, top: 0}, 'last', size)).toEqual({selected: 99, top: 90});
});
