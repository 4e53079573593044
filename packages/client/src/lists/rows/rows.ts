import type {InvalidRow} from '@edge-console/schema';
import type {Frame, Span} from './frame.ts';

/** A row in memory. */
export interface Slot<T> {
  /** The row as parsed. If it could not be parsed, this is undefined, and `invalid` has the row as received. */
  readonly row: T | undefined;
  readonly invalid?: InvalidRow<T> | undefined;
  /** Number (`clock`) of the last response that confirmed the position of the row. 0 if the row may have moved. */
  readonly provenAt: number;
  /** Number (`clock`) of the last response that contained the row. */
  readonly shownAt: number;
}

/** The rows of a list in memory, by position, and the list's size. Immutable: `placePage` returns the next state. */
export interface Rows<T> {
  readonly slots: ReadonlyMap<number, Slot<T>>;
  /** Number of responses stored so far. It serves as the number of the last response. */
  readonly clock: number;
  /**
   * Number (`clock`) of the last response whose count fell, or rose by more than the number of rows added. 0 if there
   * was none.
   */
  readonly unstableAt: number;
  /** Relates page numbers to positions of rows, as of the last response. */
  readonly frame: Frame;
  /** Number (`clock`) of the last response that was the newest page. Rows with a lower `provenAt` may have moved. */
  readonly newestAt: number;
  /** Position of the newest row on the newest page, plus one. Other pages do not change this position. */
  readonly end: number;
  /**
   * Part of the list, such as a time range, to which {@link oldestPosition}, {@link newestPosition} and {@link
   * lengthOf} are limited. Undefined: the whole list.
   */
  readonly part: Span | undefined;
}

/** Returns the state before the first response. `pageSize` is the page size to request; a gateway may use another. */
export const emptyRows = (pageSize: number): Rows<never> => ({
  slots: new Map(),
  clock: 0,
  unstableAt: 0,
  frame: {end: 0, oldest: 0, count: 0, base: 0, pageSize, drift: 0},
  newestAt: 1,
  end: 0,
  part: undefined,
});

/** State of the list at the time when a page is requested. `placePage` compares this state with the response. */
export interface Requested {
  readonly clock: number;
  readonly end: number;
}

/** Returns the state to remember with a request, and to pass to `placePage` with the response. */
export const requested = ({clock, frame}: Rows<unknown>): Requested => ({clock, end: frame.end});

/**
 * Returns the position of the oldest row of the list, or of `part` if it is set. If this position is unknown, returns
 * the position one page below the oldest row received.
 */
export const oldestPosition = ({part, frame}: Rows<unknown>): number =>
  Math.max(part?.from ?? frame.oldest, frame.oldest);

/**
 * Returns the position of the newest row of the list, or of `part` if it is set. If there are no rows, this position is
 * lower than {@link oldestPosition}.
 */
export const newestPosition = ({part, end}: Rows<unknown>): number => Math.min(part?.to ?? end, end) - 1;

/**
 * Returns the number of rows of the list, or of `part` if it is set. If the oldest row is unknown, the list is assumed
 * to end one page below the oldest row received.
 */
export const lengthOf = (rows: Rows<unknown>): number => Math.max(0, newestPosition(rows) + 1 - oldestPosition(rows));

/**
 * Returns the row at a position. Undefined if no row is in memory for this position or if the row could not be parsed.
 */
export const rowAt = <T>({slots}: Rows<T>, position: number): T | undefined => slots.get(position)?.row;

/** Returns a row that could not be parsed (docs/field-facts.md#22), as received. Undefined for other rows. */
export const invalidAt = <T>({slots}: Rows<T>, position: number): InvalidRow<T> | undefined =>
  slots.get(position)?.invalid;

/**
 * Which rows need not be read again. `held`: all rows in memory. `current`: rows in memory that are known not to have
 * moved.
 */
type Want = 'held' | 'current';

/** Returns the highest position in a range whose row must be read. Undefined if no row must be read. */
export const firstUnread = (rows: Rows<unknown>, {from, to}: Span, want: Want): number | undefined => {
  const lowest = Math.max(from, oldestPosition(rows));
  for (let position = Math.min(to - 1, newestPosition(rows)); position >= lowest; position--) {
    const slot = rows.slots.get(position);
    if (slot === undefined || (want === 'current' && !isCurrent(rows, slot))) return position;
  }
  return undefined;
};

/**
 * Whether a row is known not to have moved since the last response that was the newest page: that response or a later
 * one contained the row or confirmed its position.
 */
export const isCurrent = ({newestAt}: Rows<unknown>, {provenAt}: Slot<unknown>): boolean => provenAt >= newestAt;

/**
 * Number of responses that are regarded as recent. If the count of a recent response fell or was too high, counts are
 * ignored. A row in memory is read again if no recent response contained it.
 */
export const RECENT_RESPONSES = 20;

/**
 * Whether a recent response had a lower count than the one before, or a count that was higher by more than the number
 * of new rows (docs/field-facts.md#20).
 */
export const hasUnstableCount = ({clock, unstableAt}: Rows<unknown>): boolean =>
  unstableAt > 0 && clock - unstableAt < RECENT_RESPONSES;
