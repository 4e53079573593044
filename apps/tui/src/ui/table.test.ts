import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {sanitise} from '../text/sanitise.ts';
import {cellWidth} from '../text/width.ts';
import {unicodeGlyphs as glyphs} from '../theme/glyphs.ts';
import {plainPaint as paint} from '../theme/theme.ts';
import {
  type Column,
  headText,
  placeColumns,
  placeTable,
  rowText,
  type TableContext,
  tableLines,
  wrapCell,
} from './table.ts';

const context: TableContext = {now: 0, paint, glyphs, data: undefined};
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
  column('message', 10, 0, {grow: true, searched: true}),
  column('id', 4, 3),
];
const ids = (width: number): string[] => placeColumns(columns, width, context).map(placed => placed.column.id);

test('a narrow table drops the column with the highest priority number first', () => {
  expect(ids(33)).toEqual(['time', 'level', 'message', 'id']);
  expect(ids(32)).toEqual(['time', 'level', 'message']);
  expect(ids(20)).toEqual(['level', 'message']);
  expect(ids(3)).toEqual(['message']);
});

test('placeColumns adds optional columns by priority while the `grow` column keeps at least `leaves` cells', () => {
  const more = [...columns, column('request', 6, 4, {leaves: 20}), column('client', 4, 5, {leaves: 20})];
  const at = (width: number) => placeColumns(more, width, context).map(placed => placed.column.id);
  expect(at(50)).toEqual(['time', 'level', 'message', 'id']);
  expect(at(51)).toEqual(['time', 'level', 'message', 'id', 'request']);
  expect(at(56)).toEqual(['time', 'level', 'message', 'id', 'request']);
  expect(at(57)).toEqual(['time', 'level', 'message', 'id', 'request', 'client']);
  expect(placeColumns(more, 57, context)[2]?.cells).toBe(20);
});

test('columns with `stretch` share the width above the maximum `most` of the `grow` column', () => {
  const stretching = [
    column('value', 10, 0, {grow: true, most: 20}),
    column('bar', 5, 1, {stretch: true, text: (_, {cells}) => '#'.repeat(cells ?? 0)}),
    column('other', 5, 2, {stretch: true}),
  ];
  const cells = (width: number) => placeColumns(stretching, width, context).map(placed => placed.cells);
  expect(cells(34)).toEqual([20, 5, 5]);
  expect(cells(30)).toEqual([16, 5, 5]);
  expect(cells(55)).toEqual([21, 15, 15]);
  expect(rowText(placeColumns(stretching, 54, context), 'x', context)).toContain(` ${'#'.repeat(15)} `);
});

test('rows and column heads have exactly the width of the table, for any text', () => {
  const texts = fc.constantFrom('x', '漢字'.repeat(30), '😀', 'long '.repeat(40));
  fc.assert(
    fc.property(fc.integer({min: 1, max: 90}), texts, fc.nat(40), (width, row, sideways) => {
      const placed = placeColumns(columns, width, context);
      const sorted = {...context, sideways, sort: {column: 'message', descending: true}};
      expect(cellWidth(rowText(placed, row, sorted))).toBe(width);
      expect(cellWidth(headText(placed, sorted))).toBe(width);
    }),
  );
});

test('the `grow` column scrolls sideways, and text in a right-aligned column ends at the right edge', () => {
  const placed = placeColumns([column('m', 6, 0, {grow: true}), column('n', 3, 1, {align: 'right'})], 11, context);
  const moved = {...context, sideways: 3};
  expect(rowText(placed, '12', moved)).toBe('         12');
  expect(rowText(placed, '123456', moved)).toBe('456     12…');
  expect(headText(placed, moved)).toBe('m +3      n');
});

test('the sorted column shows its direction', () => {
  const placed = placeColumns([column('name', 10, 0)], 10, context);
  expect(headText(placed, {...context, sort: {column: 'name', descending: false}})).toBe('name ↑    ');
  expect(headText(placed, {...context, sort: {column: 'name', descending: true}})).toBe('name ↓    ');
});

