import {channel} from 'node:diagnostics_channel';
import {DEFAULT_PAGE} from '@edge-console/schema/values';
import type {CallOptions} from '../../options.ts';
import {createIdSet} from './id-set.ts';
import {createIdentity} from './identity.ts';
import {orderOf, type Row} from './order.ts';
import {createWindowReader, type Page, readPrefetch, type WalkOptions, type WalkStatus} from './paging.ts';
import {createTraversal, requestBudget, type Traversal} from './traversal.ts';

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
 *   or the rows given, in pages as long as the longest so far.
 * - {@link WalkOptions.onStatus} reports what did not fit, and whether all entries were given.
 * - Without counts, and where the first page does not have the newest row first, pages overlap from the start.
 * - Counts that stay equal and fit the rows given are believed.
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

/** Windows of a later pass without a new row after which the rest is taken to be known: raised rows are near the top. */
const QUIET_WINDOWS = 2;
/** Passes over the top of a list that changes all the time. */
const MAX_PASSES = 5;

/**
 * State of a walk: a first pass to the end of the list, and, if rows moved or counts did not fit, passes from the top
 * over what was read on trust, until one finds nothing new.
 */
const createWalk = <T extends {readonly id: number}>(first: number, pageSize: number) => {
  const identity = createIdentity();
  const given = createIdSet();
  let traversal: Traversal = createTraversal({pageSize}, {start: (first - 1) * pageSize, windows: 'adjacent'});
  let passes = 1;
  let foundInPass = false;
  let quiet = 0;
  /** Positions to read again. */
  let doubtful = 0;
  let requests = 0;
  let longest = 1;
  let starting: number | undefined;
  let lowest: number | undefined;
  let highest: number | undefined;
  let unstable = false;
  let complete = true;
  let ended = false;

  const rowsPerPage = (): number => traversal.paging.rows ?? pageSize;
  const before = (): number => (first - 1) * rowsPerPage();

  const endFirstPass = (count: number | undefined): void => {
    const {progress} = traversal;
    const {position, disturbed, moved} = progress;
    const covered = given.size + before();
    const fits = starting === undefined || (count === position && covered >= starting);
    if (!fits && !disturbed) traversal.distrust();
    unstable = progress.disturbed;
    doubtful = progress.gaps > 0 ? position : progress.trusted;
    complete = progress.unproven === 0 && !progress.ignoresPage && (first === 1 || doubtful === 0);
    // Rows raised or arrived meanwhile are at the top.
    // Without counts, rows that moved in opposite directions go unnoticed.
    const unsure = count === undefined && given.size >= pageSize;
    const again = unstable || moved || unsure || covered < (count ?? 0);
    if (again && first === 1 && !progress.ignoresPage) startPass();
    else ended = true;
  };
  const startPass = (): void => {
    passes++;
    foundInPass = false;
    quiet = 0;
    traversal = createTraversal(traversal.paging, {windows: 'overlapping'});
  };
  /** A later pass may end where the list is known, unless every count promised more rows. */
  const isEnough = (): boolean =>
    quiet >= QUIET_WINDOWS && traversal.progress.position >= doubtful && given.size + before() >= (lowest ?? 0);
  const endPass = (count: number | undefined): void => {
    const {gaps, unproven} = traversal.progress;
    if (gaps + unproven > 0) complete = false;
    if (foundInPass && given.size < (count ?? Number.POSITIVE_INFINITY) && passes < MAX_PASSES) {
      doubtful = 0;
      startPass();
    } else ended = true;
  };

  /** Takes an answer; the page with the rows that were not given before. */
  const take = (page: Page<T>, window: {readonly page: number; readonly size: number}): Page<T> => {
    const {count} = page;
    requests++;
    longest = Math.max(longest, page.items.length);
    starting ??= count;
    if (count !== undefined) {
      lowest = Math.min(lowest ?? count, count);
      highest = Math.max(highest ?? count, count);
    }
    const ids = identity.idsOf(page);
    const {progress} = traversal;
    const probed = progress.probing;
    traversal.take({ids, count}, window);
    // Where new rows are not at the top, equal counts prove nothing: rows arrive at the end while as many are pruned.
    if (requests === 1 && orderOf(page.items as readonly Partial<Row>[] as readonly Row[]) !== 'newest-first')
      traversal.trust();
    if (probed && !progress.ended) return {...page, items: [], invalid: []};
    const fresh = new Set(ids.filter(id => given.add(id)));
    const found = fresh.size > 0;
    const invalid = page.invalid.filter(row => fresh.has(row.row?.id ?? identity.oddId(row)));
    const items = page.items.filter(({id}) => fresh.delete(id));
    foundInPass ||= found;
    if (found) quiet = 0;
    else if (progress.advanced) quiet++;
    if (progress.ended && passes === 1) endFirstPass(count);
    else if (progress.ended || (passes > 1 && isEnough())) endPass(count);
    if (!ended && requests >= requestBudget(Math.max(highest ?? 0, given.size + before()), longest)) {
      ended = true;
      complete = false;
      unstable = true;
    }
    return {...page, items, invalid};
  };

  return {
    take,
    get traversal() {
      return traversal;
    },
    get ended() {
      return ended;
    },
    status(): WalkStatus | undefined {
      const whole = complete && traversal.progress.gaps === 0;
      if (!unstable && whole) return undefined;
      const pages = Math.ceil(given.size / rowsPerPage());
      return {
        state: 'unstable-count',
        lowest,
        highest,
        rows: given.size,
        requests,
        rereads: Math.max(0, requests - pages),
        complete: whole,
      };
    },
  };
};
