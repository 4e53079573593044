import type {InvalidRow} from '@edge-console/schema';
import type {Frame, PositionRange} from './frame.ts';

export interface Slot<T> {
  /** Undefined if the row lacks a required field. */
  readonly row: T | undefined;
  readonly invalid?: InvalidRow<T> | undefined;
  /** Number of the last response that confirmed the position of the row; 0 if the row may have moved. */
  readonly provenAt: number;
  /** Number of the last response that contained the row. */
  readonly shownAt: number;
}

/**
 * Immutable record of the rows that responses contained, by position. Fields such as `newestAt` identify a response by
 * its number, from 1.
 */
export interface Rows<T> {
  readonly slots: ReadonlyMap<number, Slot<T>>;
  readonly clock: number;
  /**
   * Number of the last response whose count was lower than the previous count, or higher than the previous count plus
   * the number of new rows; 0 if there was none.
   */
  readonly unstableAt: number;
  readonly frame: Frame;
  /**
   * Number of the last response for page 1 of the list. A row may have moved if neither that nor a later response
   * confirmed its position.
   */
  readonly newestAt: number;
  /** Position of the first row of the last response for page 1, plus one. Positions rise from the oldest row. */
  readonly end: number;
  /** Part of the list to which {@link oldestPosition}, {@link newestPosition} and {@link lengthOf} are limited. */
  readonly part: PositionRange | undefined;
}

/** State before the first response. `pageSize` is the page size to request. */
export const emptyRows = (pageSize: number): Rows<never> => ({
  slots: new Map(),
  clock: 0,
  unstableAt: 0,
  frame: {end: 0, oldest: 0, count: 0, base: 0, pageSize, drift: 0},
  newestAt: 1,
  end: 0,
  part: undefined,
});

export interface Requested {
  readonly clock: number;
  readonly end: number;
}

/** Returns what to remember with a request, and to pass to `placePage` with the response. */
export const requested = ({clock, frame}: Rows<unknown>): Requested => ({clock, end: frame.end});

/**
 * Position of the oldest row of the list, or of `Rows.part` if that is set. While the oldest row of the list is
 * unknown: one page below the oldest row received.
 */
export const oldestPosition = ({part, frame}: Rows<unknown>): number =>
  Math.max(part?.from ?? frame.oldest, frame.oldest);

/** Position of the newest row of the list or of `part`. Lower than {@link oldestPosition} if there are no rows. */
export const newestPosition = ({part, end}: Rows<unknown>): number => Math.min(part?.to ?? end, end) - 1;

/** Number of rows of the list or of `part`, from {@link newestPosition} to {@link oldestPosition}. */
export const lengthOf = (rows: Rows<unknown>): number => Math.max(0, newestPosition(rows) + 1 - oldestPosition(rows));

/** Row at a position. Undefined if it is not in memory or lacks a required field. */
export const rowAt = <T>({slots}: Rows<T>, position: number): T | undefined => slots.get(position)?.row;

/** Row without a required field (docs/field-facts.md#22) at a position. */
export const invalidAt = <T>({slots}: Rows<T>, position: number): InvalidRow<T> | undefined =>
  slots.get(position)?.invalid;

/**
 * Returns the highest position in a range whose row must be read from the gateway. With `held`, a row must be read if
 * it is not in memory. With `current`, a row must also be read if it may have moved.
 */
export const firstUnread = (
  rows: Rows<unknown>,
  {from, to}: PositionRange,
  want: 'held' | 'current',
): number | undefined => {
  const lowest = Math.max(from, oldestPosition(rows));
  for (let position = Math.min(to - 1, newestPosition(rows)); position >= lowest; position--) {
    const slot = rows.slots.get(position);
    if (slot === undefined || (want === 'current' && !isCurrent(rows, slot))) return position;
  }
  return undefined;
};

/** Whether the last response for page 1 of the list, or a later response, confirmed the position of a row. */
export const isCurrent = ({newestAt}: Rows<unknown>, {provenAt}: Slot<unknown>): boolean => provenAt >= newestAt;

export const RECENT_RESPONSES = 20;

/**
 * Whether a recent response had a lower count of the list than the response before, or a count that rose by more than
 * the number of new rows (docs/field-facts.md#20).
 */
export const hasUnstableCount = ({clock, unstableAt}: Rows<unknown>): boolean =>
  unstableAt > 0 && clock - unstableAt < RECENT_RESPONSES;
