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

export interface PageWalk<T> {
  /** First page to fetch; counts from 1. */
  readonly first: number;
  readonly pageSize: number;
  fetch(page: number, pageSize: number): Promise<Page<T>>;
  key(item: T): unknown;
}

/**
 * Walks a list page by page. An entry that an earlier page brought is left out, so inserts between two requests show
 * nothing twice. Ends when the count is reached, at a page shorter than those before it, or, since gateways ignore
 * `page_size` (so a short first page proves nothing) or `page` itself, at a page that brings nothing new.
 */
export async function* walkPages<T>(walk: PageWalk<T>): AsyncGenerator<Page<T>, void, undefined> {
  const seen = new Set<unknown>();
  const skipped = (walk.first - 1) * walk.pageSize;
  let longest = 0;
  for (let number = walk.first; ; number++) {
    const page = await walk.fetch(number, walk.pageSize);
    const items = page.items.filter(item => {
      const key = walk.key(item);
      return !seen.has(key) && seen.add(key);
    });
    if (items.length > 0 || number === walk.first) yield {...page, items};
    if (items.length === 0) return;
    if (page.count === undefined ? page.items.length < longest : skipped + seen.size >= page.count) return;
    longest = Math.max(longest, page.items.length);
  }
}

/** The entries of a walk over pages. */
export async function* itemsOf<T>(pages: AsyncIterable<Page<T>>): AsyncGenerator<T, void, undefined> {
  for await (const page of pages) yield* page.items;
}
