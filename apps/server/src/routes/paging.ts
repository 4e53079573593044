import {DEFAULT_PAGE, DEFAULT_PAGE_SIZE} from '@edge-console/schema';
import type {Page, Range} from '../store/store.ts';

/**
 * A larger page size is reduced before the offset is computed, so that each page begins where the previous one ends.
 */
export const MAX_ROWS = 1000;

/** `page` counts from 1. */
export const pageRange = (page: number = DEFAULT_PAGE, size: number = DEFAULT_PAGE_SIZE): Range => {
  const limit = Math.min(size, MAX_ROWS);
  return {offset: Math.min((page - 1) * limit, Number.MAX_SAFE_INTEGER), limit};
};

/** `end` is exclusive. */
export const offsetRange = (start = 0, end = Number.MAX_SAFE_INTEGER): Range => ({
  offset: start,
  limit: Math.min(Math.max(end - start, 0), MAX_ROWS),
});

export const pageData = <T, S>({rows, count}: Page<T>, toWire: (row: T) => S) => ({
  data: rows.map(toWire),
  meta: {count},
});
