import {abortedOutsideCall, errorOutsideCall, invalidOption} from '../../errors.ts';
import type {CallOptions} from '../../options.ts';
import {createSingleFlight} from '../../single-flight.ts';
import type {Page} from '../walk/paging.ts';
import {
  firstUnread,
  newestPosition,
  oldestPosition,
  pageAt,
  type Requested,
  type RowIdentity,
  type Rows,
  requested,
  rowAt,
  rowModel,
  type Span,
} from './index.ts';
import {receivedSpan} from './positions.ts';

/** Options of `client.errorLogs.window`. */
export interface WindowOptions extends Omit<CallOptions, 'signal'> {
  /**
   * Rows per request. A gateway may give fewer.
   *
   * @default 100
   */
  readonly pageSize?: number;
  /**
   * Pages kept in memory, 3 or more: those around the rows read last.
   *
   * @default 40
   */
  readonly maxPages?: number;
}

/** What changed. `span`: the positions in use. `rows`: rows were read. `dropped`: rows in memory may have moved. */
export type WindowChange =
  | {readonly kind: 'span'; readonly span: Span}
  | {readonly kind: 'rows'; readonly rows: Span}
  | {readonly kind: 'dropped'};

/**
 * Random access to a list of unknown and changing size, in constant memory. Reads the pages for the row model of
 * `@edge-console/client/rows`. Position `span.from` is the oldest row and `span.to - 1` the newest; a row keeps its
 * position while rows arrive or the oldest ones are removed. In the first response, the oldest row has position 0;
 * without counts, the newest row has -1. The list must have the newest row first (`docs/field-facts.md#18`).
 *
 * A change in the middle (a row raised, inserted late or removed) is found when a page is read that does not fit the
 * rows in memory. Rows that may have moved are then read again.
 *
 * @example
 * const window = client.errorLogs.window({level: 4});
 * const {to} = await window.refresh();
 * const newest = await window.get(to - 40, to); // oldest first
 */
export interface RowWindow<T> {
  /** Positions in use; undefined before the first page. Without counts, one page more than was seen is assumed. */
  readonly span: Span | undefined;
  /** Rows in the list: `span.to - span.from`. */
  readonly size: number | undefined;
  /**
   * The rows from `from` to `to` (exclusive), oldest first, at most `maxPages - 2` pages of them. Undefined where the
   * list has no such position. After eight attempts during which rows moved, returns the rows read last. Calls share
   * requests; a request is aborted when no call waits for it.
   *
   * @throws EdgeError `invalid_request` for a span that is too long or not one of whole numbers; errors of the call.
   */
  get(from: number, to: number, call?: {readonly signal?: AbortSignal}): Promise<readonly (T | undefined)[]>;
  /** The row at a position, if it is in memory. */
  peek(position: number): T | undefined;
  /** Starts to read the missing rows of a span, at most four pages. `get` reports failures when it needs the page. */
  prefetch(from: number, to: number): void;
  /** Reads the first page: the current length and the newest rows. */
  refresh(call?: {readonly signal?: AbortSignal}): Promise<Span>;
  /** Drops all rows; responses still to come are ignored. */
  invalidate(): void;
  /** Calls back after every change, until the returned function is called. */
  subscribe(listener: (change: WindowChange) => void): () => void;
  /** Aborts all requests and drops all rows. */
  close(): void;
}

/** What a window reads from. */
export interface WindowParts<T> extends RowIdentity<T> {
  list(page: number, pageSize: number, options: CallOptions): Promise<Page<T>>;
}

const MAX_ROUNDS = 8;
const MAX_PREFETCH = 4;

