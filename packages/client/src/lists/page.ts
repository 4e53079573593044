import type {InvalidRow} from '@edge-console/schema';
import {invalidOption} from '../errors.ts';
import type {CallOptions} from '../options.ts';

/** One page of a list. */
export interface Page<T> {
  /** Rows with identity. Those with invalid fields have `problems`. */
  readonly items: readonly T[];
  /** Malformed rows (docs/field-facts.md#22): those in `items` with invalid fields, and those without identity. */
  readonly invalid: readonly InvalidRow<T>[];
  /** Entries in the whole list; undefined if the gateway sends no count. */
  readonly count: number | undefined;
  /** Page number, from 1. */
  readonly page: number;
  /** Entries requested. A gateway may send another number. */
  readonly pageSize: number;
  /** Clock of the gateway in Unix seconds, if sent: `time` of the response, else its header `Date`. */
  readonly time?: number;
}

/** What is requested of a list. Bounds are Unix seconds, inclusive. */
export interface PageQuery {
  /** From 1. */
  readonly page: number;
  readonly page_size: number;
  readonly start_time?: number;
  readonly end_time?: number;
}

/** Requests a page of a list. Rejects with an EdgeError. */
export type FetchPage<T> = (query: PageQuery, options: CallOptions) => Promise<Page<T>>;

/** What is known at the end of an iteration. */
export interface PaginateStatus {
  /** Lowest and highest count of the whole list that the gateway gave; undefined if it gave none. */
  readonly lowest: number | undefined;
  readonly highest: number | undefined;
  /** Distinct rows given. */
  readonly rows: number;
  /**
   * Every row that was in the list from start to end was given. False if this is not known:
   *
   * - fewer rows were given than every count says, which may jitter or be an estimate (docs/field-facts.md#20);
   * - the list changed faster than it was read;
   * - the list was read by page number, and rows moved in each pass, or the gateway ignores `page`.
   */
  readonly complete: boolean;
}

/** Options of an iterator. */
export interface PaginateOptions extends CallOptions {
  /**
   * Called once, when the list has been read to its end. Errors that it throws are ignored.
   */
  readonly onStatus?: (status: PaginateStatus) => void;
  /**
   * Pages requested ahead of the consumer, 0 to 16. Only lists with a count that are read by page number are read more
   * than one page ahead.
   *
   * @default 1
   */
  readonly prefetch?: number;
}

const MAX_PREFETCH = 16;

/** Validated `prefetch` of the options. */
export const readPrefetch = ({prefetch = 1}: PaginateOptions): number => {
  if (!Number.isSafeInteger(prefetch) || prefetch < 0 || prefetch > MAX_PREFETCH) {
    throw invalidOption('prefetch', `must be a whole number from 0 to ${MAX_PREFETCH}`);
  }
  return prefetch;
};
