import {DEFAULT_PAGE, DEFAULT_PAGE_SIZE} from '@edge-console/schema';
import type {Page, Range} from '../store/store.ts';

/**
 * Maximum number of rows in a response. A larger page size is reduced to this number, also when the offset of the page
 * is computed. So a client that reads pages until an empty one gets every row.
 */
export const MAX_ROWS = 1000;

/** Returns the offset and the limit of a page. `page` counts from 1. */
export const pageRange = (page: number = DEFAULT_PAGE, size: number = DEFAULT_PAGE_SIZE): Range => {
  const limit = Math.min(size, MAX_ROWS);
  return {offset: Math.min((page - 1) * limit, Number.MAX_SAFE_INTEGER), limit};
};

/**
 * Returns the range from offset `start` (inclusive) to offset `end` (exclusive), but at most {@link MAX_ROWS} rows. The
 * default is the whole list.
 */
export const offsetRange = (start = 0, end = Number.MAX_SAFE_INTEGER): Range => ({
  offset: start,
  limit: Math.min(Math.max(end - start, 0), MAX_ROWS),
});

/** Returns the value of `data` in a paged response. */
export const pageData = <T, S>({rows, count}: Page<T>, toWire: (row: T) => S) => ({
  data: rows.map(toWire),
  meta: {count},
});
