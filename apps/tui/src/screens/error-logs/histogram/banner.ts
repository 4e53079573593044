import type {TimeSlice} from '@edge-console/client/histogram';
import type {ErrorLogEntry} from '@edge-console/schema';
import type {Size} from '../../../core/screen.ts';
import {logShare} from '../../../explore/measures/timeline.ts';
import {plural} from '../../../format/number.ts';
import {dateTime, duration} from '../../../format/time.ts';
import type {Banner} from '../../../list/list.ts';
import {severityRole} from '../../../logs/severity.ts';
import {fit} from '../../../text/width.ts';
import type {Glyphs} from '../../../theme/glyphs.ts';
import type {Paint, Role} from '../../../theme/theme.ts';
import type {Ui} from '../../../ui/context.ts';
import {QUIET_MS} from '../../../ui/freshness.ts';
import type {LogData, LogsState} from '../log-state.ts';
import {
  BELOW_WARN,
  barColumns,
  cellColumns,
  cellsIn,
  type HistogramCell,
  histogramRows,
  isUncertain,
  LABEL_CELLS,
} from './cells.ts';
import {histogramCells} from './state.ts';

interface Mark {
  readonly text: string;
  readonly role: Role | undefined;
}

const BLANK: Mark = {text: ' ', role: undefined};

/** Draws the bar of a cell on a logarithmic scale. The bar is dimmed if its count can still grow or is a mean. */
const barOf = (cell: HistogramCell, most: number, {bars, dot}: Glyphs): Mark => {
  const {count, mean, worst, isApproximate = false, open} = cell;
  const height = count ?? mean;
  if (height === undefined) return {text: dot, role: 'muted'};
  if (height === 0) return BLANK;
  const text = bars[Math.ceil(logShare(height, most) * bars.length) - 1] ?? dot;
  return {text, role: open || count === undefined ? 'muted' : isApproximate ? undefined : severityRole(worst)};
};

/** Draws the letter of the most severe level in a cell, in lower case if the level is uncertain. */
const letterOf = (cell: HistogramCell, {dot}: Glyphs): Mark => {
  const {count, mean, worst, isApproximate = false} = cell;
  if (count === 0 || (count === undefined && mean === undefined)) return BLANK;
  if (count === undefined || worst === undefined) return {text: dot, role: 'muted'};
  const text = worst <= 3 ? 'C' : worst === 4 ? 'E' : worst === 5 ? 'W' : 'i';
  if (isApproximate) return {text: text.toLowerCase(), role: 'muted'};
  return {text, role: worst >= BELOW_WARN ? 'muted' : severityRole(worst)};
};

const TICKS = [60, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200, 86_400, 604_800];
const COLUMNS_PER_TICK = 12;
const DAY = 86_400;

/** Draws the line below the cells, with times at round intervals. Each time starts below the cell that begins then. */
const ruleWithTimes = (
  cells: readonly HistogramCell[],
  {width, isUtc, ui}: {readonly width: number; readonly isUtc: boolean; readonly ui: Ui},
): string => {
  const least = (stepOf(cells) * COLUMNS_PER_TICK) / width;
  const tick = TICKS.find(seconds => seconds >= least);
  const every = Math.ceil(COLUMNS_PER_TICK / width);
  const rule: string[] = Array.from({length: ui.columns}, () => ui.glyphs.rule);
  for (const [at, {from}] of cells.entries()) {
    const offset = isUtc ? 0 : new Date(from * 1000).getTimezoneOffset() * 60;
    if (tick === undefined ? at % every !== 0 : (from - offset) % tick !== 0) continue;
    const whole = dateTime(from * 1000, isUtc);
    const text = tick === undefined ? whole.slice(0, 7) : tick >= DAY ? whole.slice(5, 10) : whole.slice(11, 16);
    const begin = MARGIN_LEFT + at * width;
    if (begin + text.length > MARGIN_LEFT + cells.length * width) continue;
    rule.splice(begin, text.length, ...text);
  }
  return ui.paint('rule', rule.join(''));
};

const MARGIN_LEFT = 1;

/** Duration of a full cell in seconds. The first and the last cell can be shorter. */
const stepOf = (cells: readonly TimeSlice[]): number => Math.max(1, ...cells.map(({from, to}) => to - from + 1));

const paintMarks = (
  marks: readonly Mark[],
  {paint, span}: {readonly paint: Paint; readonly span: {readonly first: number; readonly last: number} | undefined},
): string => {
  let out = '';
  let run: Mark = {text: '', role: undefined};
  const flush = (): void => {
    out += run.role === undefined ? run.text : paint(run.role, run.text);
  };
  marks.forEach(({text, role: own}, at) => {
    const role = span !== undefined && at >= span.first && at <= span.last ? 'selection' : own;
    if (role !== run.role) flush();
    run = {text: role === run.role ? run.text + text : text, role};
  });
  flush();
  return out;
};

