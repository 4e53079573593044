import type {CallOptions} from '../options.ts';
import {createReader} from './paging-reader.ts';
import {createWalk} from './paging-walk.ts';

/** One page of a list. */
export interface Page<T> {
  readonly items: readonly T[];
  /** Entries in the whole list, where the gateway says so. */
  readonly count: number | undefined;
  /** Counts from 1. */
  readonly page: number;
  /** Entries asked for; what came may differ on gateways that ignore it. */
  readonly pageSize: number;
  /** The gateway's clock in Unix seconds, where it says so. */
  readonly time?: number;
}

/** Entries per request of the iterators when the query does not say (field fact 12). */
export const ITERATOR_PAGE_SIZE = 100;

/** Pages read ahead when the options do not say. */
export const DEFAULT_PREFETCH = 1;

/**
 * Options of an iterator. `prefetch` is how many pages are read ahead of the loop that takes them, 0 to 16: 0 asks when
 * the loop wants more, 1 (the default) asks for the next page while this one is worked on, more ask at once, which is
 * for gateways that give a count; elsewhere it is as 1.
 */
export interface WalkOptions extends CallOptions {
  readonly prefetch?: number;
}

export interface PageWalk<T> {
  /** First page to fetch; counts from 1. */
  readonly first: number;
  readonly pageSize: number;
  readonly options?: WalkOptions | undefined;
  fetch(page: number, pageSize: number, options: CallOptions): Promise<Page<T>>;
  key(item: T): number;
}

/**
 * Walks a list page by page. What is in the list from beginning to end of the walk comes once, also while entries are
 * inserted, or raised to the top, between requests: an entry that an earlier page brought is left out, and where rows
 * moved, the list is read again from its beginning, until the count is reached, for what was raised from an unread page.
 * Entries that arrive meanwhile may come, as the last ones. Two things cannot be covered: rows removed meanwhile are
 * noticed by the count alone, so the row after a removed one can be missed where as many arrive as go; and raises of
 * a page's worth of rows between any two requests, or without a count as many arrivals, can hide a row each time.
 *
 * Ends when the count is reached, at a page shorter than those before it, or, since gateways ignore `page_size` (so a
 * short first page proves nothing) or `page` itself, at a page that is the one before it again. The first page always
 * comes, later ones when they bring something. Memory is about a bit for each entry where ids are dense.
 */
export async function* walkPages<T>(walk: PageWalk<T>): AsyncGenerator<Page<T>, void, undefined> {
  const reader = createReader(walk);
  const {take} = createWalk<T>(walk.first, walk.key, (walk.options?.prefetch ?? DEFAULT_PREFETCH) > 1);
  try {
    for (let number: number | undefined = walk.first, started = false; number !== undefined; started = true) {
      const page: Page<T> = await reader.read(number);
      const {items, next, last} = take(page);
      number = next;
      reader.ahead(next, last);
      if (items.length > 0 || !started) yield {...page, items};
    }
  } finally {
    reader.stop();
  }
}

/** The entries of a walk over pages. */
export async function* itemsOf<T>(pages: AsyncIterable<Page<T>>): AsyncGenerator<T, void, undefined> {
  for await (const page of pages) yield* page.items;
}
