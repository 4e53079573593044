import {DEFAULT_PAGE, DEFAULT_PAGE_SIZE} from '@edge-console/schema';
import type {Page, Range} from '../store/store.ts';

/**
 * No answer carries more rows. A larger page size counts as this one, in the offset too, so that whoever walks the
 * pages until an empty one loses nothing.
 */
export const MAX_ROWS = 1000;

/** The range of a page; a page beyond what a store can count to is simply empty. */
export const pageRange = (page: number = DEFAULT_PAGE, size: number = DEFAULT_PAGE_SIZE): Range => {
  const limit = Math.min(size, MAX_ROWS);
  return {offset: Math.min((page - 1) * limit, Number.MAX_SAFE_INTEGER), limit};
};

/** The range between two offsets: `start` inclusive, `end` exclusive, each with its natural default. */
export const offsetRange = (start = 0, end = Number.MAX_SAFE_INTEGER): Range => ({
  offset: start,
  limit: Math.min(Math.max(end - start, 0), MAX_ROWS),
});

/** `data` of a paged answer. */
export const pageAnswer = <T, S>({rows, count}: Page<T>, row: (from: T) => S) => ({
  data: rows.map(row),
  meta: {count},
});
