import {DEFAULT_PAGE, DEFAULT_PAGE_SIZE} from '@edge-console/schema';
import type {Page, Range} from '../store/store.ts';

/**
 * Maximum rows of a response. A larger page size counts as this one, in the offset too, so reading pages until an empty
 * one returns every row.
 */
export const MAX_ROWS = 1000;

/** The range of a page; `page` counts from 1. */
export const pageRange = (page: number = DEFAULT_PAGE, size: number = DEFAULT_PAGE_SIZE): Range => {
  const limit = Math.min(size, MAX_ROWS);
  return {offset: Math.min((page - 1) * limit, Number.MAX_SAFE_INTEGER), limit};
};

/** The range from offset `start`, inclusive, to `end`, exclusive; default the whole list, up to {@link MAX_ROWS}. */
export const offsetRange = (start = 0, end = Number.MAX_SAFE_INTEGER): Range => ({
  offset: start,
  limit: Math.min(Math.max(end - start, 0), MAX_ROWS),
});

/** `data` of a paged response. */
export const pageData = <T, S>({rows, count}: Page<T>, toWire: (row: T) => S) => ({
  data: rows.map(toWire),
  meta: {count},
});