/** Returns a text for each row: count and times of the selected time range, or else highest count and cell duration. */
const labels = (
  {data: {histogram, times, filter}}: Pick<LogsState, 'data'>,
  cells: readonly HistogramCell[],
  {now, glyphs}: {readonly now: number; readonly glyphs: Glyphs},
): readonly [string, string] => {
  const covered = histogram.span && cellsIn(cells, histogram.span);
  const badge = histogram.counts?.badge ?? 'unknown';
  const about = badge === 'exact' ? '' : glyphs.about;
  if (covered !== undefined && histogram.span !== undefined) {
    const sum = countIn(cells.slice(covered.first, covered.last + 1));
    const entries = sum === undefined ? 'not counted' : `${about}${plural(sum, 'entry', 'entries')}`;
    return [entries, spanWords(histogram.span, times === 'utc')];
  }
  const most = highestOf(cells);
  const isDay = filter.range.from === undefined;
  const empty = isDay ? 'none in the last day' : 'no entries';
  const none = histogram.counts === undefined ? '' : empty;
  const scale = most === 0 ? none : `most ${about}${plural(Math.round(most), 'entry', 'entries')}`;
  const each = `${duration(stepOf(cells) * 1000)} each`;
  if (histogram.counting) {
    const waited = now - (histogram.lastCount?.at ?? now);
    const known = cells.filter(({count}) => count !== undefined).length;
    const what = histogram.counts !== undefined && known === cells.length ? 'levels' : `${known}/${cells.length}`;
    return [scale, waited < QUIET_MS ? each : `counting ${what}, ${duration(waited)}`];
  }
  if (histogram.failure !== undefined) return [scale, 'not counted'];
  if (badge === 'exact' && cells.some(isUncertain)) {
    return [scale, `${each}, ${glyphs.about}levels`];
  }
  return [scale, `${each}, ${badge === 'unknown' ? 'not counted' : badge}`];
};

/** Formats a time range: `14:05 to 14:20`, `14:05:30 to 14:20:00` or, if longer than a day, `11-20 14h-11-22 02h`. */
const spanWords = ({from, to}: TimeSlice, isUtc: boolean): string => {
  const [begin, end] = [dateTime(from * 1000, isUtc), dateTime((to + 1) * 1000, isUtc)];
  const [start, stop] = to - from >= DAY ? [5, 13] : (from % 60) + ((to + 1) % 60) === 0 ? [11, 16] : [11, 19];
  const words = (text: string): string => `${text.slice(start, stop)}${stop === 13 ? 'h' : ''}`;
  return stop === 13 ? `${words(begin)}-${words(end)}` : `${words(begin)} to ${words(end)}`;
};

const countIn = (cells: readonly HistogramCell[]): number | undefined =>
  cells.reduce<number | undefined>(
    (sum, {count}) => (sum === undefined || count === undefined ? undefined : sum + count),
    0,
  );

const highestOf = (cells: readonly HistogramCell[]): number =>
  Math.max(0, ...cells.map(({count, mean = 0}) => count ?? mean));

export const histogramBanner: Banner<ErrorLogEntry, LogData> = {
  rows: ({data: {histogram}}, size: Size) => (histogram.shown ? histogramRows(size) : 0),
  lines: (state, {ui, now}) => {
    const {histogram, times} = state.data;
    const {columns} = ui;
    const cells = histogramCells(state, {now, columns}).slice(-barColumns(columns));
    const width = cellColumns(cells.length, columns);
    const most = highestOf(cells);
    const span = histogram.span && cellsIn(cells, histogram.span);
    const [scale, each] = labels(state, cells, {now, glyphs: ui.glyphs});
    const gap = Math.max(1, columns - 1 - MARGIN_LEFT - cells.length * width - LABEL_CELLS);
    const line = (markOf: (cell: HistogramCell) => Mark, label: string, sign = ''): string => {
      const marks = paintMarks(cells.map(markOf), {paint: ui.paint, span});
      const text = fit(label, LABEL_CELLS, {align: 'right', ellipsis: ui.glyphs.ellipsis});
      return `${' '.repeat(MARGIN_LEFT)}${marks}${ui.paint('muted', sign.padEnd(gap) + text)}`;
    };
    const bar = (cell: HistogramCell): Mark => {
      const {text, role} = barOf(cell, most, ui.glyphs);
      return {text: text.repeat(width), role};
    };
    const letter = (cell: HistogramCell): Mark => {
      const {text, role} = letterOf(cell, ui.glyphs);
      return {text: text.padEnd(width), role};
    };
    // The newest cell also has a symbol after it, because some terminals and themes do not dim text.
    const newest = cells.at(-1)?.open === true ? ui.glyphs.open : '';
    return [line(bar, scale, newest), line(letter, each), ruleWithTimes(cells, {width, ui, isUtc: times === 'utc'})];
  },
};
