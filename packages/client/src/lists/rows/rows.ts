import type {InvalidRow} from '@edge-console/schema';
import type {Frame, Span} from './frame.ts';

/** A row in memory. */
export interface Slot<T> {
  /** Undefined if the row could not be parsed. `invalid` then has it as received. */
  readonly row: T | undefined;
  readonly invalid?: InvalidRow<T> | undefined;
  /** `clock` of the last response that confirmed the position of the row. 0 if the row may have moved. */
  readonly provenAt: number;
  /** `clock` of the last response that contained the row. */
  readonly shownAt: number;
}

/** The rows of a list in memory, by position, and the list's size. Immutable: `placePage` returns the next state. */
export interface Rows<T> {
  readonly slots: ReadonlyMap<number, Slot<T>>;
  /** Number of responses stored so far. Other fields refer to a response by its number. */
  readonly clock: number;
  /**
   * `clock` of the last response whose count fell, or rose by more than the number of rows that arrived. 0 if there is
   * none.
   */
  readonly unstableAt: number;
  /** Relates page numbers to positions, as of the last response. */
  readonly frame: Frame;
  /** `clock` of the last response with the newest page. Rows with a lower `provenAt` may have moved. */
  readonly newestAt: number;
  /** Position of the top row of the newest page, plus one. Only a response with that page changes it. */
  readonly end: number;
  /** Positions of the rows to use, such as those of a time range. Undefined: the whole list. */
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

/** What is stored about the state of the list when a page is requested. */
export interface Requested {
  readonly clock: number;
  readonly end: number;
}

/** Returns what to store with a request and to pass to `placePage` with its response. */
export const requested = ({clock, frame}: Rows<unknown>): Requested => ({clock, end: frame.end});

/**
 * Returns the position of the oldest row of the list, or of `part` if it is set. If it is unknown, returns the position
 * one page below the oldest row received.
 */
export const oldestPosition = ({part, frame}: Rows<unknown>): number =>
  Math.max(part?.from ?? frame.oldest, frame.oldest);

/**
 * Returns the position of the newest row of the list, or of `part` if it is set. Without rows, it is lower than {@link
 * oldestPosition}.
 */
export const newestPosition = ({part, end}: Rows<unknown>): number => Math.min(part?.to ?? end, end) - 1;

/**
 * Returns the number of rows of the list, or of `part` if it is set. If the oldest row is unknown, it is assumed to be
 * one page below the rows received.
 */
export const lengthOf = (rows: Rows<unknown>): number => Math.max(0, newestPosition(rows) + 1 - oldestPosition(rows));

/** Returns the row at a position; undefined if it is not in memory or could not be parsed. */
export const rowAt = <T>({slots}: Rows<T>, position: number): T | undefined => slots.get(position)?.row;

/**
 * Returns the row at a position as received if it could not be parsed (`docs/field-facts.md#22`). Undefined for other
 * rows.
 */
export const invalidAt = <T>({slots}: Rows<T>, position: number): InvalidRow<T> | undefined =>
  slots.get(position)?.invalid;

/** Rows that need not be read. `held`: those in memory. `current`: those in memory that are known not to have moved. */
type Want = 'held' | 'current';

/** Returns the highest position in a range whose row must be read; undefined if there is none. */
export const firstUnread = (rows: Rows<unknown>, {from, to}: Span, want: Want): number | undefined => {
  const lowest = Math.max(from, oldestPosition(rows));
  for (let position = Math.min(to - 1, newestPosition(rows)); position >= lowest; position--) {
    const slot = rows.slots.get(position);
    if (slot === undefined || (want === 'current' && !isCurrent(rows, slot))) return position;
  }
  return undefined;
};

/**
 * Whether a row is known not to have moved: the last response with the newest page, or a later one, contained it or
 * confirmed its position.
 */
export const isCurrent = ({newestAt}: Rows<unknown>, {provenAt}: Slot<unknown>): boolean => provenAt >= newestAt;

/**
 * After a count that fell or was too high, counts are ignored for this many responses. A row that none of the last
 * responses contained, up to this number, is read again.
 */
export const RECENT_RESPONSES = 20;

/**
 * Whether the count of a recent response fell, or rose by more than the number of rows that arrived
 * (docs/field-facts.md#20).
 */
export const hasUnstableCount = ({clock, unstableAt}: Rows<unknown>): boolean =>
  unstableAt > 0 && clock - unstableAt < RECENT_RESPONSES;