test('a table row shows its mark, the selection and search matches, or a dot if it is not loaded', () => {
  const lines = tableLines(
    {
      columns: [columns[2] ?? column('message', 10, 0)],
      items: ['first', 'second', 'third', undefined].map((row, at) => ({rows: [row], isSelected: at === 1})),
      height: 5,
      isMarked: row => row !== 'second',
      isOdd: row => row === 'second',
      empty: [],
    },
    {...context, highlight: text => text.replace('ir', '<ir>')},
    20,
  );
  expect(lines.map(line => line.trimEnd())).toEqual([
    '   message',
    '●  f<ir>st',
    '!▌ second',
    '●  th<ir>d',
    '   ·',
    '',
  ]);
});

describe('columns that fit their texts', () => {
  const fitting = [column('level', 7, 1, {fits: 3, tight: true}), column('m', 4, 0, {grow: true, text: () => 'text'})];
  const draw = (rows: readonly string[], width: number, more: Partial<TableContext> = {}) =>
    tableLines(
      {
        ...{columns: fitting, height: rows.length, isMarked: () => false, isOdd: () => false, empty: []},
        items: rows.map(row => ({rows: [row], isSelected: false})),
      },
      {...context, ...more},
      width,
    );

  test('a column with `fits` is as wide as its title or longest text, at most `cells`, for any rows', () => {
    const words = fc.array(fc.string({unit: fc.constantFrom('a', 'b', '漢'), maxLength: 12}), {
      minLength: 1,
      maxLength: 9,
    });
    fc.assert(
      fc.property(words, fc.integer({min: 30, max: 140}), (rows, width) => {
        const longest = Math.max(5, ...rows.map(row => cellWidth(row)));
        const at = 3 + Math.min(7, longest) + (width - 4 <= 100 ? 1 : 2);
        const [head = '', ...lines] = draw(rows, width);
        expect(head.indexOf('m')).toBe(at);
        for (const line of lines) expect(cellWidth(line.slice(0, line.lastIndexOf('text')))).toBe(at);
      }),
    );
  });

  test('while rows are wrapped, a column with `fits` does not shrink to the texts in view', () => {
    expect(draw(['a'], 40, {wrap: true})[0]?.indexOf('m')).toBe(3 + 7 + 1);
  });
});

describe('wrapped rows', () => {
  const wrapped = [column('time', 4, 1, {text: () => '1200'}), column('m', 10, 0, {grow: true, searched: true})];
  const draw = (row: string, width: number) =>
    tableLines(
      {
        ...{columns: wrapped, height: 9, isMarked: () => false, isOdd: () => false, empty: []},
        items: [{rows: [row], isSelected: false, above: '· 14m ·'}],
      },
      {...context, wrap: true, highlight: text => text.replace('five', 'FIVE')},
      width,
    ).map(line => line.trimEnd());

  test('wrapped text continues under its own column, and a separator line is drawn above the row', () => {
    expect(draw('one two three four five', 20)).toEqual([
      '   time  m',
      '   · 14m ·',
      '   1200  one two',
      '         three four',
      '         FIVE',
      ...['', '', '', '', ''],
    ]);
  });

  test('wrapped rows take as many lines as wrapCell returns, and end with an ellipsis if they are cut', () => {
    const long = Array.from({length: 30}, (_, at) => `word${at}`).join(' ');
    expect(wrapCell(long, 10)).toHaveLength(6);
    expect(draw(long, 20)[7]).toBe('         word5 wor…');
    fc.assert(
      fc.property(fc.string({maxLength: 200}), fc.integer({min: 12, max: 60}), (text, width) => {
        const lines = tableLines(
          {
            ...{columns: wrapped, height: 9, isMarked: () => false, isOdd: () => false, empty: []},
            items: [{rows: [sanitise(text)], isSelected: true}],
          },
          {...context, wrap: true},
          width,
        );
        const cells = placeTable(wrapped, width, context).find(({column: {id}}) => id === 'm')?.cells ?? 0;
        expect(lines.slice(1).filter(line => line.includes('▌'))).toHaveLength(wrapCell(sanitise(text), cells).length);
        for (const line of lines) expect(cellWidth(line)).toBeLessThanOrEqual(width);
      }),
    );
  });
});
