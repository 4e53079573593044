import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {
  type Flow,
  fitList,
  type Item,
  type ListExtent,
  type ListPosition,
  type Motion,
  moveList,
  plainFlow,
  scrollText,
  viewEnd,
} from './position.ts';

const motions: Motion[] = ['up', 'down', 'page-up', 'page-down', 'half-up', 'half-down', 'first', 'last'];
const extent = fc.record({
  count: fc.integer({min: 0, max: 10_000}),
  height: fc.integer({min: 1, max: 60}),
  flow: fc.constant(plainFlow),
});
const anywhere = fc.record({selected: fc.integer({min: -99, max: 20_000}), top: fc.integer({min: -99, max: 20_000})});

const lawful = ({selected, top}: ListPosition, {count, height}: ListExtent): boolean =>
  selected >= 0 &&
  selected <= Math.max(0, count - 1) &&
  top >= 0 &&
  top <= Math.max(0, count - height) &&
  selected >= top &&
  selected < top + height;

test('fitList makes the selected row visible and leaves no empty space that rows could fill', () => {
  fc.assert(fc.property(anywhere, extent, (position, size) => lawful(fitList(position, size), size)));
});

test('fitList does not change a position that it returned', () => {
  fc.assert(
    fc.property(anywhere, extent, (position, size) => {
      const fitted = fitList(position, size);
      expect(fitList(fitted, size)).toEqual(fitted);
    }),
  );
});

test('after any sequence of motions, the selected row is visible and rows fill the view', () => {
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
] as const)('in the middle of a list, the motion %s is reversed by %s', (there, back) => {
  fc.assert(
    fc.property(fc.integer({min: 2, max: 50}), fc.integer({min: 200, max: 700}), (height, selected) => {
      const size = {count: 1_000, height, flow: plainFlow};
      const start = fitList({selected, top: selected - Math.floor(height / 2)}, size);
      expect(moveList(moveList(start, there, size), back, size).selected).toBe(selected);
    }),
  );
});

test('the last row of a page is the first row of the next page', () => {
  const size = {count: 100, height: 10, flow: plainFlow};
  expect(moveList({selected: 0, top: 0}, 'page-down', size)).toEqual({selected: 9, top: 9});
  expect(moveList({selected: 0, top: 0}, 'last', size)).toEqual({selected: 99, top: 90});
});

const flowOf = (sizes: readonly (readonly [rows: number, lines: number])[]): {items: readonly Item[]; flow: Flow} => {
  let from = 0;
  const items = sizes.map(([rows, lines]) => {
    const item = {from, to: from + rows, lines};
    from += rows;
    return item;
  });
  const outside = (index: number): Item => ({from: index, to: index + 1, lines: 1});
  return {items, flow: index => items.find(item => index >= item.from && index < item.to) ?? outside(index)};
};
const sizes = fc.array(fc.tuple(fc.integer({min: 1, max: 40}), fc.integer({min: 1, max: 4})), {
  minLength: 1,
  maxLength: 60,
});

describe('a list of items with several rows and lines', () => {
  const law = (check: (extent: ListExtent & {items: readonly Item[]}, run: readonly Motion[]) => void) =>
    fc.assert(
      fc.property(
        sizes,
        fc.integer({min: 4, max: 30}),
        fc.array(fc.constantFrom(...motions), {maxLength: 30}),
        (of, height, run) => {
          const {items, flow} = flowOf(of);
          check({count: items.at(-1)?.to ?? 0, height, flow, items}, run);
        },
      ),
    );

  test('after any sequence of motions, the selected item is completely visible and items fill the view', () =>
    law((extent, run) => {
      const {items, count} = extent;
      let position = fitList({selected: 0, top: 0}, extent);
      for (const motion of run) {
        position = moveList(position, motion, extent);
        const {end, left} = viewEnd(position.top, extent);
        expect(position.selected, motion).toBeGreaterThanOrEqual(position.top);
        expect(position.selected, motion).toBeLessThan(end);
        expect(items.map(({from}) => from)).toContain(position.top);
        const above = items.find(({to}) => to === position.top);
        if (end === count && above !== undefined) expect(left).toBeLessThan(above.lines);
        expect(fitList(position, extent)).toEqual(position);
      }
    }));

  test('the motions down and up visit each item once', () =>
    law(extent => {
      const starts = extent.items.map(({from}) => from);
      let position = fitList({selected: 0, top: 0}, extent);
      const down = extent.items.map(() => {
        const {selected} = position;
        position = moveList(position, 'down', extent);
        return selected;
      });
      expect(down).toEqual(starts);
      position = fitList({selected: extent.count - 1, top: 0}, extent);
      const up = extent.items.slice(1).map(() => {
        position = moveList(position, 'up', extent);
        return position.selected;
      });
      expect(up).toEqual(starts.slice(0, -1).toReversed());
    }));

  test('every row is visible at some time while the list is paged down', () =>
    law(extent => {
      const seen = new Set<number>();
      let position = fitList({selected: 0, top: 0}, extent);
      for (const _ of extent.items) {
        for (let at = position.top; at < viewEnd(position.top, extent).end; at++) seen.add(at);
        position = moveList(position, 'page-down', extent);
      }
      expect(seen.size).toBe(extent.count);
    }));
});

test('a step of the wheel scrolls three lines, and the selection stays in view', () => {
  const extent = {count: 100, height: 10, flow: plainFlow};
  expect(moveList({selected: 5, top: 0}, 'wheel-down', extent)).toEqual({selected: 8, top: 3});
  expect(moveList({selected: 8, top: 3}, 'wheel-up', extent)).toEqual({selected: 5, top: 0});
  expect(scrollText(4, 'wheel-down', {lines: 20, height: 10})).toBe(7);
  expect(scrollText(2, 'wheel-up', {lines: 20, height: 10})).toBe(0);
});
