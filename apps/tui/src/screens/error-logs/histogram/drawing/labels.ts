import type {TimeSlice} from '@edge-console/client/histogram';
import {count, plural} from '../../../../format/number.ts';
import {dateTime, duration} from '../../../../format/time.ts';
import type {Glyphs} from '../../../../theme/glyphs.ts';
import {QUIET_MS} from '../../../../ui/freshness.ts';
import type {LogsState} from '../../log-state.ts';
import {cellsIn, type HistogramCell, isUncertain, LABEL_CELLS, stepOf} from '../cells.ts';
import type {Narrowed} from '../narrowed.ts';
import type {CellMarks} from './marks.ts';

const DAY = 86_400;

interface LabelContext {
  readonly now: number;
  readonly glyphs: Glyphs;
  readonly part: Pick<Narrowed, 'noun' | 'isWhole'> | undefined;
  readonly marks: CellMarks;
}

export const highestOf = (cells: readonly HistogramCell[]): number =>
  Math.max(0, ...cells.map(({count, mean = 0}) => count ?? mean));

export const labels = (
  {data: {histogram, times, filter}}: Pick<LogsState, 'data'>,
  cells: readonly HistogramCell[],
  {now, glyphs, part, marks}: LabelContext,
): readonly [string, string] => {
  const covered = histogram.span && cellsIn(cells, histogram.span);
  const badge = part?.isWhole === true ? 'exact' : (histogram.counts?.badge ?? 'unknown');
  const about = badge === 'exact' || part !== undefined ? '' : glyphs.about;
  if (covered !== undefined && histogram.span !== undefined) {
    const sum = countIn(cells.slice(covered.first, covered.last + 1));
    const deploys = marks.deploys.slice(covered.first, covered.last + 1).reduce((total, each) => total + each, 0);
    const counted = sum === undefined ? 'not counted' : `${about}${numbered(sum, part)}`;
    const few = sum === undefined ? counted : `${about}${count(sum)}`;
    const words = deploys === 0 ? counted : `${few}, ${plural(deploys, 'deploy')}`;
    return [words, spanWords(histogram.span, times === 'utc')];
  }
  const most = Math.round(highestOf(cells.filter(({countsAll = false}) => !countsAll)));
  const isDay = filter.range.from === undefined && histogram.since === undefined;
  const empty = isDay ? 'none in the last day' : 'no entries';
  const none = part !== undefined ? `none ${part.noun}` : histogram.counts === undefined ? '' : empty;
  const highest = histogram.scale === 'log' && part === undefined ? `${count(most)}, log` : numbered(most, part);
  const scale = most === 0 ? none : `most ${about}${highest}`;
  const each = `${duration(stepOf(cells) * 1000)} each`;
  if (histogram.counting && part?.isWhole !== true) {
    const waited = now - (histogram.lastCount?.at ?? now);
    const known = cells.filter(({count}) => count !== undefined).length;
    const what = histogram.counts !== undefined && known === cells.length ? 'levels' : `${known}/${cells.length}`;
    return [scale, waited < QUIET_MS ? each : `counting ${what}, ${duration(waited)}`];
  }
  if (histogram.failure !== undefined && part === undefined) return [scale, 'not counted'];
  if (marks.compared !== undefined && (part !== undefined || badge !== 'unknown'))
    return [scale, `${glyphs.found} in ${count(marks.compared)} read`];
  if (part !== undefined && !part.isWhole) return [scale, `${each}, dim: all`];
  if (histogram.older > 0 && filter.range.from === undefined)
    return [scale, `${each}, ${count(histogram.older)} older`];
  const accuracy = badge === 'exact' && cells.some(isUncertain) ? `${glyphs.about}levels` : badge;
  return [scale, withLength(cells, `${each}, ${badge === 'unknown' ? 'not counted' : accuracy}`)];
};

const withLength = (cells: readonly HistogramCell[], text: string): string => {
  const [first, last] = [cells[0], cells.at(-1)];
  if (first === undefined || last === undefined) return text;
  const whole = `${duration((last.to + 1 - first.from) * 1000)}, ${text}`;
  return whole.length <= LABEL_CELLS ? whole : text;
};

/** Returns `14:05 to 14:20`, `14:05:30 to 14:20:00` or, if longer than a day, `11-20 14h-11-22 02h`. */
const spanWords = ({from, to}: TimeSlice, isUtc: boolean): string => {
  const [begin, end] = [dateTime(from * 1000, isUtc), dateTime((to + 1) * 1000, isUtc)];
  const [start, stop] = to - from >= DAY ? [5, 13] : (from % 60) + ((to + 1) % 60) === 0 ? [11, 16] : [11, 19];
  const words = (text: string): string => `${text.slice(start, stop)}${stop === 13 ? 'h' : ''}`;
  return stop === 13 ? `${words(begin)}-${words(end)}` : `${words(begin)} to ${words(end)}`;
};

const numbered = (value: number, part: LabelContext['part']): string =>
  part === undefined ? plural(value, 'entry', 'entries') : `${count(value)} ${part.noun}`;

const countIn = (cells: readonly HistogramCell[]): number | undefined => {
  const sum = cells.reduce((total, {count = Number.NaN}) => total + count, 0);
  return Number.isNaN(sum) ? undefined : sum;
};
