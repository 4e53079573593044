import type {Page} from './page.ts';
import {hasRows, isCap, isWhole, type Query, type Reader, sizeOfPass} from './reader.ts';

/** The fields of a row that are needed to read or follow a list by time. */
export interface Row {
  readonly id: number;
  /** Number of occurrences. If one of two compared rows has no count, their counts are regarded as equal. */
  readonly count?: number | undefined;
  readonly log_time: number;
}

/**
 * Maximum number of times that a page is requested. A page is requested again if its rows are unsorted, newer than
 * requested or outdated.
 */
const MAX_REPEATS = 3;
/** Maximum number of readings of one second that has more rows than fit on a page. */
const MAX_PASSES = 12;
/** A second is regarded as completely read after this many successive readings without a new row. */
const QUIET_PASSES = 3;
/**
 * Limits the requests for reading the newest rows again, to this many times the requests of the first reading plus
 * MIN_LIMIT.
 */
const MAX_HEAD_SHARE = 2;
const MIN_LIMIT = 40;

export interface Range {
  readonly start_time?: number | undefined;
  readonly end_time?: number | undefined;
}

type Pages<T, Result> = AsyncGenerator<Page<T>, Result, undefined>;

/**
 * Reads a list by time. Each request asks for the first page of the rows up to the time of the last row read. At the
 * end, the newest rows are read again, to find rows that moved to the top meanwhile. Returns false if the list must be
 * read by page number, because the rows of a response are not sorted newest first or are newer than requested.
 */
export async function* seek<T extends Row>(reader: Reader<T>, range: Range, first: number): Pages<T, boolean> {
  let limit = Number.POSITIVE_INFINITY;
  let newest = yield* descend(reader, range, {first});
  for (let heads = 0; typeof newest === 'number' && first === 1; heads++) {
    const {given, requests} = reader;
    if (heads === 0) limit = MAX_HEAD_SHARE * requests + MIN_LIMIT;
    newest = yield* descend(reader, range, {first, until: newest, limit});
    // Stops when all rows that moved to the top have been read. This is the case if a single response had all of them,
    // or if no row was new.
    if (reader.requests === requests + 1 || reader.given === given) break;
    if (reader.requests >= limit) {
      reader.markIncomplete();
      break;
    }
  }
  return newest !== 'unordered';
}

interface Descent {
  /** Number of the page to begin with, from 1. */
  readonly first: number;
  /** Time in Unix seconds. Reading stops at the first row older than this, since older rows have been read before. */
  readonly until?: number | undefined;
  /**
   * Time in Unix seconds. A first page whose newest row is older may come from an outdated replica, and is requested
   * again. Default: `until`.
   */
  readonly least?: number | undefined;
  /**
   * Maximum number of requests of the reader, including those of earlier readings. Reading stops when it is reached.
   */
  readonly limit?: number;
}

/**
 * Reads rows from the newest one down. Returns the time of the newest row, `end` if one page has all rows, or
 * `unordered` if the list cannot be read by time.
 */
export async function* descend<T extends Row>(
  reader: Reader<T>,
  {start_time, end_time}: Range,
  {first, until, least = until, limit = Number.POSITIVE_INFINITY}: Descent,
): Pages<T, number | 'end' | 'unordered'> {
  const oldest = until ?? start_time ?? Number.NEGATIVE_INFINITY;
  let newest: number | undefined;
  let bound = end_time;
  let query: Query = {page: first};
  // Whether the previous response may have been empty. This is possible if `until` is set, because the previous reading
  // may have ended with an empty page.
  let wasEmpty = until !== undefined;
  for (;;) {
    const page = await readOrdered(reader, query, {bound, least: newest === undefined ? least : undefined, wasEmpty});
    const rows = reader.idsOf(page).length;
    const [top, last] = [page.items[0], page.items.at(-1)];
    const isFirst = newest === undefined;
    if (isFirst && first === 1) reader.count(page.count);
    const isOrdered = isFirst && until === undefined ? orderOf(page.items) === 'newest-first' : true;
    if (!isOrdered || !fits(page, bound) || (top === undefined && rows > 0)) {
      // `readByNumber` begins with the same page, so the page is stored and not requested again.
      if (isFirst) reader.store(query, page);
      return 'unordered';
    }
    if (top === undefined || last === undefined) {
      // An empty list yields one page, which is empty.
      if (isFirst && until === undefined) yield reader.fresh(page);
      return newest ?? 'end';
    }
    newest ??= top.log_time;
    const isAll = isFirst && first === 1 && isWhole(rows, page);
    // Whether all rows of the page have the same second, `bound`. That second may have more rows than fit on a page.
    const isSecond = bound !== undefined && last.log_time >= bound;
    const isOverfull = isSecond && rows >= reader.longest;
    const next: number = isSecond && bound !== undefined ? Math.ceil(bound) - 1 : Math.ceil(last.log_time);
    const isOver = isAll || last.log_time < oldest || next < oldest || reader.requests >= limit;
    if (!isOver && !isOverfull) reader.expect([{page: 1, end_time: next}]);
    const fresh = reader.fresh(page);
    if (hasRows(fresh)) yield fresh;
    if (isOverfull && bound !== undefined) yield* readSecond(reader, bound);
    // Whether the previous response may have been empty. Reading a second with more rows than fit on a page usually
    // ends with an empty page.
    wasEmpty = isOverfull;
    if (isOver) return isAll ? 'end' : newest;
    bound = next;
    query = {page: 1, end_time: next};
  }
}

