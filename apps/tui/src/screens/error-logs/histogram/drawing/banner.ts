import type {ErrorLogEntry} from '@edge-console/schema';
import {dateTime} from '../../../../format/time.ts';
import type {Banner} from '../../../../list/list.ts';
import {fit} from '../../../../text/width.ts';
import type {Role} from '../../../../theme/theme.ts';
import type {Ui} from '../../../../ui/context.ts';
import type {LogData, LogsState} from '../../log-state.ts';
import {
  BELOW_WARN,
  barColumns,
  barRows,
  type CellRange,
  cellsIn,
  cellWidths,
  type HistogramCell,
  histogramRows,
  isUncertain,
  LABEL_CELLS,
  MARGIN_LEFT,
  stepOf,
} from '../cells.ts';
import type {EntryCounts} from '../counts/entry-counts.ts';
import {type Narrowed, narrowed} from '../narrowed.ts';
import {histogramCells} from '../state.ts';
import {type BarContext, BLANK, barMarks, letterOf, type Mark, paintMarks} from './bars.ts';
import {highestOf, labels} from './labels.ts';
import {type CellMarks, cellMarks} from './marks.ts';

const TICKS = [60, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200, 86_400, 604_800];
const COLUMNS_PER_TICK = 12;
const DAY = 86_400;

interface Drawing {
  readonly cells: readonly HistogramCell[];
  readonly widths: readonly number[];
  readonly ui: Ui;
  readonly isUtc: boolean;
  readonly part: Narrowed | undefined;
  readonly marks: CellMarks;
  readonly selected: CellRange | undefined;
}

/** Returns times at round intervals, such as every 5 minutes, and the column at which each begins. */
const timesBelow = ({cells, widths, isUtc}: Drawing, columnsPerTick: number) => {
  const total = widths.reduce((sum, width) => sum + width, 0);
  const least = (stepOf(cells) * columnsPerTick * cells.length) / Math.max(1, total);
  const tick = TICKS.find(seconds => seconds >= least);
  const every = Math.ceil((columnsPerTick * cells.length) / Math.max(1, total));
  let column = 0;
  return cells.flatMap(({from}, at) => {
    const begin = column;
    column += widths[at] ?? 0;
    const offset = isUtc ? 0 : new Date(from * 1000).getTimezoneOffset() * 60;
    if (tick === undefined ? at % every !== 0 : (from - offset) % tick !== 0) return [];
    const whole = dateTime(from * 1000, isUtc);
    const text = tick === undefined ? whole.slice(0, 7) : tick >= DAY ? whole.slice(5, 10) : whole.slice(11, 16);
    return begin + text.length > total ? [] : [{begin, text}];
  });
};

/** Ignores cells whose level is uncertain. Empty if no level is WARN or worse. */
const worstCells = (cells: readonly HistogramCell[]): readonly number[] => {
  const levels = cells.map(cell => (isUncertain(cell) ? BELOW_WARN : (cell.worst ?? BELOW_WARN)));
  const worst = Math.min(...levels);
  return levels.flatMap((level, at) => (level === worst && level < BELOW_WARN ? [at] : []));
};

const charactersOf = (text: string, role: Role): readonly Mark[] => [...text].map(each => ({text: each, role}));

/** If `label` is given, the rule shows it and the level letters. Otherwise, both are on a line of their own. */
const ruleLine = (drawing: Drawing, label: string | undefined): string => {
  const {cells, widths, ui, selected} = drawing;
  const marks: Mark[] = Array.from({length: ui.columns}, () => ({text: ui.glyphs.rule, role: 'rule'}));
  const put = (at: number, texts: readonly Mark[]): void => {
    marks.splice(at, texts.length, ...texts);
  };
  const beginOf = (cell: number): number => widths.slice(0, cell).reduce((sum, width) => sum + width, MARGIN_LEFT);
  if (label !== undefined) {
    for (const [at, cell] of cells.entries()) {
      const letter = letterOf(cell, ui.glyphs);
      if (letter.role !== undefined && letter.role !== 'muted') put(beginOf(at), [letter]);
    }
    put(ui.columns - 2 - label.length, [...charactersOf(` ${label}`, 'muted'), BLANK]);
  }
  const marked = (counts: readonly number[]): readonly number[] =>
    counts.flatMap((count, at) => (count > 0 ? [beginOf(at)] : []));
  const deploys = marked(drawing.marks.deploys);
  for (const at of deploys) put(at, [{text: ui.glyphs.deploy, role: 'accent'}]);
  // A time must not overwrite a deploy symbol or a worst-level letter, unless over a quarter of the cells have one.
  const kept = new Set(
    [deploys, label === undefined ? [] : worstCells(cells).map(beginOf)].flatMap(columns =>
      columns.length * 4 <= cells.length ? columns : [],
    ),
  );
  // A line with a label also has letters such as `E` for ERROR, so times need to be at least twice as far apart.
  for (const {begin, text} of timesBelow(drawing, label === undefined ? COLUMNS_PER_TICK : 2 * COLUMNS_PER_TICK)) {
    const characters = charactersOf(text, 'rule');
    if (!characters.some((_, at) => kept.has(MARGIN_LEFT + begin + at))) put(MARGIN_LEFT + begin, characters);
  }
  for (const at of marked(drawing.marks.found)) {
    const {text = ''} = marks[at] ?? {};
    put(at, [{text: text === ui.glyphs.rule ? ui.glyphs.found : text, role: 'match'}]);
  }
  if (label !== undefined && selected !== undefined) {
    const begin = beginOf(selected.first);
    const covered = marks.slice(begin, beginOf(selected.last + 1)).map(({text}): Mark => ({text, role: 'selection'}));
    put(begin, covered);
  }
  return paintMarks(marks, ui.paint);
};

