import type {TimeSlice} from '@edge-console/client/strip';
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
import {QUIET_MS} from '../../../ui/status-line.ts';
import type {LogData, LogsState} from '../model/state.ts';
import {CALM, cellsIn, LABEL_CELLS, type StripCell, stripRows} from './cells.ts';
import {countIn, stripCells} from './update.ts';

/** One character of the strip. */
interface Mark {
  readonly text: string;
  readonly role: Role | undefined;
}

const BLANK: Mark = {text: ' ', role: undefined};

/** A bar on a scale of logarithms, shared by all levels. The newest cell has not ended, so its count would look like a fall. */
const barOf = ({count, worst, open}: StripCell, most: number, {bars, dot, open: openCell}: Glyphs): Mark => {
  if (open) return {text: openCell, role: 'muted'};
  if (count === undefined) return {text: dot, role: 'muted'};
  if (count === 0) return BLANK;
  return {text: bars[Math.ceil(logShare(count, most) * bars.length) - 1] ?? dot, role: severityRole(worst)};
};

const letterOf = ({count, worst, open}: StripCell): Mark => {
  if (open || count === undefined || count === 0) return BLANK;
  if (worst === undefined) return {text: '?', role: 'muted'};
  const text = worst <= 3 ? 'C' : worst === 4 ? 'E' : worst === 5 ? 'W' : 'i';
  return {text, role: worst >= CALM ? 'muted' : severityRole(worst)};
};

const TICKS = [60, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200, 86_400, 604_800];
const CELLS_PER_TICK = 12;
const DAY = 86_400;

/** Letters of the cells, with times in place of equal letters. */
const lettersWithTimes = (cells: readonly StripCell[], isUtc: boolean): readonly Mark[] => {
  const marks = cells.map(letterOf);
  const step = stepOf(cells);
  const tick = TICKS.find(seconds => seconds >= step * CELLS_PER_TICK) ?? DAY;
  for (const [at, {from}] of cells.entries()) {
    const offset = isUtc ? 0 : new Date(from * 1000).getTimezoneOffset() * 60;
    if ((from - offset) % tick !== 0) continue;
    const whole = dateTime(from * 1000, isUtc);
    const text = tick >= DAY ? whole.slice(5, 10) : whole.slice(11, 16);
    const begin = Math.max(0, at - 1);
    const label = `${begin < at ? ' ' : ''}${text} `;
    const under = marks.slice(Math.max(0, begin - 1), begin + label.length + 1);
    if (begin + label.length >= marks.length || under.some(mark => mark.text !== under[0]?.text)) continue;
    for (const [index, character] of [...label].entries()) marks[begin + index] = {text: character, role: 'muted'};
  }
  return marks;
};

/** Seconds of a cell; the first and the last one may be cut. */
const stepOf = (cells: readonly TimeSlice[]): number => Math.max(1, ...cells.map(({from, to}) => to - from + 1));

/** Marks as text; those of a span are reversed. */
const paintMarks = (
  marks: readonly Mark[],
  {paint, span}: {readonly paint: Paint; readonly span: {readonly first: number; readonly last: number} | undefined},
): string => {
  let out = '';
  let run: Mark = {text: '', role: undefined};
  const flush = (): void => {
    out += run.role === undefined ? run.text : paint(run.role, run.text);
  };
  for (const [at, mark] of marks.entries()) {
    const role: Role | undefined = span !== undefined && at >= span.first && at <= span.last ? 'selection' : mark.role;
    if (role === run.role) run = {text: run.text + mark.text, role};
    else {
      flush();
      run = {text: mark.text, role};
    }
  }
  flush();
  return out;
};

interface Look {
  readonly now: number;
  readonly glyphs: Glyphs;
}

/** What the bars are: their scale, and how long a cell is and how sure its count; of a span, its entries and times. */
const labels = (
  {data: {strip, times, filter}}: Pick<LogsState, 'data'>,
  cells: readonly StripCell[],
  {now, glyphs}: Look,
): readonly [string, string] => {
  const covered = strip.span && cellsIn(cells, strip.span);
  const badge = strip.counts?.badge ?? 'unknown';
  const about = badge === 'exact' ? '' : glyphs.about;
  if (covered !== undefined && strip.span !== undefined) {
    const sum = countIn(cells.slice(covered.first, covered.last + 1));
    const entries = sum === undefined ? 'not counted' : `${about}${plural(sum, 'entry', 'entries')}`;
    return [entries, spanWords(strip.span, times === 'utc')];
  }
  const most = mostOf(cells);
  const isDay = filter.range.from === undefined;
  const none = strip.counts === undefined ? '' : isDay ? 'none in the last day' : 'no entries';
  const scale = most === 0 ? none : `most ${about}${plural(most, 'entry', 'entries')}`;
  const each = `${duration(stepOf(cells) * 1000)} each`;
  if (strip.counting) {
    const waited = now - (strip.asked?.at ?? now);
    return [scale, waited < QUIET_MS ? each : `counting ${duration(waited)}`];
  }
  if (strip.failure !== undefined) return [scale, 'not counted'];
  return [scale, `${each}, ${badge === 'unknown' ? 'not counted' : badge}`];
};

/** `14:05 to 14:20`; with seconds for short spans, with days for long ones. */
const spanWords = ({from, to}: TimeSlice, isUtc: boolean): string => {
  const [begin, end] = [dateTime(from * 1000, isUtc), dateTime((to + 1) * 1000, isUtc)];
  const [start, stop] = to - from >= DAY ? [5, 13] : (from % 60) + ((to + 1) % 60) === 0 ? [11, 16] : [11, 19];
  const words = (text: string): string => `${text.slice(start, stop)}${stop === 13 ? 'h' : ''}`;
  return stop === 13 ? `${words(begin)}-${words(end)}` : `${words(begin)} to ${words(end)}`;
};

const mostOf = (cells: readonly StripCell[]): number =>
  Math.max(0, ...cells.map(({count = 0, open}) => (open ? 0 : count)));

/** The strip of the list: entries over time, and the worst level of each cell. */
export const stripBanner: Banner<ErrorLogEntry, LogData> = {
  rows: ({data: {strip}}, size: Size) => (strip.shown ? stripRows(size) : 0),
  lines: (state, {ui, now}) => {
    const {strip, times} = state.data;
    const cells = stripCells(state, {now, columns: ui.columns}).slice(-(ui.columns - LABEL_CELLS - 3));
    const most = mostOf(cells);
    const span = strip.span && cellsIn(cells, strip.span);
    const look = {paint: ui.paint, span};
    const [scale, each] = labels(state, cells, {now, glyphs: ui.glyphs});
    const line = (marks: readonly Mark[], label: string): string => {
      const gap = ' '.repeat(Math.max(1, ui.columns - 2 - marks.length - LABEL_CELLS));
      const text = fit(label, LABEL_CELLS, {align: 'right', ellipsis: ui.glyphs.ellipsis});
      return ` ${paintMarks(marks, look)}${gap}${ui.paint('muted', text)}`;
    };
    const bars = cells.map(cell => barOf(cell, most, ui.glyphs));
    return [line(bars, scale), line(lettersWithTimes(cells, times === 'utc'), each)];
  },
};
