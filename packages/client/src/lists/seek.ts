import type {Page} from './page.ts';
import {hasRows, isCap, isWhole, type Query, type Reader, sizeOfPass} from './reader.ts';

/** The fields of a row by which a list with times is read and followed. */
export interface Row {
  readonly id: number;
  /** Occurrences. An absent count compares equal to any other. */
  readonly count?: number | undefined;
  readonly log_time: number;
}

/** Requests for one page whose responses do not fit its bounds. */
const MAX_REPEATS = 3;
/** Passes over a second that has more rows than a page. */
const MAX_PASSES = 12;
/** Passes without a new row after which a second counts as read. */
const QUIET_PASSES = 3;
/** Requests for rows that came to the top meanwhile: a multiple of those for all others, and {@link MIN_LIMIT} more. */
const MAX_HEAD_SHARE = 2;
const MIN_LIMIT = 40;

export interface Range {
  readonly start_time?: number | undefined;
  readonly end_time?: number | undefined;
}

type Pages<T, Result> = AsyncGenerator<Page<T>, Result, undefined>;

/**
 * Reads a list that has the newest row first and honours `end_time`: each request asks for the first page up to the time
 * of the last row read. Rows that moved up meanwhile are found by reading the rows above the first page again. Neither
 * positions nor counts are used. False if a response does not fit: the list must be read by page number.
 */
export async function* seek<T extends Row>(reader: Reader<T>, range: Range, first: number): Pages<T, boolean> {
  let limit = Number.POSITIVE_INFINITY;
  let newest = yield* descend(reader, range, {first});
  for (let heads = 0; typeof newest === 'number' && first === 1; heads++) {
    const {given, requests} = reader;
    if (heads === 0) limit = MAX_HEAD_SHARE * requests + MIN_LIMIT;
    newest = yield* descend(reader, range, {first, until: newest, limit});
    // One response shows one state of the list: a row that was updated before is in it, or was read.
    if (reader.requests === requests + 1 || reader.given === given) break;
    if (reader.requests >= limit) {
      reader.markIncomplete();
      break;
    }
  }
  return newest !== 'unordered';
}

interface Descent {
  /** Page to begin with. */
  readonly first: number;
  /** Rows older than this were read before, in Unix seconds. */
  readonly until?: number | undefined;
  /** Requests of the reader after which it ends. */
  readonly limit?: number;
}

/** Reads from the newest row to the oldest, or to `until`. Gives the time of the newest row. */
export async function* descend<T extends Row>(
  reader: Reader<T>,
  {start_time, end_time}: Range,
  {first, until, limit = Number.POSITIVE_INFINITY}: Descent,
): Pages<T, number | 'end' | 'unordered'> {
  const oldest = until ?? start_time ?? Number.NEGATIVE_INFINITY;
  let newest: number | undefined;
  let bound = end_time;
  let query: Query = {page: first};
  // The rows at the top are read again after the end of the list was found.
  let wasEmpty = until !== undefined;
  for (;;) {
    const page = await readOrdered(reader, query, {
      bound,
      least: newest === undefined ? until : undefined,
      wasEmpty,
    });
    const rows = reader.idsOf(page).length;
    const [top, last] = [page.items[0], page.items.at(-1)];
    const isFirst = newest === undefined;
    if (isFirst && first === 1) reader.count(page.count);
    const isOrdered = isFirst && until === undefined ? orderOf(page.items) === 'newest-first' : true;
    if (!isOrdered || !fits(page, bound) || (top === undefined && rows > 0)) {
      // Reading by page number begins with the same page.
      if (isFirst) reader.store(query, page);
      return 'unordered';
    }
    if (top === undefined || last === undefined) {
      // An empty list is given as one empty page.
      if (isFirst && until === undefined) yield reader.fresh(page);
      return newest ?? 'end';
    }
    newest ??= top.log_time;
    const isAll = isFirst && first === 1 && isWhole(rows, page);
    // All rows are of one second, which may have more of them than a page.
    const isSecond = bound !== undefined && last.log_time >= bound;
    const isOverfull = isSecond && rows >= reader.longest;
    const next: number = isSecond && bound !== undefined ? Math.ceil(bound) - 1 : Math.ceil(last.log_time);
    const isOver = isAll || last.log_time < oldest || next < oldest || reader.requests >= limit;
    if (!isOver && !isOverfull) reader.expect([{page: 1, end_time: next}]);
    const fresh = reader.fresh(page);
    if (hasRows(fresh)) yield fresh;
    if (isOverfull && bound !== undefined) yield* readSecond(reader, bound);
    // The last page of a second is empty.
    wasEmpty = isOverfull;
    if (isOver) return isAll ? 'end' : newest;
    bound = next;
    query = {page: 1, end_time: next};
  }
}

