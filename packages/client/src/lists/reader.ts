import type {InvalidRow} from '@edge-console/schema';
import {createIdSet} from './id-set.ts';
import {type FetchPage, type Page, type PageQuery, type PaginateStatus, receivedRows} from './page.ts';

export type Reader<T> = ReturnType<typeof createReader<T & {readonly id: number}>>;

/** Without `page_size`, the page size of the reader is requested. */
export type Query = Omit<PageQuery, 'page_size'> & Partial<PageQuery>;

interface ReaderOptions<T> {
  readonly pageSize: number;
  readonly prefetch?: number;
  readonly signal?: AbortSignal | undefined;
  readonly fetch: FetchPage<T>;
}

export const createReader = <T extends {readonly id: number}>(options: ReaderOptions<T>) => {
  const {pageSize, prefetch = 0, signal, fetch} = options;
  const given = createIdSet();
  const pending = new Map<string, Promise<Page<T>>>();
  let stopping = new AbortController();
  let requests = 0;
  let longest = 0;
  const counts: number[] = [];
  let ignoresCounts = false;
  let complete = true;
  const assigned = new Map<string, number>();

  /** Equal rows without an id have the same assigned id. */
  const assignedId = ({raw}: InvalidRow<unknown>): number => {
    const text = JSON.stringify(raw) ?? String(raw);
    const id = assigned.get(text) ?? FIRST_ASSIGNED - assigned.size;
    assigned.set(text, id);
    return id;
  };
  const idsOf = (page: Page<T>): readonly number[] =>
    receivedRows(page).flatMap(({row, invalid}) => row?.id ?? (invalid ? assignedId(invalid) : []));
  const request = (query: Query): Promise<Page<T>> => {
    const signals = signal ? AbortSignal.any([signal, stopping.signal]) : stopping.signal;
    const page = fetch({page_size: pageSize, ...query}, {signal: signals});
    // A page requested in advance may never be read, and its rejection would be reported as unhandled.
    page.catch(() => {});
    pending.set(JSON.stringify(query), page);
    return page;
  };
  const stop = (): void => {
    if (pending.size === 0) return;
    pending.clear();
    stopping.abort();
    stopping = new AbortController();
  };
  return {
    pageSize,
    prefetch,
    idsOf,
    stop,
    get requests() {
      return requests;
    },
    get given() {
      return given.size;
    },
    get firstCount() {
      return counts[0];
    },
    get longest() {
      return longest;
    },
    async read(query: Query): Promise<Page<T>> {
      const key = JSON.stringify(query);
      const page = await (pending.get(key) ?? request(query));
      pending.delete(key);
      requests++;
      longest = Math.max(longest, idsOf(page).length);
      return page;
    },
    /** Requests pages in advance. Aborts pending requests for other pages. */
    expect(queries: readonly Query[]): void {
      const next = queries.slice(0, prefetch);
      const keys = new Set(next.map(query => JSON.stringify(query)));
      if ([...pending.keys()].some(key => !keys.has(key))) stop();
      for (const query of next) if (!pending.has(JSON.stringify(query))) request(query);
    },
    /** Makes the next `read` with this query return `page` without a request. */
    store(query: Query, page: Page<T>): void {
      pending.set(JSON.stringify(query), Promise.resolve(page));
    },
    /** Returns the page without rows that were yielded earlier. The others count as yielded. */
    fresh(page: Page<T>): Page<T> {
      const fresh = new Set(idsOf(page).filter(id => given.add(id)));
      const invalid = page.invalid.filter(row => fresh.has(row.row?.id ?? assignedId(row)));
      return {...page, invalid, items: page.items.filter(({id}) => fresh.delete(id))};
    },
    count(count: number | undefined): void {
      if (count !== undefined && !ignoresCounts) counts.push(count);
    },
    /** For a list whose counts include rows that are not read. */
    ignoreCounts(): void {
      ignoresCounts = true;
      counts.length = 0;
    },
    get isComplete() {
      return complete;
    },
    markIncomplete(): void {
      complete = false;
    },
    /** `before` is the number of rows on the pages before the first page read. */
    status(before: number): PaginateStatus {
      const lowest = counts.length > 0 ? Math.min(...counts) : undefined;
      const highest = counts.length > 0 ? Math.max(...counts) : undefined;
      const rows = given.size;
      return {lowest, highest, rows, complete: complete && rows + before >= (lowest ?? 0)};
    },
  };
};

const CAP_STEP = 10;

/** Whether a gateway may have limited a page to this number of rows. Maximum page sizes are multiples of 10. */
export const isCap = (rows: number): boolean => rows % CAP_STEP === 0;

/** Whether a page has fewer rows than requested, for another reason than the gateway's maximum page size. */
export const isShort = (rows: number, pageSize: number): boolean => rows < pageSize && !isCap(rows);

/** Whether page 1 has all rows. The count alone is no proof, because some gateways send the count of the page. */
export const isWhole = (rows: number, {count, pageSize}: Page<unknown>): boolean =>
  rows === 0 ? count === undefined || count <= 0 : count === rows && isShort(rows, pageSize);

export const hasRows = ({items, invalid}: Page<unknown>): boolean => items.length > 0 || invalid.length > 0;

const SIZES = 4;

/**
 * Returns a page size that differs from one reading to the next, so that two readings rarely miss the same row. A row
 * is missed if page 1 is read from a replica that has the row on page 2, and page 2 from one that has it on page 1.
 */
export const sizeOfPass = (
  {pageSize, longest}: {readonly pageSize: number; readonly longest: number},
  pass: number,
): {readonly page_size?: number} => {
  const size = Math.min(pageSize, longest);
  const less = pass % SIZES;
  return less > 0 && size > SIZES ? {page_size: size - less} : {};
};

/** Rows without an id get this id, the next lower one, and so on. Gateways do not use such ids. */
const FIRST_ASSIGNED = -(2 ** 52);