const drawn = (state: LogsState, drawing: Drawing, {bars, now}: {readonly bars: number; readonly now: number}) => {
  const {cells, widths, ui, part, marks, selected} = drawing;
  const {histogram} = state.data;
  const [scale, each] = labels(state, cells, {now, glyphs: ui.glyphs, part, marks});
  const used = widths.reduce((sum, width) => sum + width, MARGIN_LEFT);
  const gap = Math.max(1, ui.columns - 1 - used - LABEL_CELLS);
  const line = (markOf: (at: number) => Mark, {label = '', sign = ''}): string => {
    const painted = cells.map((_, at) => markOf(at));
    const text = fit(label, LABEL_CELLS, {align: 'right', ellipsis: ui.glyphs.ellipsis});
    return `${' '.repeat(MARGIN_LEFT)}${paintMarks(painted, ui.paint)}${ui.paint('muted', sign.padEnd(gap) + text)}`;
  };
  // Some cells count all entries, the others only matching ones, whose bars would be hardly visible on the same scale.
  const [most, mostOfAll] = [false, true].map(countsAll =>
    highestOf(cells.filter(cell => countsAll === (cell.countsAll ?? false))),
  );
  const context: BarContext = {most: most ?? 0, rows: bars, scale: histogram.scale};
  const contextOfAll: BarContext = {...context, most: mostOfAll ?? 0};
  const columns = cells.map(cell => barMarks(cell, cell.countsAll ? contextOfAll : context, ui.glyphs));
  // The newest cell has a dimmed bar. It also gets a symbol, because some terminals do not dim text.
  const newest = cells.at(-1)?.open === true ? ui.glyphs.open : '';
  const isSelected = (at: number): boolean => selected !== undefined && at >= selected.first && at <= selected.last;
  const rows = Array.from({length: bars}, (_, row) =>
    line(
      at => {
        const mark = columns[at]?.[row] ?? BLANK;
        // A reversed full block looks empty, so only the blank cells above a selected bar are reversed.
        const role = isSelected(at) && mark === BLANK ? 'selection' : mark.role;
        return {text: mark.text.repeat(widths[at] ?? 1), role};
      },
      {label: row === 0 ? scale : '', sign: row === bars - 1 ? newest : ''},
    ),
  );
  if (bars === 1) return [...rows, ruleLine(drawing, each)];
  const letter = (at: number): Mark => {
    const {text, role} = letterOf(cells[at] as HistogramCell, ui.glyphs);
    return {text: text.padEnd(widths[at] ?? 1), role: isSelected(at) ? 'selection' : role};
  };
  return [...rows, line(letter, {label: each}), ruleLine(drawing, undefined)];
};

export const histogramBanner = (counts?: EntryCounts): Banner<ErrorLogEntry, LogData> => ({
  rows: ({data: {histogram}}, size) => (histogram.shown ? histogramRows(size) : 0),
  lines: (state, {ui, now}) => {
    const {columns} = ui;
    const all = histogramCells(state, {now, columns}).slice(-barColumns(columns));
    const part = narrowed(state, all, counts);
    const {cells} = part ?? {cells: all};
    const {times, histogram} = state.data;
    const drawing = {
      ...{cells, widths: cellWidths(cells.length, columns), ui, isUtc: times === 'utc', part},
      ...{marks: cellMarks(state, cells, counts), selected: histogram.span && cellsIn(cells, histogram.span)},
    };
    return drawn(state, drawing, {bars: Math.max(1, barRows(ui.rows)), now});
  },
});
