import {logShare} from '../../../../explore/measures/histogram.ts';
import type {Glyphs} from '../../../../theme/glyphs.ts';
import {type Paint, type Role, severityRole} from '../../../../theme/theme.ts';
import {BELOW_WARN, HISTOGRAM_LEVELS, type HistogramCell} from '../cells.ts';
import type {Scale} from '../state.ts';

export type Mark = {readonly text: string; readonly role: Role | undefined};

export const BLANK: Mark = {text: ' ', role: undefined};

/** Unicode has block characters for eighths of a row. */
const STEPS = 8;

export interface BarContext {
  /** The count at which a bar fills all rows. */
  readonly most: number;
  readonly rows: number;
  readonly scale: Scale;
}

/** In eighths of a row. At least 1 unless the count is 0. */
export const heightOf = (count: number, {most, rows, scale}: BarContext): number => {
  if (count <= 0 || most <= 0) return 0;
  const share = scale === 'log' ? logShare(count, most) : Math.min(1, count / most);
  return Math.max(1, Math.round(share * rows * STEPS));
};

type Segment = {readonly level: number | undefined; readonly height: number};

export const segmentsOf = ({count = 0, atLeast, worst}: HistogramCell, height: number): readonly Segment[] => {
  if (atLeast === undefined) return [{level: worst, height}];
  let below = 0;
  const segments = [...HISTOGRAM_LEVELS, BELOW_WARN].map((level, rank): Segment => {
    const share = rank === HISTOGRAM_LEVELS.length ? 1 : (atLeast[rank] ?? 0) / Math.max(1, count);
    // The most severe level gets at least one step, so that it is visible.
    const least = level === worst ? below + 1 : below;
    const end = Math.min(height, Math.max(least, Math.round(share * height)));
    const segment = {level, height: end - below};
    below = end;
    return segment;
  });
  return segments.filter(segment => segment.height > 0);
};

/** Returns the level with the largest share of a row. Row 0, at the bottom, has the most severe level. */
const levelIn = (segments: readonly Segment[], row: number): number | undefined => {
  if (row === 0) return segments[0]?.level;
  let below = 0;
  const parts = segments.map(({level, height}) => {
    const part = Math.min(below + height, (row + 1) * STEPS) - Math.max(below, row * STEPS);
    below += height;
    return {level, part};
  });
  return parts.reduce((one, other) => (other.part > one.part ? other : one)).level;
};

/** Returns one mark per row, from the top. A bar is dimmed if its count may still grow or is a mean. */
export const barMarks = (cell: HistogramCell, context: BarContext, {bars, dot}: Glyphs): readonly Mark[] => {
  const {count, mean, isApproximate = false, countsAll = false, open} = cell;
  const known = count ?? mean;
  const height = heightOf(known ?? 0, context);
  const segments = segmentsOf(cell, height);
  const isDim = open || countsAll || count === undefined;
  return Array.from({length: context.rows}, (_, at) => {
    const row = context.rows - 1 - at;
    if (known === undefined) return row === 0 ? {text: dot, role: 'muted'} : BLANK;
    const filled = Math.min(STEPS, height - row * STEPS);
    if (filled <= 0) return BLANK;
    const text = bars[filled - 1] ?? dot;
    // A bar of one row shows only the most severe level, so that level must be certain.
    const isCertain = !isApproximate || context.rows > 1;
    return {text, role: isDim ? 'muted' : isCertain ? severityRole(levelIn(segments, row)) : undefined};
  });
};

/** The letter is in lower case if the level is uncertain. */
export const letterOf = (cell: HistogramCell, {dot}: Glyphs): Mark => {
  const {count, mean, worst, isApproximate = false, countsAll = false} = cell;
  if (countsAll || count === 0 || (count === undefined && mean === undefined)) return BLANK;
  if (count === undefined || worst === undefined) return {text: dot, role: 'muted'};
  const text = worst <= 3 ? 'C' : worst === 4 ? 'E' : worst === 5 ? 'W' : 'i';
  if (isApproximate) return {text: text.toLowerCase(), role: 'muted'};
  return {text, role: worst >= BELOW_WARN ? 'muted' : severityRole(worst)};
};

export const paintMarks = (marks: readonly Mark[], paint: Paint): string => {
  let out = '';
  let run: Mark = {text: '', role: undefined};
  const flush = (): void => {
    out += run.role === undefined ? run.text : paint(run.role, run.text);
  };
  for (const {text, role} of marks) {
    if (role !== run.role) flush();
    run = {text: role === run.role ? run.text + text : text, role};
  }
  flush();
  return out;
};
