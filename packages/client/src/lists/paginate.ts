import {DEFAULT_PAGE} from '@edge-console/schema/values';
import {readWhole} from '../errors.ts';
import type {CallPromise} from '../http/call-promise.ts';
import {ignoreErrors} from '../http/observer.ts';
import type {CallOptions} from '../options.ts';
import {readByNumber} from './by-number.ts';
import type {FetchPage, Page, PaginateOptions} from './page.ts';
import {createReader, type Reader} from './reader.ts';
import {type Range, type Row, seek} from './seek.ts';

// Other clients request 100 rows too (docs/field-facts.md#12).
const DEFAULT_ITERATOR_PAGE_SIZE = 100;
const MAX_PREFETCH = 16;

interface Paginated<T> {
  readonly first: number | undefined;
  readonly pageSize: number | undefined;
  readonly options: PaginateOptions | undefined;
  readonly fetch: FetchPage<T>;
  /** Absent if the rows of the list have no times. */
  readonly range?: Range | undefined;
  readonly held?: Page<T>;
}

/** Yields the first page and each later page with rows not yet yielded. `ErrorLogs.pages` documents the guarantees. */
export async function* paginate<T extends {readonly id: number}>(
  list: Paginated<T>,
): AsyncGenerator<Page<T>, void, undefined> {
  const {first = DEFAULT_PAGE, pageSize = DEFAULT_ITERATOR_PAGE_SIZE, options = {}, range, held} = list;
  const {prefetch = 1, onStatus, signal, ...call} = options;
  const reader = createReader<T>({
    ...{pageSize, signal, prefetch: readWhole('prefetch', prefetch, {min: 0, max: MAX_PREFETCH})},
    fetch: (query, {signal: stopped}) => list.fetch(query, {...call, ...(stopped && {signal: stopped})}),
  });
  if (held) reader.store({page: first}, held);
  try {
    // Only lists whose rows have a time have a range.
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
 * A promise of one page. Iterating it yields the rows of this page and of all later pages. Rejects with an
 * {@link EdgeError}.
 *
 * @example
 * const {items, count} = await client.apiTokens.list();
 * for await (const {name} of client.apiTokens.list({page_size: 100})) console.log(name);
 */
export interface ListPromise<T> extends CallPromise<Page<T>>, AsyncIterable<T> {}

interface Continuation<T> {
  /** If undefined, iteration ends with the first page. */
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
