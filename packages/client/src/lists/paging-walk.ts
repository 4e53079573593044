import {DEFAULT_PAGE} from '@edge-console/schema/values';
import type {CallOptions} from '../options.ts';
import {createIdSet} from './list-id-set.ts';
import {createPageReader, type Page, readPrefetch, type WalkOptions} from './paging.ts';

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
 * Walks a list page by page. Each entry that is in the list from start to end of the walk comes exactly once, also while
 * entries arrive or are raised to the top: entries of earlier pages are left out, and after rows moved, the list is read
 * again from its first page until the count is reached. Entries that arrive meanwhile may come last. Not covered:
 * - Removed rows show in the count only, so the row after a removed one can be missed if as many rows arrive.
 * - If a page's worth of rows is raised between any two requests (without a count: if as many arrive), each time a row
 *   can be missed.
 *
 * Ends when the count is reached, at a page shorter than an earlier one, or when a page repeats: gateways may ignore
 * `page_size`, so a short first page proves nothing, or `page`. Yields the first page, and later ones with new entries.
 * Memory: about one bit per entry if ids are dense.
 */
export async function* walkPages<T extends {readonly id: number}>(
  walk: PageWalk<T>,
): AsyncGenerator<Page<T>, void, undefined> {
  const {first = DEFAULT_PAGE, pageSize = DEFAULT_ITERATOR_PAGE_SIZE, options = {}} = walk;
  const {prefetch: _, signal, ...call} = options;
  const prefetch = readPrefetch(options);
  const fetch = (page: number, signal: AbortSignal) => walk.fetch(page, pageSize, {...call, signal});
  const reader = createPageReader(fetch, {prefetch, signal});
  const {take} = createWalk<T>(first, prefetch > 1);
  try {
    for (let number: number | undefined = first, started = false; number !== undefined; started = true) {
      const page: Page<T> = await reader.read(number);
      const {items, next, last} = take(page);
      number = next;
      reader.prefetch(next, last);
      if (items.length > 0 || !started) yield {...page, items};
    }
  } finally {
    reader.stop();
  }
}

/** The entries of pages. */
export async function* itemsOf<T>(pages: AsyncIterable<Page<T>>): AsyncGenerator<T, void, undefined> {
  for await (const page of pages) yield* page.items;
}

/** Result of a page taken by a walk. */
interface Step<T> {
  /** Entries of the page that are new to the walk. */
  readonly items: readonly T[];
  /** Page to read next; undefined at the end. */
  readonly next: number | undefined;
  /** Last page to prefetch. */
  readonly last: number;
}

/** Limit of passes over the list. */
const MAX_PASSES = 20;
/** Consecutive passes without a new entry after which the count is taken to be wrong. */
const MAX_EMPTY_PASSES = 2;

/**
 * State of a walk, a function of the pages in the order taken. A pass goes from the first page to the end. Entries that
 * the count promises and no page brought have arrived meanwhile, were raised from an unread page, or were skipped by
 * concurrent requests; another pass looks for them.
 */
const createWalk = <T extends {readonly id: number}>(first: number, concurrent: boolean) => {
  const seen = createIdSet();
  let pass = 1;
  let longest = 0;
  let count: number | undefined;
  let removed = 0;
  let highestCount = 0;
  let repeats = 0;
  let disturbed = false;
  let foundInPass = 0;
  let emptyPasses = 0;
  let previousIds: readonly number[] = [];

  const endPass = (items: readonly T[], complete: boolean): Step<T> => {
    emptyPasses = pass > 1 && foundInPass === 0 ? emptyPasses + 1 : 0;
    const allowedEmpty = count === undefined ? 1 : MAX_EMPTY_PASSES;
    const again = first === 1 && !complete && disturbed && pass < MAX_PASSES && emptyPasses < allowedEmpty;
    pass++;
    foundInPass = 0;
    previousIds = [];
    return {items, next: again ? first : undefined, last: first};
  };

  const take = (page: Page<T>): Step<T> => {
    const ids = page.items.map(item => item.id);
    const endsInSeen = ids.length > 0 && seen.has(ids.at(-1) ?? 0);
    const items = page.items.filter(item => seen.add(item.id));
    const fall = (count ?? 0) - (page.count ?? count ?? 0);
    const countChanged = page.count !== count && count !== undefined;
    const repeated =
      !countChanged &&
      ids.length > 0 &&
      ids.length === previousIds.length &&
      ids.every((id, at) => id === previousIds[at]);
    count = page.count;
    longest = Math.max(longest, ids.length);
    foundInPass += items.length;
    repeats = repeated ? repeats + 1 : 0;
    previousIds = ids;
    disturbed ||= countChanged || items.length < ids.length;
    // Concurrent answers come in any order: in the first pass a lower count may just be an earlier one.
    const ordered = !concurrent || pass > 1;
    const below = count === undefined ? 0 : Math.max(0, highestCount - count);
    if (ordered) removed += below;
    highestCount = ordered ? (count ?? 0) : Math.max(highestCount, count ?? 0);

    const gone = ordered ? removed : below;
    if (count !== undefined && (first - 1) * longest + seen.size - gone >= count) {
      return {items, next: undefined, last: first};
    }
    if (fall > 0 && page.page > first) {
      // Removed rows moved others up to pages that were read already.
      const back = Math.max(first, page.page - Math.ceil(fall / Math.max(1, longest)));
      return {items, next: back, last: page.page};
    }
    const ended = ids.length === 0 || (count === undefined && ids.length < longest);
    // After removals the count proves nothing: later passes read the top only as far as it is new.
    if (pass > 1 && endsInSeen && removed > 0) return endPass(items, page.page === first);
    // Repeats on a gateway that ignores `page`; a burst of exactly one page also looks like one repeat.
    if (ended || repeats > (count === undefined ? 1 : 0)) return endPass(items, false);
    const next = page.page + 1;
    return {items, next, last: count === undefined || pass > 1 ? next : Math.ceil(count / longest)};
  };
  return {take};
};
