import type {Page} from './page.ts';
import {hasRows, isCap, isWhole, type Query, type Reader, sizeOfPass} from './reader.ts';

export interface Row {
  readonly id: number;
  readonly count?: number | undefined;
  readonly log_time: number;
}

/** Maximum number of times that {@link readOrdered} requests a page. */
const MAX_ATTEMPTS = 3;
/** Maximum number of times that the rows with the same time are read, if they do not fit on a page. */
const MAX_PASSES = 12;
/** Rows with the same time count as completely read after this many successive readings without a new row. */
const QUIET_PASSES = 3;
/**
 * Maximum number of requests of an iteration, if reading the list once took `requests`. The additional requests read
 * rows that moved to the top meanwhile.
 */
const maxRequests = (requests: number): number => 2 * requests + 40;

export interface Range {
  readonly start_time?: number | undefined;
  readonly end_time?: number | undefined;
}

type Pages<T, Result> = AsyncGenerator<Page<T>, Result, undefined>;

/**
 * Reads a list by time. Each request asks for the first page of the rows up to the time of the last row read. Then
 * reads the newest rows again, because updated rows move to the top. Returns false if the gateway does not send the
 * newest row first or ignores `end_time`.
 */
export async function* seek<T extends Row>(reader: Reader<T>, range: Range, first: number): Pages<T, boolean> {
  let limit = Number.POSITIVE_INFINITY;
  let newest = yield* descend(reader, range, {first});
  for (let heads = 0; typeof newest === 'number' && first === 1; heads++) {
    const {given, requests} = reader;
    if (heads === 0) limit = maxRequests(requests);
    newest = yield* descend(reader, range, {first, until: newest, limit});
    // The newest rows are read again until one request reads all rows that moved to the top, or until no row is new.
    if (reader.requests === requests + 1 || reader.given === given) break;
    if (reader.requests >= limit) {
      reader.markIncomplete();
      break;
    }
  }
  return newest !== 'unordered';
}

interface Descent {
  readonly first: number;
  /** Reading stops at the first row older than this time, because older rows were read before. */
  readonly until?: number | undefined;
  /**
   * If the newest row of the first page is older than this time, a replica or proxy has sent an outdated response, so
   * the page is requested again. Default: `until`.
   */
  readonly least?: number | undefined;
  /** Reading stops once the reader has made this many requests, including those of earlier calls of `descend`. */
  readonly limit?: number;
}

/**
 * Yields pages, newest row first. Returns the time of the newest row, or `end` if the first page has all rows, or
 * `unordered` if the gateway does not send the newest row first or ignores `end_time`.
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
  let wasEmpty = until !== undefined;
  for (;;) {
    const page = await readOrdered(reader, query, {bound, least: newest === undefined ? least : undefined, wasEmpty});
    const rows = reader.idsOf(page).length;
    const [top, last] = [page.items[0], page.items.at(-1)];
    const isFirst = newest === undefined;
    if (isFirst && first === 1) reader.count(page.count);
    const isOrdered = isFirst && until === undefined ? orderOf(page.items) === 'newest-first' : true;
    if (!isOrdered || !fits(page, bound) || (top === undefined && rows > 0)) {
      // The caller then reads the list by page number, beginning with this page. Storing the page saves a request.
      if (isFirst) reader.store(query, page);
      return 'unordered';
    }
    if (top === undefined || last === undefined) {
      // An empty list yields one empty page.
      if (isFirst && until === undefined) yield reader.fresh(page);
      return newest ?? 'end';
    }
    newest ??= top.log_time;
    // A gateway that ignores `start_time` also counts the older rows.
    if (start_time !== undefined && last.log_time < start_time) reader.ignoreCounts();
    const isAll = isFirst && first === 1 && isWhole(rows, page);
    // No row is newer than `bound`. If the last row has this time, all rows of the page have it, and more rows may.
    const isSecond = bound !== undefined && last.log_time >= bound;
    const isOverfull = isSecond && rows >= reader.longest;
    const next: number = isSecond && bound !== undefined ? Math.ceil(bound) - 1 : Math.ceil(last.log_time);
    const isOver = isAll || last.log_time < oldest || next < oldest || reader.requests >= limit;
    if (!isOver && !isOverfull) reader.expect([{page: 1, end_time: next}]);
    const fresh = reader.fresh(page);
    if (hasRows(fresh)) yield fresh;
    if (isOverfull && bound !== undefined) yield* readSecond(reader, bound);
    wasEmpty = isOverfull;
    if (isOver) return isAll ? 'end' : newest;
    bound = next;
    query = {page: 1, end_time: next};
  }
}

/**
 * Reads the rows with the time `second` until their number equals the count in the responses, or until {@link
 * QUIET_PASSES} successive readings find no new row.
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
      ended = response.items.length === 0;
      if (seen.size === size) break;
      const fresh = reader.fresh(response);
      if (hasRows(fresh)) yield fresh;
      if (response.items.some(({log_time}) => log_time < second)) break;
    }
    // Some gateways send the number of rows on the page as count, so a count of one full page proves nothing.
    const isCounted = counts.size === 1 && counts.has(seen.size) && (seen.size > reader.longest || !isCap(seen.size));
    if (ended && isCounted) return;
    quiet = reader.given === before ? quiet + 1 : 0;
  }
}

interface Expected {
  /** No row of the response should be newer than this time, because the request has this time as `end_time`. */
  readonly bound: number | undefined;
  /** If the newest row of the response is older than this time, the response is outdated. */
  readonly least: number | undefined;
  /**
   * Whether the previous response may have been empty. If so, an empty response may be the previous one, repeated by a
   * proxy, so the page is requested once more.
   */
  readonly wasEmpty: boolean;
}

/** Requests a page again if the response is not as expected, because a replica or proxy may repeat an older one. */
const readOrdered = async <T extends Row>(
  reader: Reader<T>,
  query: Query,
  {bound, least = Number.NEGATIVE_INFINITY, wasEmpty}: Expected,
): Promise<Page<T>> => {
  for (let attempt = 1; ; attempt++) {
    const page = await reader.read(query);
    const top = page.items[0]?.log_time;
    const isStale = top === undefined ? wasEmpty && attempt === 1 : top < least;
    // A first page in another order is accepted, because the list is then read by page number.
    const isFit = fits(page, bound) || query.end_time === undefined;
    if ((isFit && !isStale) || attempt === MAX_ATTEMPTS) return page;
  }
};

/** Whether no row is newer than `bound`, and the rows are sorted newest first. */
export const fits = ({items}: Pick<Page<Pick<Row, 'log_time'>>, 'items'>, bound = Number.POSITIVE_INFINITY): boolean =>
  items.every(({log_time}, at) => log_time <= (items[at - 1]?.log_time ?? bound));

/** Returns the order by time (docs/field-facts.md#18). If the times are unsorted or all equal, the order by id. */
export const orderOf = (rows: readonly Row[]): 'newest-first' | 'oldest-first' | 'mixed' => {
  for (const key of ['log_time', 'id'] as const) {
    const steps = rows.slice(1).map((row, at) => row[key] - (rows[at]?.[key] ?? row[key]));
    const [rises, falls] = [steps.some(step => step > 0), steps.some(step => step < 0)];
    if (rises !== falls) return rises ? 'oldest-first' : 'newest-first';
  }
  return rows.length < 2 ? 'newest-first' : 'mixed';
};
