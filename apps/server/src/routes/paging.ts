import {DEFAULT_PAGE, DEFAULT_PAGE_SIZE} from '@edge-console/schema';
import {Failure} from '../http/failure.ts';
import type {Page, Range} from '../store/store.ts';

/**
 * No answer carries more rows. A larger page size counts as this one, in the offset too, so that whoever walks the
 * pages until an empty one loses nothing.
 */
export const MAX_ROWS = 1000;

/** No answer reaches deeper: a database would count its way there, row by row. */
export const MAX_DEPTH = 100_000_000;

// Nothing is read there; whether that is the truth is for the count to say.
const TOO_DEEP: Range = {offset: MAX_DEPTH, limit: 0};

/** The range of a page. */
export const pageRange = (page: number = DEFAULT_PAGE, size: number = DEFAULT_PAGE_SIZE): Range => {
  const limit = Math.min(size, MAX_ROWS);
  const offset = (page - 1) * limit;
  return offset > MAX_DEPTH ? TOO_DEEP : {offset, limit};
};

/** The range between two offsets: `start` inclusive, `end` exclusive, each with its natural default. */
export const offsetRange = (start = 0, end = Number.MAX_SAFE_INTEGER): Range =>
  start > MAX_DEPTH ? TOO_DEEP : {offset: start, limit: Math.min(Math.max(end - start, 0), MAX_ROWS)};

/** `data` of a paged answer. Fails where the list goes on in a depth that is not read. */
export const pageAnswer = <T, S>({rows, count}: Page<T>, row: (from: T) => S, range: Range) => {
  if (range === TOO_DEEP && count > MAX_DEPTH) {
    throw new Failure(400, `no page reaches beyond row ${MAX_DEPTH}; narrow the list by a filter`);
  }
  return {data: rows.map(row), meta: {count}};
};
