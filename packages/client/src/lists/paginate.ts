import {DEFAULT_PAGE} from '@edge-console/schema/values';
import type {CallPromise} from '../http/call-promise.ts';
import {ignoreErrors} from '../http/observer.ts';
import type {CallOptions} from '../options.ts';
import {readByNumber} from './by-number.ts';
import {type FetchPage, type Page, type PaginateOptions, readPrefetch} from './page.ts';
import {createReader, type Reader} from './reader.ts';
import {type Range, type Row, seek} from './seek.ts';

/** Entries per request of the iterators by default (docs/field-facts.md#12). */
const DEFAULT_ITERATOR_PAGE_SIZE = 100;

interface Paginated<T> {
  /** First page, from 1; default 1. */
  readonly first: number | undefined;
  /** Default 100. */
  readonly pageSize: number | undefined;
  readonly options: PaginateOptions | undefined;
  readonly fetch: FetchPage<T>;
  /** Bounds of the list, if its rows have times. */
  readonly range?: Range | undefined;
  /** The first page, if it was read before. */
  readonly held?: Page<T>;
}

/**
 * Reads a list page by page.
 *
 * - A list with times is read by time (`seek`): each entry that is in the list, and in every replica, from start to end
 *   is given exactly once, while others arrive, are updated or pruned, and whatever the counts say
 *   (docs/field-facts.md#20). A page costs one request at any depth (docs/field-facts.md#26); the end of the list and the
 *   rows updated meanwhile cost three more. Seconds with more rows than a page are read twice or more.
 * - If the gateway ignores `end_time` or does not send the newest row first, and for lists without times, pages are read
 *   by number, again if rows moved, at most 4 times. {@link PaginateOptions.onStatus} says if entries may be missing.
 * - Entries that moved or arrived meanwhile may come last.
 *
 * Yields the first page, and later pages that have new entries. Memory: about three bits per entry if ids are dense.
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
    // Only lists with times have a range.
    const isRead = range !== undefined && (yield* seek(reader as unknown as Reader<T & Row>, range, first));
    if (!isRead) yield* readByNumber(reader, first);
  } finally {
    reader.stop();
  }
  ignoreErrors(() => onStatus?.(reader.status((first - 1) * pageSize)));
}

/** The entries of pages. */
export async function* itemsOf<T>(pages: AsyncIterable<Page<T>>): AsyncGenerator<T, void, undefined> {
  for await (const page of pages) yield* page.items;
}

/**
 * Promise of one page. Iterating it gives the entries of the page and of all pages after it, one by one, and requests
 * further pages of the same size. Rejects with an {@link EdgeError}.
 *
 * @example
 * const {items, count} = await client.apiTokens.list();
 * for await (const {name} of client.apiTokens.list({page_size: 100})) console.log(name);
 */
export interface ListPromise<T> extends CallPromise<Page<T>>, AsyncIterable<T> {}

interface Continuation<T> {
  /** Without it the list ends with the page. */
  readonly fetch: FetchPage<T> | undefined;
  readonly options: CallOptions | undefined;
  /** Bounds of the list, if its rows have times. */
  readonly range?: Range;
}

/** Makes a {@link ListPromise} of the promise of a page. */
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
