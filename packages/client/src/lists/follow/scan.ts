import {fitsOrder, type ListOrder, orderOf, type Row} from '../order.ts';
import {startOf, type Window} from '../walk/overlap.ts';
import {createTraversal, type Traversal} from '../walk/traversal.ts';
import type {FollowLimits, Memory, Scan} from './memory.ts';
import {createReading, type Reading, type ScanPage} from './reading.ts';

export type {ScanPage} from './reading.ts';

/** Yields the window to read, receives its page, and returns the scan. */
type Scanning<T extends Row> = Generator<Window, Scan<T>, ScanPage<T>>;

/**
 * Reads a list from its newest entry until only known entries follow. Windows overlap, so that no entry between them is
 * missed. An interrupted scan changes no state: the next one starts over.
 */
export function* scan<T extends Row>(memory: Memory | undefined, limits: FollowLimits): Scanning<T> {
  const reading = createReading<T>(memory, limits);
  if (memory?.order === 'oldest-first' && memory.count !== undefined) {
    const found: Scan<T> | undefined = yield* fromEnd(reading, memory.count);
    if (found) return found;
    reading.reset();
  }
  const top = createTraversal(reading.paging, {windows: 'overlapping'});
  const window = top.next();
  const first: ScanPage<T> = yield window;
  const order: ListOrder | undefined = yield* detectOrder(first, {reading, rows: window.size});
  if (order === 'oldest-first' && first.count !== undefined) {
    reading.take(top, {page: first, window});
    const found: Scan<T> | undefined = yield* fromEnd(reading, memory?.count ?? first.count);
    if (found) return found;
    reading.reset();
  }
  reading.take(top, {page: first, window});
  const readAs = order === 'oldest-first' ? 'mixed' : order;
  return reading.result(readAs, yield* forward(reading, top, readAs));
}

/** The order of the list; undefined if it has one page. Reads the last page if the order is not known yet. */
function* detectOrder<T extends Row>(
  {items, count}: ScanPage<T>,
  {reading, rows}: {readonly reading: Reading<T>; readonly rows: number},
): Generator<Window, ListOrder | undefined, ScanPage<T>> {
  // Without a count, or with one that is too low, it is not known which page is the last one.
  if (count === undefined || items.length > count) return orderOf(items) === 'newest-first' ? 'newest-first' : 'mixed';
  if (items.length === 0 || items.length >= count) return undefined;
  if (reading.memory?.order === 'newest-first' && fitsOrder(items, 'newest-first')) return 'newest-first';
  const last: ScanPage<T> = yield {page: Math.ceil(count / items.length), size: rows};
  reading.note(last);
  return orderOf(items, last.items);
}

/**
 * Reads a list that is sorted oldest first to its end: a poll from the last known rows on, otherwise the last `depth`
 * rows. Undefined if the list is not sorted oldest first, or no known row was found.
 */
function* fromEnd<T extends Row>(
  reading: Reading<T>,
  count: number,
): Generator<Window, Scan<T> | undefined, ScanPage<T>> {
  const {memory, kind, depth, paging} = reading;
  const size = paging.rows ?? paging.pageSize;
  // A replica may lack some of the newest rows: a poll starts a quarter of a page before the last row known.
  const start = Math.max(0, count - (kind === 'poll' ? Math.ceil(size / 4) : depth));
  // If the count is too high, reading would start after the last known entry: the first window has to show an old one.
  const after = memory && {has: (id: number) => memory.known.has(id) || id <= memory.floor};
  reading.reset(start);
  const traversal = createTraversal(paging, {start, windows: 'overlapping', ...(after && {after})});
  const ended = yield* forward(reading, traversal, 'oldest-first');
  // No known row is near the end: the count is too high, or the rows moved far.
  const isLost = reading.gaps > 0 && (kind !== 'initial' || reading.size === 0);
  if (!reading.isRising || isLost) return undefined;
  if (kind === 'initial') yield* noteEnd(reading, count);
  return reading.result('oldest-first', ended);
}

/** Requests for the last page, at the first poll. */
const MAX_ENDS = 8;

/** Reads the ids of the last page: entries with ids up to the highest one are old, even if they were not read. */
function* noteEnd<T extends Row>(reading: Reading<T>, count: number): Generator<Window, void, ScanPage<T>> {
  const size = reading.paging.rows ?? reading.paging.pageSize;
  for (let n = 0, lastCount = count; n < MAX_ENDS; n++) {
    const window = {page: Math.max(1, Math.ceil(lastCount / size)), size};
    const page: ScanPage<T> = yield window;
    reading.note(page);
    // The page of a replica with another count may be empty, or not the last one.
    lastCount = page.count ?? 0;
    if (page.items.length > 0 && startOf(window) + page.items.length >= lastCount) return;
  }
}

/**
 * At the first poll, so many pages without new rows in a row mean the end of the list, unless it is newest first. An
 * entry missed here would later be reported as new.
 */
const CONFIRMS_AT_START = 3;

/**
 * Continues to the end of the list, or as far as needed; true if it reached the end. A short page is not taken as the
 * end: the gateway may have left out rows.
 */
function* forward<T extends Row>(
  reading: Reading<T>,
  from: Traversal,
  order: ListOrder | undefined,
): Generator<Window, boolean, ScanPage<T>> {
  const arrivesBelow = order === 'oldest-first' || order === 'mixed';
  const confirms = reading.kind === 'initial' && arrivesBelow ? CONFIRMS_AT_START : 0;
  let traversal = from;
  let idle = 0;
  while (!reading.isDone(traversal, order)) {
    const {ended, ignoresPage, position} = traversal.progress;
    if (ended) {
      if (ignoresPage || (idle >= confirms && (idle > 0 || reading.atEnd))) return true;
      traversal = createTraversal(reading.paging, {start: position, after: reading, windows: 'overlapping'});
    }
    const before = reading.size;
    const window = traversal.next();
    reading.take(traversal, {page: yield window, window});
    idle = reading.size === before ? idle + 1 : 0;
  }
  return false;
}