export const createRowWindow = <T>(parts: WindowParts<T>, options: WindowOptions = {}): RowWindow<T> => {
  const {pageSize = 100, maxPages = 40, ...call} = options;
  if (!Number.isSafeInteger(pageSize) || pageSize < 1)
    throw invalidOption('pageSize', 'must be a whole number, 1 or more');
  if (!Number.isSafeInteger(maxPages) || maxPages < 3)
    throw invalidOption('maxPages', 'must be a whole number, 3 or more');
  const maxRows = (maxPages - 2) * pageSize;
  const model = rowModel<T>(parts);
  let rows = model.empty(pageSize);
  let closed = false;
  const listeners = new Set<(change: WindowChange) => void>();
  const tell = (change: WindowChange): void => {
    for (const listener of [...listeners]) listener(change);
  };
  /** Spans of the calls to `get` in progress, and of the last one. */
  const wanted = new Set<Span>();
  let last: Span = {from: 0, to: 0};

  const place = (page: Page<T>, at: Requested): void => {
    const before = rows;
    rows = model.place(rows, page, {requested: at, keep: [...wanted, around(last, maxRows + pageSize)]});
    const [old, span] = [spanInUse(before), spanInUse(rows)];
    if (rows.contradictions > before.contradictions) tell({kind: 'dropped'});
    if (span && (old?.from !== span.from || old.to !== span.to)) tell({kind: 'span', span});
    // A page that the model left out changed no row.
    if (page.items.length > 0 && rows.slots !== before.slots)
      tell({kind: 'rows', rows: receivedSpan(rows.frame, page)});
  };
  let generation = 0;
  const requests = createSingleFlight(async (page: number, signal): Promise<void> => {
    const startedIn = generation;
    const at = requested(rows);
    const response = await parts.list(page, rows.frame.pageSize, {...call, signal});
    // Dropped when requested before `invalidate`, or when all callers have left.
    if (startedIn === generation && !signal.aborted) place(response, at);
  });
  const load = async (page: number, signal?: AbortSignal): Promise<void> => {
    if (closed) throw errorOutsideCall('aborted', 'The window was closed: make another one.');
    try {
      await requests.join(page, signal);
    } catch (error) {
      throw signal?.aborted ? abortedOutsideCall(signal, 'Reading the list') : error;
    }
  };

  /** The pages that hold the unread rows of a span. */
  const missingPages = (span: Span): readonly number[] => {
    if (rows.clock === 0) return [1];
    const pages: number[] = [];
    let to = span.to;
    for (;;) {
      const position = firstUnread(rows, {from: span.from, to}, 'trusted');
      if (position === undefined) return pages;
      // Without the drift, pages are those of the last response, as in the line that sets `to`. If rows arrive before
      // the responses, the next round of `get` corrects for them.
      const page = pageAt({...rows.frame, drift: 0}, position);
      pages.push(page);
      to = rows.frame.end - page * rows.frame.pageSize;
    }
  };

  const get: RowWindow<T>['get'] = async (from, to, {signal} = {}) => {
    if (!Number.isSafeInteger(from) || !Number.isSafeInteger(to) || to < from || to - from > maxRows) {
      throw invalidOption('from, to', `must be whole numbers with at most ${maxRows} rows between them`);
    }
    const span = {from, to};
    wanted.add(span);
    last = span;
    try {
      for (let round = 0; round < MAX_ROUNDS; round++) {
        const pages = missingPages(span);
        if (pages.length === 0) break;
        await Promise.all(pages.map(page => load(page, signal)));
      }
      return Array.from({length: to - from}, (_, at) => rowInUse(rows, from + at));
    } finally {
      wanted.delete(span);
    }
  };

  return {
    get span() {
      return spanInUse(rows);
    },
    get size() {
      const span = spanInUse(rows);
      return span && span.to - span.from;
    },
    get,
    peek: position => rowAt(rows, position),
    prefetch(from, to) {
      const span = {from, to};
      wanted.add(span);
      const pages = missingPages(span).slice(0, MAX_PREFETCH);
      void Promise.allSettled(pages.map(page => load(page))).then(() => wanted.delete(span));
    },
    async refresh({signal} = {}) {
      await load(1, signal);
      return spanInUse(rows) ?? {from: 0, to: 0};
    },
    invalidate() {
      generation++;
      requests.detach();
      rows = model.empty(rows.frame.pageSize);
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
      rows = model.empty(pageSize);
      listeners.clear();
    },
  };
};

const spanInUse = (rows: Rows<unknown>): Span | undefined =>
  rows.clock === 0 ? undefined : {from: oldestPosition(rows), to: newestPosition(rows) + 1};

const rowInUse = <T>(rows: Rows<T>, position: number): T | undefined =>
  position <= newestPosition(rows) ? rowAt(rows, position) : undefined;

/** A span widened at both ends to `size` rows. */
const around = ({from, to}: Span, size: number): Span => {
  const more = Math.max(0, Math.floor((size - (to - from)) / 2));
  return {from: from - more, to: to + more};
};
