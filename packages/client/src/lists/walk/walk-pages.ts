import {channel} from 'node:diagnostics_channel';
import {DEFAULT_PAGE} from '@edge-console/schema/values';
import type {CallOptions} from '../../options.ts';
import {createWalk} from './create-walk.ts';
import {createWindowReader, type Page, readPrefetch, type WalkOptions, type WalkStatus} from './paging.ts';

/** Entries per request of the iterators by default (docs/field-facts.md#12). */
const DEFAULT_ITERATOR_PAGE_SIZE = 100;

interface PageWalk<T> {
  /** First page, from 1; default 1. */
  readonly first: number | undefined;
  /** Default 100. */
  readonly pageSize: number | undefined;
  readonly options: WalkOptions | undefined;
  fetch(page: number, pageSize: number, options: CallOptions): Promise<Page<T>>;
}

/**
 * Walks a list page by page.
 *
 * - Each entry that is in the list from start to end of the walk, and in every replica, is given exactly once. The list
 *   may have any order, entries may arrive, be raised or pruned, and counts may fall, jitter, be estimates or be absent
 *   (docs/field-facts.md#20). Entries that moved or arrived meanwhile may come last.
 * - If the list does not change, a page costs one request, and a full last page one more. The first five pages overlap by
 *   a quarter, to see whether the counts can be trusted: up to two requests more. From the first answer that does not
 *   fit the ones before it, all pages overlap to prove that no entry between them was missed, and earlier pages are read
 *   again: about two requests a page.
 * - The limit is 4 requests a page, and 20 more. The number of pages follows from the longest page and the highest
 *   count, or four times the highest of the first three counts if this is less; without counts, from the rows given. A
 *   list that changes faster than it is read is not given completely.
 * - {@link WalkOptions.onStatus} reports what did not fit, and whether all entries were given.
 * - Without counts, or if the first page does not have the newest row first, pages overlap from the start.
 * - A count that is only the number of rows on its page is not used. Counts that stay equal and fit the rows of the first
 *   five pages are trusted: if later ones are wrong and fit by chance, an entry can be missed without a status.
 * - Without counts, a list that has the oldest row first ends with the rows that are newer than the walk, by `time` of
 *   the gateway or its header `Date`. Without either, the walk goes on as long as the list grows.
 *
 * Pages cannot overlap if they have fewer than 4 rows or the gateway has a fixed page size. Then entries can be missed
 * after counts fell, and the status says so.
 *
 * Yields the first page, and later pages that have new entries. Memory: about two bits per entry if ids are dense.
 */
export async function* walkPages<T extends {readonly id: number}>(
  walk: PageWalk<T>,
): AsyncGenerator<Page<T>, void, undefined> {
  const {first = DEFAULT_PAGE, pageSize = DEFAULT_ITERATOR_PAGE_SIZE, options = {}} = walk;
  const {prefetch: _, onStatus, signal, ...call} = options;
  const prefetch = readPrefetch(options);
  const reader = createWindowReader<T>(({page, size}, signal) => walk.fetch(page, size, {...call, signal}), signal);
  const state = createWalk<T>(first, pageSize);
  try {
    for (let started = false; !state.ended; started = true) {
      const window = state.traversal.next();
      const page = state.take(await reader.read(window), window);
      reader.prefetch(state.ended || prefetch === 0 ? [] : state.traversal.plan(prefetch));
      if (page.items.length > 0 || page.invalid.length > 0 || !started) yield page;
    }
  } finally {
    reader.stop();
  }
  const status = state.status();
  if (status !== undefined) tell(status, onStatus);
}

/** The entries of pages. */
export async function* itemsOf<T>(pages: AsyncIterable<Page<T>>): AsyncGenerator<T, void, undefined> {
  for await (const page of pages) yield* page.items;
}

const statuses = channel('edge-client:walk');

const tell = (status: WalkStatus, onStatus: WalkOptions['onStatus']): void => {
  statuses.publish(status);
  try {
    onStatus?.(status);
  } catch {}
};
