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
 * - Each entry that is in the list from start to end of the walk, and in every replica, comes exactly once, in any sort
 *   order, while entries arrive, are raised or pruned, and counts fall, jitter, are estimates or absent
 *   (docs/field-facts.md#20). Entries that moved or arrived meanwhile may come last.
 * - A list at rest costs one request a page, and one more if its last page is full. From the first answer that does not
 *   fit the ones before it, pages overlap by a quarter, so that each proves that it continues the one before, and what
 *   was read earlier is read again: about two requests a page. Never more than four a page and 20, by the highest count
 *   and at most four times the first ones, in pages as long as the longest so far; without counts, by the rows given.
 *   Rows that arrive faster than they are read need not be given.
 * - {@link WalkOptions.onStatus} reports what did not fit, and whether all entries were given.
 * - Without counts, and where the first page does not have the newest row first, pages overlap from the start.
 * - Counts that stay equal and fit the rows given are believed; one that is only the number of rows on a page is not.
 *
 * Pages cannot overlap where they have fewer than 4 rows or the gateway fixes their size. There, entries can be missed
 * after counts fell, and the status says so.
 *
 * Yields the first page, and later ones with new entries. Memory: about two bits per entry if ids are dense.
 */
export async function* walkPages<T extends {readonly id: number}>(
  walk: PageWalk<T>,
): AsyncGenerator<Page<T>, void, undefined> {
  const {first = DEFAULT_PAGE, pageSize = DEFAULT_ITERATOR_PAGE_SIZE, options = {}} = walk;
  const {prefetch: _, onStatus, signal, ...call} = options;
  const prefetch = readPrefetch(options);
  const reader = createWindowReader<T>(({page, size}, signal) => walk.fetch(page, size, {...call, signal}), signal);
  const course = createWalk<T>(first, pageSize);
  try {
    for (let started = false; !course.ended; started = true) {
      const window = course.traversal.next();
      const page = course.take(await reader.read(window), window);
      reader.prefetch(course.ended || prefetch === 0 ? [] : course.traversal.plan(prefetch));
      if (page.items.length > 0 || page.invalid.length > 0 || !started) yield page;
    }
  } finally {
    reader.stop();
  }
  const status = course.status();
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
