import fc from 'fast-check';
import {expect, test} from 'vitest';
import {cellWidth} from '../text/width.ts';
import {unicodeGlyphs as glyphs} from '../theme/glyphs.ts';
import {plainPaint as paint} from '../theme/theme.ts';
import {type Column, headText, placeColumns, rowText} from './columns.ts';

const column = (id: string, cells: number, priority: number, more: Partial<Column<string>> = {}): Column<string> => ({
  id,
  title: id,
  cells,
  priority,
  text: row => row,
  ...more,
});
const columns = [
  column('time', 8, 2),
  column('level', 5, 1),
  column('message', 10, 0, {grow: true}),
  column('id', 4, 3),
];
const ids = (width: number): string[] => placeColumns(columns, width).map(placed => placed.column.id);

test('where room is short the highest number goes first, the rest keeps its order', () => {
  expect(ids(33)).toEqual(['time', 'level', 'message', 'id']);
  expect(ids(32)).toEqual(['time', 'level', 'message']);
  expect(ids(20)).toEqual(['level', 'message']);
  expect(ids(3)).toEqual(['message']);
});

test('rows and heads have exactly the width, whatever is in them', () => {
  fc.assert(
    fc.property(
      fc.integer({min: 1, max: 90}),
      fc.constantFrom('x', '漢字'.repeat(30), '😀', 'long '.repeat(40)),
      (width, row) => {
        const placed = placeColumns(columns, width);
        expect(cellWidth(rowText(placed, row, {paint, glyphs}))).toBe(width);
        expect(cellWidth(headText(placed))).toBe(width);
      },
    ),
  );
});

test('a column scrolled sideways starts at its cell, and right-aligned ones end at theirs', () => {
  const placed = placeColumns([column('m', 6, 0, {from: 3}), column('n', 3, 1, {align: 'right'})], 11);
  expect(rowText(placed, '12', {paint, glyphs})).toBe('         12');
  expect(rowText(placed, '123456', {paint, glyphs})).toBe('456     12…');
});