/**
 * Reads all rows of a second again and again, until the number of rows equals the count, or until {@link QUIET_PASSES}
 * readings find no new row.
 */
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
      // A reading ends at a page that is empty or has only rows that this reading has already received.
      ended = response.items.length === 0;
      if (seen.size === size) break;
      const fresh = reader.fresh(response);
      if (hasRows(fresh)) yield fresh;
      if (response.items.some(({log_time}) => log_time < second)) break;
    }
    // Whether the count shows that all rows have been read. Some gateways send the number of rows on the page as count.
    // A count that is a multiple of 10 and at most one page may be such a number, so it shows nothing.
    const isCounted = counts.size === 1 && counts.has(seen.size) && (seen.size > reader.longest || !isCap(seen.size));
    if (ended && isCounted) return;
    quiet = reader.given === before ? quiet + 1 : 0;
  }
}

interface Expected {
  /** Time in Unix seconds. The newest row of the page must have this time or an earlier one. */
  readonly bound: number | undefined;
  /** Time in Unix seconds. The newest row of the page must have this time or a later one. */
  readonly least: number | undefined;
  /** Whether the previous response may have been empty. If so, an empty page is requested once more. */
  readonly wasEmpty: boolean;
}

/**
 * Requests a page. If the response is not as expected, requests the page again, since a replica or a proxy may have
 * repeated an older response.
 */
const readOrdered = async <T extends Row>(
  reader: Reader<T>,
  query: Query,
  {bound, least = Number.NEGATIVE_INFINITY, wasEmpty}: Expected,
): Promise<Page<T>> => {
  for (let attempt = 1; ; attempt++) {
    const page = await reader.read(query);
    const top = page.items[0]?.log_time;
    const isStale = top === undefined ? wasEmpty && attempt === 1 : top < least;
    // Without `end_time`, any order is accepted, since a list in another order is then read by page number.
    const isFit = fits(page, bound) || query.end_time === undefined;
    if ((isFit && !isStale) || attempt === MAX_REPEATS) return page;
  }
};

const fits = ({items}: Page<Row>, bound = Number.POSITIVE_INFINITY): boolean =>
  items.every(({log_time}, at) => log_time <= (items[at - 1]?.log_time ?? bound));

/** Where new entries appear in a list. `newest-first`: at the top. `oldest-first`: at the end. `mixed`: anywhere. */
type ListOrder = 'newest-first' | 'oldest-first' | 'mixed';

const KEYS: readonly ((row: Row) => number)[] = [row => row.log_time, row => row.id];

/**
 * Returns the order of the rows of a list's first page, by time (docs/field-facts.md#18). If the times are unsorted or
 * all equal, returns the order by id.
 */
export const orderOf = (rows: readonly Row[]): ListOrder => {
  for (const key of KEYS) {
    const steps = rows.slice(1).map((row, at) => key(row) - key(rows[at] ?? row));
    const [rises, falls] = [steps.some(step => step > 0), steps.some(step => step < 0)];
    if (rises !== falls) return rises ? 'oldest-first' : 'newest-first';
  }
  return rows.length < 2 ? 'newest-first' : 'mixed';
};
