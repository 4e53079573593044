import {errorOutsideCall, invalidOption} from '../errors.ts';
import type {CallOptions} from '../options.ts';
import {createSingleFlight} from '../single-flight.ts';
import type {Page} from './paging.ts';
import {createWindowRows, type Span} from './window-rows.ts';

export interface WindowOptions extends Omit<CallOptions, 'signal'> {
  /** Rows per request; default 100. A gateway may give fewer. */
  readonly pageSize?: number;
  /** Pages kept in memory, 3 or more, the longest unused going first; default 40. */
  readonly maxPages?: number;
}

/** What changed: the list grew or shrank, rows came into memory, or what was held is of no use any more. */
export type WindowChange =
  | {readonly kind: 'span'; readonly span: Span}
  | {readonly kind: 'rows'; readonly rows: Span}
  | {readonly kind: 'dropped'};

/**
 * Random access to a list of unknown and changing size. Rows are known by position, counted from the oldest: 0 is the
 * oldest, `span.to - 1` the newest, and a position stays what it is while entries arrive. The list is taken to be sorted
 * newest first, as the reference server does. A gateway without a count has positions that begin below a great number:
 * count them from `span.to`; they shift when entries arrive, which drops what is held.
 *
 * A change in the middle (an entry raised, inserted late, or removed) shows when a page is read that contradicts what is
 * held: all that is held goes then but that page. Until then rows below the change are as they were. A gateway that
 * removes its oldest entries shifts all positions.
 */
export interface RowWindow<T> {
  /** Positions in use; undefined until the first page came. Without a count, one more page than was seen is assumed. */
  readonly span: Span | undefined;
  /** Rows in the list: `span.to - span.from`. */
  readonly size: number | undefined;
  /**
   * The rows from `from` to `to` (exclusive), oldest first, at most `maxPages - 2` pages of them. A place is undefined
   * where the list has no such position, or where it changed at every one of eight attempts to read it. A page that is
   * being read is not asked for again; its request is aborted when nobody waits for it any more.
   */
  get(from: number, to: number, call?: {readonly signal?: AbortSignal}): Promise<readonly (T | undefined)[]>;
  /** What is in memory. */
  peek(position: number): T | undefined;
  /** Begins to read what is missing of a span, at most four pages; a failure shows when `get` needs the page. */
  prefetch(from: number, to: number): void;
  /** Reads the first page: how long the list is now, and its newest rows. */
  refresh(call?: {readonly signal?: AbortSignal}): Promise<Span>;
  /** Forgets what is held; what is being read is not kept. */
  invalidate(): void;
  /** Calls back after every change, until the function that is returned is called. */
  subscribe(listener: (change: WindowChange) => void): () => void;
  /** Aborts what is being read, and forgets all. */
  close(): void;
}

export interface WindowParts<T> {
  list(page: number, pageSize: number, options: CallOptions): Promise<Page<T>>;
  key(item: T): number;
}

const MOST_ROUNDS = 8;
const MOST_PREFETCHED = 4;

export const createRowWindow = <T>(parts: WindowParts<T>, options: WindowOptions = {}): RowWindow<T> => {
  const {pageSize = 100, maxPages = 40, ...call} = options;
  if (!Number.isSafeInteger(pageSize) || pageSize < 1)
    throw invalidOption('pageSize', 'must be a whole number, 1 or more');
  if (!Number.isSafeInteger(maxPages) || maxPages < 3)
    throw invalidOption('maxPages', 'must be a whole number, 3 or more');
  const rows = createWindowRows(parts.key, {asked: pageSize, most: maxPages * pageSize});
  const listeners = new Set<(change: WindowChange) => void>();
  const tell = (change: WindowChange): void => {
    for (const listener of [...listeners]) listener(change);
  };
  let closed = false;

  const place = (page: Page<T>): void => {
    const before = rows.span;
    const {dropped, rows: placed} = rows.place(page);
    const {span} = rows;
    if (dropped) tell({kind: 'dropped'});
    if (span && (span.from !== before?.from || span.to !== before.to)) tell({kind: 'span', span});
    if (placed.to > placed.from) tell({kind: 'rows', rows: placed});
  };
  let generation = 0;
  const requests = createSingleFlight(async (page: number, signal): Promise<void> => {
    const startedIn = generation;
    const answer = await parts.list(page, pageSize, {...call, signal});
    // Dropped when requested before `invalidate`, or when all callers have left.
    if (startedIn === generation && !signal.aborted) place(answer);
  });
  const load = async (page: number, signal?: AbortSignal): Promise<void> => {
    if (closed) throw errorOutsideCall('aborted', 'The window was closed: make another one.');
    try {
      await requests.join(page, signal);
    } catch (error) {
      throw signal?.aborted ? errorOutsideCall('aborted', 'Reading the list was aborted.') : error;
    }
  };

  const get = async (from: number, to: number, {signal}: {signal?: AbortSignal} = {}) => {
    const most = (maxPages - 2) * pageSize;
    if (!Number.isSafeInteger(from) || !Number.isSafeInteger(to) || from < 0 || to < from || to - from > most) {
      throw invalidOption('from, to', `must be whole numbers, from 0 or more, with at most ${most} rows between them`);
    }
    const span = {from, to};
    for (let round = 0; round < MOST_ROUNDS; round++) {
      const pages = rows.missing(span);
      if (pages.length === 0) break;
      // What is held of the span is needed to the end.
      rows.take(span);
      await Promise.all(pages.map(page => load(page, signal)));
    }
    return rows.take(span);
  };

  return {
    get span() {
      return rows.span;
    },
    get size() {
      return rows.span && rows.span.to - rows.span.from;
    },
    get,
    peek: rows.peek,
    prefetch(from, to) {
      for (const page of rows.missing({from, to}).slice(0, MOST_PREFETCHED)) load(page).catch(() => {});
    },
    async refresh({signal} = {}) {
      await load(1, signal);
      return rows.span ?? {from: 0, to: 0};
    },
    invalidate() {
      generation++;
      requests.detach();
      rows.clear();
      tell({kind: 'dropped'});
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close() {
      closed = true;
      generation++;
      requests.abort();
      rows.clear();
      listeners.clear();
    },
  };
};
