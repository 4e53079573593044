import {DEFAULT_PAGE} from '@edge-console/schema/values';
import type {CallPromise} from '../http/call-promise.ts';
import {ignoreErrors} from '../http/observer.ts';
import type {CallOptions} from '../options.ts';
import {readByNumber} from './by-number.ts';
import {type FetchPage, type Page, type PaginateOptions, readPrefetch} from './page.ts';
import {createReader, type Reader} from './reader.ts';
import {type Range, type Row, seek} from './seek.ts';

/** Default number of entries per request of an iteration (docs/field-facts.md#12). */
const DEFAULT_ITERATOR_PAGE_SIZE = 100;

interface Paginated<T> {
  /** Number of the first page to read, from 1; default 1. */
  readonly first: number | undefined;
  /** Entries per request; default 100. */
  readonly pageSize: number | undefined;
  readonly options: PaginateOptions | undefined;
  readonly fetch: FetchPage<T>;
  /** The requested time range; absent if the rows of the list have no times. */
  readonly range?: Range | undefined;
  /** The first page, if it has been received before the iteration. */
  readonly held?: Page<T>;
}

/**
 * Yields the first page of a list, and each later page that has entries not yielded before. Reads by time if the rows
 * have times (see `seek`), else by page number (see `readByNumber`). The guarantees are those of `ErrorLogs.pages`,
 * even if counts are wrong (docs/field-facts.md#20). Entries that moved or arrived during the iteration may come last.
 *
 * Reading by time costs a gateway the same at any depth (docs/field-facts.md#26). It takes three requests more than
 * there are pages, to find the end of the list and the rows updated during the iteration. If a second has more rows
 * than fit on a page, that second is read at least twice.
 *
 * Memory: about three bits per entry if most ids are consecutive.
 */
export async function* paginate<T extends {readonly id: number}>(
  list: Paginated<T>,
): AsyncGenerator<Page<T>, void, undefined> {
  const {first = DEFAULT_PAGE, pageSize = DEFAULT_ITERATOR_PAGE_SIZE, options = {}, range, held} = list;
  const {prefetch: _, onStatus, signal, ...call} = options;
  const reader = createReader<T>({
    ...{pageSize, signal, prefetch: readPrefetch(options)},
    fetch: (query, {signal: stopped}) => list.fetch(query, {...call, ...(stopped && {signal: stopped})}),
  });
  if (held) reader.store({page: first}, held);
  try {
    // The cast is safe, because a list has a range only if its rows have a time.
    const isRead = range !== undefined && (yield* seek(reader as unknown as Reader<T & Row>, range, first));
    if (!isRead) yield* readByNumber(reader, first);
  } finally {
    reader.stop();
  }
  ignoreErrors(() => onStatus?.(reader.status((first - 1) * pageSize)));
}

export async function* itemsOf<T>(pages: AsyncIterable<Page<T>>): AsyncGenerator<T, void, undefined> {
  for await (const page of pages) yield* page.items;
}

/**
 * A promise of one page that can also be iterated. Iteration yields the entries of this page and of all later pages,
 * one by one, and requests the later pages with the same page size. Rejects with an {@link EdgeError}.
 *
 * @example
 * const {items, count} = await client.apiTokens.list();
 * for await (const {name} of client.apiTokens.list({page_size: 100})) console.log(name);
 */
export interface ListPromise<T> extends CallPromise<Page<T>>, AsyncIterable<T> {}

interface Continuation<T> {
  /** Requests later pages. If undefined, iteration ends with the first page. */
  readonly fetch: FetchPage<T> | undefined;
  readonly options: CallOptions | undefined;
  readonly range?: Range;
}

export const listPromise = <T extends {readonly id: number}>(
  call: CallPromise<Page<T>>,
  {fetch, options, range}: Continuation<T>,
): ListPromise<T> =>
  Object.assign(call, {
    async *[Symbol.asyncIterator]() {
      const held = await call;
      const {page: first, pageSize, items} = held;
      if (fetch) yield* itemsOf(paginate({first, pageSize, options, fetch, range, held}));
      else yield* items;
    },
  });
