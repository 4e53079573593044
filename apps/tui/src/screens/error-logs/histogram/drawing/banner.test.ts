import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {initialList} from '../../../../list/list.ts';
import {charset} from '../../../../theme/glyphs.ts';
import {plainPaint, type Role} from '../../../../theme/theme.ts';
import type {Ui} from '../../../../ui/context.ts';
import {initialLogs, withData} from '../../log-state.ts';
import {BELOW_WARN, barColumns, cellWidths, type HistogramCell} from '../cells.ts';
import {histogramBanner} from './banner.ts';
import {type BarContext, barMarks, heightOf, segmentsOf} from './bars.ts';

const NOW = 1_800_000_000_000;
/** Pane heights with one, three and five rows of bars. */
const [ONE, THREE, FIVE] = [19, 25, 45];

type Counts = readonly (readonly [count: number | undefined, worst: number | undefined])[];

const cellsOf = (counts: Counts): readonly HistogramCell[] =>
  counts.map(([count, worst], at) => ({
    ...{from: 1_800_000_000 + at * 600, to: 1_800_000_599 + at * 600, count, worst},
    open: at === counts.length - 1,
  }));

interface DrawOptions {
  readonly rows?: number;
  readonly columns?: number;
  readonly ascii?: boolean;
  readonly change?: object;
  readonly paint?: Ui['paint'];
}

const draw = (cells: readonly HistogramCell[], options: DrawOptions = {}): readonly string[] => {
  const {rows = ONE, columns = cells.length + 23, ascii = false, change = {}} = options;
  const {paint = (role, text) => (role === 'selection' ? `[${text}]` : plainPaint(role, text))} = options;
  const counts = {cells, badge: 'exact', known: new Map()} as const;
  const histogram = {...initialLogs.histogram, counts, ...change};
  const state = withData({list: initialList, data: initialLogs}, {histogram, times: 'utc'});
  const clock = {now: () => NOW, subscribe: () => () => undefined};
  const ui: Ui = {paint, ...charset(ascii), say: text => text, clock, columns, rows};
  return histogramBanner().lines(state, {ui, now: NOW});
};

const mixed: Counts = [
  [0, undefined],
  [1, BELOW_WARN],
  [100, 5],
  [1000, 4],
  [510, 2],
  [7, undefined],
  [undefined, undefined],
  [990, 4],
];

