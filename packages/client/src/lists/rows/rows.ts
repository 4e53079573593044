import type {InvalidRow} from '@edge-console/schema';
import type {Frame, Span} from './frame.ts';

/** A row in memory. */
export interface Slot<T> {
  /** Undefined for a row that could not be read; `invalid` has it as received. */
  readonly row: T | undefined;
  readonly invalid?: InvalidRow<T> | undefined;
  /** `clock` of the last response that showed or proved the row at its position; 0 if the row may have moved. */
  readonly provenAt: number;
  /** `clock` of the response that had the row. */
  readonly shownAt: number;
}

/**
 * The rows of a list that are in memory, by position, and what is known of the rest. Immutable: `placePage` returns the
 * next state.
 */
export interface Rows<T> {
  readonly slots: ReadonlyMap<number, Slot<T>>;
  /** Number of responses placed. */
  readonly clock: number;
  /** `clock` of the last response whose count fell, or rose by more than the rows that arrived; 0 for none. */
  readonly unstableAt: number;
  /** Which positions each page has, as of the last response. */
  readonly frame: Frame;
  /** `clock` of the last response with the newest page. Rows that were not proven since may have moved. */
  readonly newestAt: number;
  /** One more than the highest position in use. Only the newest page sets it, so that the first row shown is in memory. */
  readonly end: number;
  /** The part of the list in use, such as a time range that the gateway ignores; undefined for all of it. */
  readonly part: Span | undefined;
}

/** The state before the first response. `pageSize` is the size to request; a gateway may give another. */
export const emptyRows = (pageSize: number): Rows<never> => ({
  slots: new Map(),
  clock: 0,
  unstableAt: 0,
  frame: {end: 0, oldest: 0, count: 0, base: 0, pageSize, drift: 0},
  newestAt: 1,
  end: 0,
  part: undefined,
});

/** What was known when a page was requested. */
export interface Requested {
  readonly clock: number;
  readonly end: number;
}

/** What to store with a request and pass to `placePage` with its response. */
export const requested = ({clock, frame}: Rows<unknown>): Requested => ({clock, end: frame.end});

/** The position of the oldest row in use. Without counts, one page more than was seen is in use. */
export const oldestPosition = ({part, frame}: Rows<unknown>): number =>
  Math.max(part?.from ?? frame.oldest, frame.oldest);

/** The position of the newest row in use; below {@link oldestPosition} when there is none. */
export const newestPosition = ({part, end}: Rows<unknown>): number => Math.min(part?.to ?? end, end) - 1;

/** Rows in use. Without counts, those seen and one page more. */
export const lengthOf = (rows: Rows<unknown>): number => Math.max(0, newestPosition(rows) + 1 - oldestPosition(rows));

/** The row at a position; undefined where none is in memory or it could not be read. */
export const rowAt = <T>({slots}: Rows<T>, position: number): T | undefined => slots.get(position)?.row;

/** The row at a position as received, where it could not be read (`docs/field-facts.md#22`). */
export const invalidAt = <T>({slots}: Rows<T>, position: number): InvalidRow<T> | undefined =>
  slots.get(position)?.invalid;

/**
 * Which rows have to be read. `held`: those that are not in memory. `current`: also those that no response has shown or
 * proven at their position since the newest page was read.
 */
type Want = 'held' | 'current';

/** The highest position of a span that has to be read. Undefined when there is none. */
export const firstUnread = (rows: Rows<unknown>, {from, to}: Span, want: Want): number | undefined => {
  const lowest = Math.max(from, oldestPosition(rows));
  for (let position = Math.min(to - 1, newestPosition(rows)); position >= lowest; position--) {
    const slot = rows.slots.get(position);
    if (slot === undefined || (want === 'current' && !isCurrent(rows, slot))) return position;
  }
  return undefined;
};

/** Whether a response has shown or proven a row at its position since the newest page was read. */
export const isCurrent = ({newestAt}: Rows<unknown>, {provenAt}: Slot<unknown>): boolean => provenAt >= newestAt;

/**
 * Number of responses that count as recent. While a count that fell or did not fit the rows is recent, positions
 * of further pages are computed without counts. A row is read again when no recent response has shown it.
 */
export const RECENT_RESPONSES = 20;

/**
 * Whether the count fell, or rose by more than the rows that arrived, in one of the last 20 responses
 * (`docs/field-facts.md#20`).
 */
export const hasUnstableCount = ({clock, unstableAt}: Rows<unknown>): boolean =>
  unstableAt > 0 && clock - unstableAt < RECENT_RESPONSES;
