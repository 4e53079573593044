import {newestPosition, rowAt as rowAtPosition} from '@edge-console/client/rows';
import {createMiner, type Pattern} from '@edge-console/patterns';
import type {ErrorLogEntry} from '@edge-console/schema';
import {dateTime, duration, type TimeFormat} from '../../../format/time.ts';
import type {RowGroup} from '../../../list/rows/flow.ts';
import type {ListPosition} from '../../../list/rows/position.ts';
import {type Messages, noMessages} from '../../../logs/messages.ts';
import {memoized} from './caches.ts';
import {isUnreadable, logRows, type WithRows} from './log-rows.ts';

/**
 * Returns the message pattern of an entry. A later call with the same entry may return a more general pattern. The
 * `template` may contain terminal control characters.
 */
export type Folding = (
  entry: ErrorLogEntry,
) => Pick<Pattern, 'id' | 'template' | 'known'> & Partial<Pick<Pattern, 'values'>>;

export const createFolding = ({find}: Pick<Messages, 'find'> = noMessages): Folding => {
  const miner = createMiner({messages: find});
  const idOf = memoized((entry: ErrorLogEntry) => miner.add(entry.log));
  /** Cleared when the miner has read another line, since that may change its patterns. */
  const current = new Map<string, ReturnType<Folding>>();
  let asOf = 0;
  return entry => {
    const id = idOf(entry);
    if (asOf !== miner.lines) current.clear();
    asOf = miner.lines;
    const pattern = current.get(id) ?? miner.pattern(id) ?? {id, template: entry.log};
    current.set(id, pattern);
    return pattern;
  };
};

/** All rows of a fold must be in memory. */
const MAX_FOLDED = 500;
/** Gaps are found by comparison with the median time between adjacent rows in a block of this many rows. */
const BLOCK_ROWS = 256;
const MIN_SPACINGS = 8;
/** A time between two rows is a gap if it exceeds this many times the median. */
const GAP_FACTOR = 20;

/** Maximum number of rows that are searched upwards for one with a time. No terminal shows more rows. */
const MAX_UNREAD_ABOVE = 300;

interface Foldable extends WithRows {
  readonly data: WithRows['data'] & {
    readonly folding: Folding | undefined;
    readonly unfolded: ReadonlySet<number>;
    readonly times: TimeFormat;
  };
}

export const logGroups = (state: Foldable): ((index: number) => RowGroup) => {
  const {rows, folding, unfolded, times} = state.data;
  const {rowAt} = logRows(state);
  const newest = newestPosition(rows);
  const limits = new Map<number, number>();

  /**
   * Seconds between two rows above which a gap is shown. The limit depends only on the block of `BLOCK_ROWS` rows that
   * contains the position, so later rows do not change old gaps.
   */
  const limitAt = (position: number): number => {
    const block = Math.floor(position / BLOCK_ROWS);
    const known = limits.get(block);
    if (known !== undefined) return known;
    const times = Array.from(
      {length: BLOCK_ROWS + 1},
      (_, at) => rowAtPosition(rows, block * BLOCK_ROWS + at)?.log_time ?? Number.NaN,
    );
    const spacings = times
      .slice(1)
      .map((time, at) => Math.abs(time - (times[at] ?? Number.NaN)))
      .filter(spacing => !Number.isNaN(spacing))
      .toSorted((one, other) => one - other);
    const median = spacings[Math.floor(spacings.length / 2)] ?? 0;
    const limit = spacings.length < MIN_SPACINGS ? Number.POSITIVE_INFINITY : GAP_FACTOR * Math.max(1, median);
    limits.set(block, limit);
    return limit;
  };

  const gapAbove = (index: number): number | undefined => {
    const [above, below] = [index === 0 ? undefined : rowAt(index - 1), rowAt(index)];
    if (above === undefined || below === undefined) return undefined;
    const seconds = Math.abs(above.log_time - below.log_time);
    return seconds > limitAt(newest - index) ? seconds : undefined;
  };

  const dayOf = (entry: ErrorLogEntry): string => dateTime(entry.log_time * 1000, times === 'utc').slice(0, 10);

  /** Returns the date of a row if the nearest row above with a time has another date. */
  const newDay = (index: number): string | undefined => {
    const entry = rowAt(index);
    if (times === 'relative' || entry === undefined || Number.isNaN(entry.log_time)) return undefined;
    for (let at = index - 1; at >= Math.max(0, index - MAX_UNREAD_ABOVE); at--) {
      const above = rowAt(at);
      if (above === undefined || Number.isNaN(above.log_time)) continue;
      const day = dayOf(entry);
      return day === dayOf(above) ? undefined : day;
    }
    return undefined;
  };

  const isFoldable = (entry: ErrorLogEntry): boolean => !unfolded.has(entry.id) && !isUnreadable(entry);
  const joinsAbove = (index: number): boolean => {
    if (folding === undefined || index === 0) return false;
    // Fold similar rows only within fixed blocks of `MAX_FOLDED` rows, so that the search from any row of a fold finds
    // the same first and last row.
    const blockOf = (at: number): number => Math.floor((newest - at) / MAX_FOLDED);
    const [above, below] = [rowAt(index - 1), rowAt(index)];
    if (above === undefined || below === undefined || blockOf(index) !== blockOf(index - 1)) return false;
    if (!isFoldable(above) || !isFoldable(below)) return false;
    if (gapAbove(index) !== undefined || newDay(index) !== undefined) return false;
    return folding(above).id === folding(below).id;
  };

  return index => {
    let [from, to] = [index, index + 1];
    while (joinsAbove(from)) from--;
    while (joinsAbove(to)) to++;
    const [day, gap] = [newDay(from), gapAbove(from)];
    const above = [
      ...(day === undefined ? [] : [`── ${day} ──`]),
      ...(gap === undefined ? [] : [`· ${duration(gap * 1000)} ·`]),
    ];
    return above.length === 0 ? {from, to} : {from, to, above: above.join('  ')};
  };
};

export const isFold = (state: Foldable & {readonly list: {readonly position: ListPosition}}): boolean => {
  if (state.data.folding === undefined) return false;
  const {from, to} = logGroups(state)(state.list.position.selected);
  return to - from > 1;
};

export const foldedAt = (state: Foldable, index: number): readonly ErrorLogEntry[] => {
  const {from, to} = logGroups(state)(index);
  const {rowAt} = logRows(state);
  return Array.from({length: to - from}, (_, at) => rowAt(from + at)).flatMap(entry => entry ?? []);
};