describe('the histogram as drawn', () => {
  test('in a small pane, the histogram has one row of linear bars, and levels in the line of times', () => {
    const [bars, rule, ...none] = draw(cellsOf(mixed), {columns: 60});
    expect(bars).toMatch(/^ {5}▁{9}█{5}▄{5}▁{4}·{5}█{5}┆ +most 1,000 entries$/);
    expect(rule).toMatch(/^─08:00─{4}W─{3}E─{4}C─{8}09:00E─+ 10m each, ≈ levels $/);
    expect(none).toEqual([]);
    expect(draw(cellsOf(mixed), {ascii: true})[0]).toMatch(/^ {2}11841\.8: +most 1,000 entries$/);
  });

  test('the letter of the most severe level replaces a time below the histogram', () => {
    const counts: Counts = mixed.map((cell, at) => (at === 4 ? [510, 4] : at === 6 ? [3, 2] : cell));
    expect(draw(cellsOf(counts), {columns: 60})[1]).toMatch(/^─08:00─{4}W─{3}E─{4}E─{8}C─{4}E─+ 10m each, ≈ levels $/);
    const many: Counts = mixed.map(() => [3, 2]);
    expect(draw(cellsOf(many), {columns: 60})[1]).toMatch(/^─08:00(?:─+C)+─+09:00(?:─*C)+─/);
  });

  test('in a taller pane, the histogram has three or five rows of bars, a row of letters and a row of times', () => {
    const three = draw(cellsOf(mixed), {rows: THREE});
    expect(three.map(line => line.slice(0, 10).trimEnd())).toEqual([
      '    █   █',
      '    █▄  █',
      '  ▁▂██▁·█┆',
      '  iWEC· E',
      '─08:00────',
    ]);
    expect(three[0]).toMatch(/most 1,000 entries$/);
    expect(three[3]).toMatch(/10m each, ≈ levels$/);
    expect(draw(cellsOf(mixed), {rows: FIVE})).toHaveLength(7);
  });

  test('a logarithmic histogram shows a cell of few entries next to a cell of 1,000, and its label names the scale', () => {
    const [bars] = draw(cellsOf(mixed), {change: {scale: 'log'}});
    expect(bars).toMatch(/^ {2}▁▅█▇▂·█┆ +most 1,000, log$/);
  });

  test('a histogram cell with a mean count has no level, and an approximate level is in lower case', () => {
    const [, , bars, letters] = draw(
      [
        ...cellsOf([[undefined, undefined]]).map(cell => ({...cell, mean: 100, open: false})),
        ...cellsOf([[100, 3]]).map(cell => ({...cell, isApproximate: true, open: false})),
        ...cellsOf([[1000, 4]]).map(cell => ({...cell, open: false})),
      ],
      {rows: THREE},
    );
    expect(bars).toMatch(/^ ▂▂█ *$/);
    expect(letters).toMatch(/^ ·cE +10m each, ≈ levels$/);
    const means = cellsOf([[undefined, undefined]]).map(cell => ({...cell, mean: 51.8, open: false}));
    const change = {counts: {cells: means, badge: 'unknown', known: new Map()}};
    expect(draw(means, {change})[0]).toMatch(/most ≈ 52 entries$/);
  });

  test('the line below the histogram has times at round intervals, and fewer times if it has level letters', () => {
    const cells = cellsOf(Array.from({length: 36}, (_, at) => [5, at % 2 === 0 ? 4 : 3] as const));
    const rule = draw(cells, {rows: THREE}).at(-1);
    expect(rule).toBe(`─08:00───────10:00───────12:00${'─'.repeat(59 - 30)}`);
    expect(draw(cells)[1]).toMatch(/^─(?:EC){12}12:00C(?:EC)/);
  });

  test('the line below a histogram of several years shows months', () => {
    const month = 30 * 86_400;
    const cells = cellsOf(Array.from({length: 36}, () => [5, 4] as const)).map((cell, at) => ({
      ...{...cell, from: 1_600_000_000 + at * 2 * month, to: 1_600_000_000 + (at + 1) * 2 * month - 1},
    }));
    expect(draw(cells, {rows: THREE}).at(-1)).toBe(`─2020-09─────2022-09─────2024-08${'─'.repeat(59 - 32)}`);
  });

  test('the newest histogram cell has a dimmed bar, a symbol and a level letter, and is part of the scale', () => {
    const cells = cellsOf([
      [10_000, 5],
      [52_514, 4],
    ]);
    const [, , bars, letters] = draw(cells, {rows: THREE});
    expect(bars).toMatch(/^ ▅█┆ *$/);
    expect(letters).toMatch(/^ WE +20m, 10m each, exact$/);
    const paint = (role: Role, text: string): string => (role === 'muted' ? `<${text}>` : text);
    expect(draw(cellsOf([[7, 4]]), {columns: 30, paint})[0]).toMatch(/^ <█+><┆ +most 7 entries>$/);
  });

  test('a selected time range is highlighted above and below its bars, and its count replaces the scale', () => {
    const cells = cellsOf(mixed);
    const change = {span: {from: cells[2]?.from, to: cells[3]?.to}};
    const [top, , bars, letters] = draw(cells, {rows: THREE, change});
    expect(top).toMatch(/^ {3}\[ \]█ {3}█/);
    expect(bars).toMatch(/^ {2}▁▂██▁·█┆ *$/);
    expect(letters).toMatch(/^ {2}\w\[\w{2}\].* 08:20 to 08:40$/);
    expect(draw(cells, {change})[1]).toMatch(/^─+\w*\[.+\]/);
    expect(draw(cells, {change: {span: {from: cells[2]?.from, to: cells[3]?.to}}})[0]).toMatch(/ 1,100 entries$/);
    const unknown = draw(cells, {change: {span: {from: cells[5]?.from, to: cells[6]?.to}}});
    expect(unknown[0]).toMatch(/not counted$/);
  });

  test('the histogram labels say how accurate the counts are, and how long a time they cover', () => {
    const badge = (change: object, cells = cellsOf(mixed)) => draw(cells, {rows: THREE, change})[3]?.slice(-20).trim();
    const counts = (kind: string) => ({counts: {cells: cellsOf(mixed), badge: kind, known: new Map()}});
    expect(badge({}, cellsOf(mixed.slice(0, 4)))).toBe('40m, 10m each, exact');
    expect(badge(counts('estimate'))).toBe('10m each, estimate');
    expect(draw(cellsOf(mixed), {change: counts('estimate')})[0]).toMatch(/most ≈ 1,000 entries$/);
    expect(badge({counting: true, lastCount: {key: '', at: NOW - 100, columns: 120}})).toBe('10m each');
    expect(badge({counting: true, lastCount: {key: '', at: NOW - 3_000, columns: 120}})).toBe('counting 7/8, 3s');
    expect(draw(cellsOf([[0, undefined]]))[0]).toMatch(/none in the last day$/);
    expect(badge({since: 1, older: 12})).toBe('10m each, 12 older');
    expect(badge({failure: {message: 'away'}})).toBe('not counted');
  });

  test('histogram cells fill three quarters of the width or more, and differ by at most one column', () => {
    fc.assert(
      fc.property(fc.integer({min: 60, max: 250}), fc.integer({min: 1, max: 100}), (columns, cells) => {
        const number = Math.min(cells, barColumns(columns));
        const widths = cellWidths(number, columns);
        const sum = widths.reduce((one, other) => one + other, 0);
        expect(sum).toBeLessThanOrEqual(barColumns(columns));
        expect(sum * 1.25).toBeGreaterThanOrEqual(barColumns(columns) - 1);
        expect(Math.max(...widths) - Math.min(...widths)).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe('bars', () => {
  const context = fc.record({
    most: fc.integer({min: 1, max: 100_000}),
    rows: fc.constantFrom(1, 3, 5),
    scale: fc.constant('linear' as const),
  });
  const levels = fc.tuple(fc.nat(900), fc.nat(900), fc.nat(900), fc.nat(900));
  const cellWith = ([crit, error, warn, rest]: readonly [number, number, number, number]): HistogramCell => {
    const atLeast = [crit, crit + error, crit + error + warn];
    const count = crit + error + warn + rest;
    const worst = count === 0 ? undefined : ([3, 4, 5][atLeast.findIndex(each => each > 0)] ?? BELOW_WARN);
    return {from: 0, to: 59, count, worst, atLeast, open: false};
  };

  test('a linear bar is proportional to its count within an eighth of a row, and is never blank for an entry', () => {
    fc.assert(
      fc.property(context, fc.double({min: 0, max: 1, noNaN: true}), (of, share) => {
        const count = Math.round(share * of.most);
        const height = heightOf(count, of);
        expect(Math.abs(height - (count / of.most) * of.rows * 8)).toBeLessThanOrEqual(1);
        expect(height > 0).toBe(count > 0);
      }),
    );
  });

  test('the segments of a histogram bar add up to its height, and the first has the most severe level', () => {
    fc.assert(
      fc.property(levels, context, (counts, of: BarContext) => {
        const cell = cellWith(counts);
        const height = heightOf(cell.count ?? 0, {...of, most: Math.max(of.most, cell.count ?? 0)});
        const segments = segmentsOf(cell, height);
        expect(segments.reduce((sum, segment) => sum + segment.height, 0)).toBe(height);
        if (height > 0) expect(segments[0]?.level).toBe(cell.worst);
        for (const {height: part} of segments) expect(part).toBeGreaterThan(0);
      }),
    );
  });

  test('the rows of a histogram bar have the colours of its levels, most severe at the bottom', () => {
    const glyphs = charset(false).glyphs;
    const marks = (counts: readonly [number, number, number, number]) =>
      barMarks(cellWith(counts), {most: 100, rows: 5, scale: 'linear'}, glyphs).map(
        ({text, role}) => `${text} ${role}`,
      );
    expect(marks([1, 39, 40, 20])).toEqual([
      '█ severity.info',
      '█ severity.warn',
      '█ severity.warn',
      '█ severity.error',
      '█ severity.fatal',
    ]);
    expect(marks([0, 0, 10, 0])).toEqual([...Array.from({length: 4}, () => '  undefined'), '▄ severity.warn']);
  });
});
