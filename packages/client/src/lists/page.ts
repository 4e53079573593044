import type {ErrorLogQuery, InvalidRow, PageData} from '@edge-console/schema';
import {DEFAULT_PAGE, DEFAULT_PAGE_SIZE} from '@edge-console/schema/values';
import {invalidOption} from '../errors.ts';
import type {CallOptions} from '../options.ts';

/** One page of a list. */
export interface Page<T> {
  /** The rows with all required fields, such as `id`. A row whose optional fields are invalid has `problems`. */
  readonly items: readonly T[];
  /** Malformed rows (docs/field-facts.md#22): those in `items` with `problems`, and those without a required field. */
  readonly invalid: readonly InvalidRow<T>[];
  /** Number of entries in the whole list; undefined if the gateway sends no count. */
  readonly count: number | undefined;
  /** Page number, from 1. */
  readonly page: number;
  /** Number of entries requested. A gateway may send fewer or more. */
  readonly pageSize: number;
  /** Gateway clock in Unix seconds: `time` of the response, else its `Date` header. Absent if neither was sent. */
  readonly time?: number;
}

export const pageFrom = <T>(
  {data, invalid, meta}: PageData<T>,
  query: Pick<ErrorLogQuery, 'page' | 'page_size'>,
): Page<T> => {
  const {page = DEFAULT_PAGE, page_size: pageSize = DEFAULT_PAGE_SIZE} = query;
  return {items: data, invalid, count: meta.count, page, pageSize};
};

/** Returns the number of rows on a page, including those without a required field. */
export const rowCount = ({items, invalid}: Pick<Page<unknown>, 'items' | 'invalid'>): number =>
  items.length + invalid.filter(({row}) => row === undefined).length;

/** Query of a request for one page. `start_time` and `end_time` are Unix seconds, inclusive. */
export interface PageQuery {
  /** Page number, from 1. */
  readonly page: number;
  readonly page_size: number;
  readonly start_time?: number;
  readonly end_time?: number;
}

/** Requests a page of a list. Rejects with an EdgeError. */
export type FetchPage<T> = (query: PageQuery, options: CallOptions) => Promise<Page<T>>;

/** Summary of an iteration that has reached the end of the list. */
export interface PaginateStatus {
  /** Lowest and highest count of the whole list that the gateway sent; undefined if it sent none. */
  readonly lowest: number | undefined;
  readonly highest: number | undefined;
  /** Number of different rows that the iteration yielded, including malformed ones. */
  readonly rows: number;
  /**
   * Whether every row that was in the list from the start to the end of the iteration was yielded. False if this is
   * uncertain, for one of these reasons:
   *
   * - Fewer rows were yielded than the lowest count. Counts may vary or be estimates (docs/field-facts.md#20).
   * - The list changed faster than it was read.
   * - The list was read by page number, and rows moved between pages at each reading, or the gateway ignores `page`.
   */
  readonly complete: boolean;
}

/** Options of an iteration over a list. */
export interface PaginateOptions extends CallOptions {
  /** Called once, when the list has been read to its end. Errors that the function throws are ignored. */
  readonly onStatus?: (status: PaginateStatus) => void;
  /**
   * Maximum number of pages requested before the consumer needs them, 0 to 16. Values above 1 have an effect only for a
   * list that has a count and is read by page number.
   *
   * @default 1
   */
  readonly prefetch?: number;
}

const MAX_PREFETCH = 16;

export const readPrefetch = ({prefetch = 1}: PaginateOptions): number => {
  if (!Number.isSafeInteger(prefetch) || prefetch < 0 || prefetch > MAX_PREFETCH) {
    throw invalidOption('prefetch', `must be a whole number from 0 to ${MAX_PREFETCH}`);
  }
  return prefetch;
};
