import type {InvalidRow} from '@edge-console/schema';
import {createIdSet} from './id-set.ts';
import type {FetchPage, Page, PageQuery, PaginateStatus} from './page.ts';

export type Reader<T> = ReturnType<typeof createReader<T & {readonly id: number}>>;

/** Query of a request for one page. Without `page_size`, the page size of the reader is requested. */
export type Query = Omit<PageQuery, 'page_size'> & Partial<PageQuery>;

interface ReaderOptions<T> {
  readonly pageSize: number;
  readonly prefetch?: number;
  readonly signal?: AbortSignal | undefined;
  readonly fetch: FetchPage<T>;
}

/** Creates a reader of one list. The reader can request pages early, and remembers which rows have been yielded. */
export const createReader = <T extends {readonly id: number}>(options: ReaderOptions<T>) => {
  const {pageSize, prefetch = 0, signal, fetch} = options;
  const {idsOf, assignedId} = createIdentity();
  const given = createIdSet();
  const pending = new Map<string, Promise<Page<T>>>();
  let stopping = new AbortController();
  let requests = 0;
  let longest = 0;
  const counts: number[] = [];
  let complete = true;

  const request = (query: Query): Promise<Page<T>> => {
    const signals = signal ? AbortSignal.any([signal, stopping.signal]) : stopping.signal;
    const page = fetch({page_size: pageSize, ...query}, {signal: signals});
    // A page that was requested early may never be read. This handler prevents an unhandled rejection.
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
    /** Number of different rows that have been yielded. */
    get given() {
      return given.size;
    },
    get firstCount() {
      return counts[0];
    },
    /** Highest number of rows on a page received so far. */
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
    /** Requests the pages that are expected to be read next. Aborts pending requests for other pages. */
    expect(queries: readonly Query[]): void {
      const next = queries.slice(0, prefetch);
      const keys = new Set(next.map(query => JSON.stringify(query)));
      if ([...pending.keys()].some(key => !keys.has(key))) stop();
      for (const query of next) if (!pending.has(JSON.stringify(query))) request(query);
    },
    /** Stores a page, so that the next `read` with this query returns it without a request. */
    store(query: Query, page: Page<T>): void {
      pending.set(JSON.stringify(query), Promise.resolve(page));
    },
    /** Returns the page without the rows that were yielded earlier, and remembers its rows as yielded. */
    fresh(page: Page<T>): Page<T> {
      const fresh = new Set(idsOf(page).filter(id => given.add(id)));
      const invalid = page.invalid.filter(row => fresh.has(row.row?.id ?? assignedId(row)));
      return {...page, invalid, items: page.items.filter(({id}) => fresh.delete(id))};
    },
    count(count: number | undefined): void {
      if (count !== undefined) counts.push(count);
    },
    get isComplete() {
      return complete;
    },
    markIncomplete(): void {
      complete = false;
    },
    /** Returns the summary of an iteration. `before` is the number of rows on the pages before the first page read. */
    status(before: number): PaginateStatus {
      const lowest = counts.length > 0 ? Math.min(...counts) : undefined;
      const highest = counts.length > 0 ? Math.max(...counts) : undefined;
      const rows = given.size;
      return {lowest, highest, rows, complete: complete && rows + before >= (lowest ?? 0)};
    },
  };
};

const CAP_STEP = 10;

/** Whether a gateway may have limited the page to this number of rows. Maximum page sizes are multiples of 10. */
export const isCap = (rows: number): boolean => rows % CAP_STEP === 0;

/** Whether a page has fewer rows than requested, but not because of the gateway's maximum page size. */
export const isShort = (rows: number, pageSize: number): boolean => rows < pageSize && !isCap(rows);

/**
 * Whether the first page has all rows of the list. A count equal to the number of rows does not prove it, since some
 * gateways count only the rows of the page.
 */
export const isWhole = (rows: number, {count, pageSize}: Page<unknown>): boolean =>
  rows === 0 ? count === undefined || count <= 0 : count === rows && isShort(rows, pageSize);

export const hasRows = ({items, invalid}: Page<unknown>): boolean => items.length > 0 || invalid.length > 0;

const SIZES = 4;

/**
 * Returns the page size for the reading `pass` of the list. Successive readings have different page sizes. With equal
 * page sizes, two replicas that respond in turn could hide the same row in each reading.
 */
export const sizeOfPass = (
  {pageSize, longest}: {readonly pageSize: number; readonly longest: number},
  pass: number,
): {readonly page_size?: number} => {
  const size = Math.min(pageSize, longest);
  const less = pass % SIZES;
  return less > 0 && size > SIZES ? {page_size: size - less} : {};
};

/** Id that the reader assigns to the first row without an id. Later ones are lower. Gateways do not use such ids. */
const FIRST_ASSIGNED = -(2 ** 52);

/**
 * Creates `idsOf`, which returns the ids of a page in row order. A row without an id gets a new one; equal rows get the
 * same id.
 */
const createIdentity = () => {
  const assigned = new Map<string, number>();
  const assignedId = ({raw}: InvalidRow<unknown>): number => {
    const text = JSON.stringify(raw) ?? String(raw);
    const id = assigned.get(text) ?? FIRST_ASSIGNED - assigned.size;
    assigned.set(text, id);
    return id;
  };
  return {
    assignedId,
    idsOf(page: Pick<Page<{readonly id: number}>, 'items' | 'invalid'>): readonly number[] {
      const ids = page.items.map(({id}) => id);
      const without = page.invalid.filter(({row}) => row === undefined);
      for (const row of without.toSorted((a, b) => a.index - b.index)) ids.splice(row.index, 0, assignedId(row));
      return ids;
    },
  };
};