/** Reads a second page by page, until passes find nothing new or the count is reached. */
async function* readSecond<T extends Row>(reader: Reader<T>, second: number): Pages<T, void> {
  for (let passes = 0, quiet = 0; quiet < QUIET_PASSES; passes++) {
    if (passes === MAX_PASSES) return reader.markIncomplete();
    const before = reader.given;
    const seen = new Set<number>();
    const counts = new Set<number | undefined>();
    let ended = false;
    for (let page = 1; ; page++) {
      const response = await reader.read({page, start_time: second, end_time: second, ...sizeOfPass(reader, passes)});
      const size = seen.size;
      for (const id of reader.idsOf(response)) seen.add(id);
      counts.add(response.count);
      // An empty page, or one without a row that is new to the pass, is past the end.
      ended = response.items.length === 0;
      if (seen.size === size) break;
      const fresh = reader.fresh(response);
      if (hasRows(fresh)) yield fresh;
      if (response.items.some(({log_time}) => log_time < second)) break;
    }
    // A count may be the number of rows on the page, or of those that a cap admits: then it is no more than a page.
    const isCounted = counts.size === 1 && counts.has(seen.size) && (seen.size > reader.longest || !isCap(seen.size));
    if (ended && isCounted) return;
    quiet = reader.given === before ? quiet + 1 : 0;
  }
}

interface Expected {
  /** Time of the newest row at most. */
  readonly bound: number | undefined;
  /** Time of the newest row at least. */
  readonly least: number | undefined;
  /** The response before was empty. */
  readonly wasEmpty: boolean;
}

/** Reads a page; again if the response does not fit: a replica or a proxy may repeat an older one. */
const readOrdered = async <T extends Row>(
  reader: Reader<T>,
  query: Query,
  {bound, least = Number.NEGATIVE_INFINITY, wasEmpty}: Expected,
): Promise<Page<T>> => {
  for (let attempt = 1; ; attempt++) {
    const page = await reader.read(query);
    const top = page.items[0]?.log_time;
    const isStale = top === undefined ? wasEmpty && attempt === 1 : top < least;
    // The first page needs no order: the list may have another one.
    const isFit = fits(page, bound) || query.end_time === undefined;
    if ((isFit && !isStale) || attempt === MAX_REPEATS) return page;
  }
};

const fits = ({items}: Page<Row>, bound = Number.POSITIVE_INFINITY): boolean =>
  items.every(({log_time}, at) => log_time <= (items[at - 1]?.log_time ?? bound));

/** Where new entries appear: `newest-first` at the top, `oldest-first` at the end, `mixed` anywhere. */
type ListOrder = 'newest-first' | 'oldest-first' | 'mixed';

const KEYS: readonly ((row: Row) => number)[] = [row => row.log_time, row => row.id];

/**
 * Detects the order of a list (docs/field-facts.md#18) from its first page. Compares by time, or by id if the times are
 * unsorted or all equal.
 */
export const orderOf = (rows: readonly Row[]): ListOrder => {
  for (const key of KEYS) {
    const steps = rows.slice(1).map((row, at) => key(row) - key(rows[at] ?? row));
    const [rises, falls] = [steps.some(step => step > 0), steps.some(step => step < 0)];
    if (rises !== falls) return rises ? 'oldest-first' : 'newest-first';
  }
  return rows.length < 2 ? 'newest-first' : 'mixed';
};
