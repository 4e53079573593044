import type {ErrorLogQuery, InvalidRow, PageData} from '@edge-console/schema';
import {DEFAULT_PAGE, DEFAULT_PAGE_SIZE} from '@edge-console/schema/values';
import type {CallOptions} from '../options.ts';

export interface Page<T> {
  /** Rows with all required fields. A row with an invalid optional field has `problems`. */
  readonly items: readonly T[];
  /** Rows with an invalid field (docs/field-facts.md#22). Those with all required fields are also in `items`. */
  readonly invalid: readonly InvalidRow<T>[];
  /** Number of entries in the whole list; undefined if the gateway sends no count. */
  readonly count: number | undefined;
  /** From 1. */
  readonly page: number;
  /** Number of rows requested. A gateway may send fewer or more. */
  readonly pageSize: number;
  /** Gateway clock in Unix seconds: `time` of the response, else its `Date` header. */
  readonly time?: number;
}

export const pageFrom = <T>(
  {data, invalid, meta}: PageData<T>,
  query: Pick<ErrorLogQuery, 'page' | 'page_size'>,
): Page<T> => {
  const {page = DEFAULT_PAGE, page_size: pageSize = DEFAULT_PAGE_SIZE} = query;
  return {items: data, invalid, count: meta.count, page, pageSize};
};

/** Returns the rows of a page in the order received, including the rows of `invalid` that lack a required field. */
export const receivedRows = <T>({items, invalid = []}: {items: readonly T[]; invalid?: readonly InvalidRow<T>[]}) => {
  const rows: {readonly row: T | undefined; readonly invalid?: InvalidRow<T>}[] = items.map(row => ({row}));
  for (const one of invalid) if (one.row === undefined) rows.splice(one.index, 0, {row: undefined, invalid: one});
  return rows;
};

/** `page` counts from 1. `start_time` and `end_time` are Unix seconds, inclusive. */
export interface PageQuery {
  readonly page: number;
  readonly page_size: number;
  readonly start_time?: number;
  readonly end_time?: number;
}

export type FetchPage<T> = (query: PageQuery, options: CallOptions) => Promise<Page<T>>;

/** Summary of an iteration that has reached the end of the list. */
export interface PaginateStatus {
  /** Lowest count of the list in a response. Undefined if no response had a count. */
  readonly lowest: number | undefined;
  readonly highest: number | undefined;
  /** Number of rows yielded, including malformed ones. */
  readonly rows: number;
  /**
   * Whether every row that was in the list from the start to the end of the iteration was yielded. False if uncertain,
   * as when fewer rows were yielded than the lowest count in a response, or the list changed faster than it was read.
   */
  readonly complete: boolean;
}

export interface PaginateOptions extends CallOptions {
  /** Called once, at the end of the list. Its errors are ignored. */
  readonly onStatus?: (status: PaginateStatus) => void;
  /**
   * Number of pages requested in advance, 0 to 16. At most 1 is used unless the list is read by page number and has a
   * count. Default: 1.
   */
  readonly prefetch?: number;
}
