import {DEFAULT_PAGE, DEFAULT_PAGE_SIZE} from '@edge-console/schema';
import {Failure} from '../http/responses/failure.ts';
import type {Page, Range} from '../store/store.ts';

/**
 * Maximum rows of a response. A larger page size counts as this one, in the offset too, so reading pages until an empty
 * one returns every row.
 */
export const MAX_ROWS = 1000;

// Maximum offset, because a database reads and discards every row before it.
const MAX_DEPTH = 100_000_000;

// Reads no rows; `pageData` fails if the list does have rows there.
const BEYOND_MAX_DEPTH: Range = {offset: MAX_DEPTH, limit: 0};

/** The range of a page; `page` counts from 1. */
export const pageRange = (page: number = DEFAULT_PAGE, size: number = DEFAULT_PAGE_SIZE): Range => {
  const limit = Math.min(size, MAX_ROWS);
  const offset = (page - 1) * limit;
  return offset > MAX_DEPTH ? BEYOND_MAX_DEPTH : {offset, limit};
};

/** The range from offset `start`, inclusive, to `end`, exclusive; default the whole list, up to {@link MAX_ROWS}. */
export const offsetRange = (start = 0, end = Number.MAX_SAFE_INTEGER): Range =>
  start > MAX_DEPTH ? BEYOND_MAX_DEPTH : {offset: start, limit: Math.min(Math.max(end - start, 0), MAX_ROWS)};

/** `data` of a paged response. Throws a 400 {@link Failure} if the range lies beyond {@link MAX_DEPTH} of a longer list. */
export const pageData = <T, S>({rows, count}: Page<T>, toWire: (row: T) => S, range: Range) => {
  if (range === BEYOND_MAX_DEPTH && count > MAX_DEPTH) {
    throw new Failure(400, `no page reaches beyond row ${MAX_DEPTH}; narrow the list by a filter`);
  }
  return {data: rows.map(toWire), meta: {count}};
};
