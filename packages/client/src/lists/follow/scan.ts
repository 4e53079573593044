import {fitsOrder, type ListOrder, orderOf, type Row} from '../walk/order.ts';
import type {Window} from '../walk/overlap.ts';
import {createTraversal, type Traversal} from '../walk/traversal.ts';
import type {FollowLimits, Memory, Scan} from './memory.ts';
import {createReading, type Reading, type ScanPage} from './reading.ts';

export type {ScanPage} from './reading.ts';

/** Yields the window to read, receives its page, and returns the scan. */
type Scanning<T extends Row> = Generator<Window, Scan<T>, ScanPage<T>>;

/**
 * Reads a list from its newest entry until only known entries follow, in windows that overlap, so that nothing between
 * them is missed. An interrupted scan changes no state: the next one starts over.
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
    reading.reset();
    const found: Scan<T> | undefined = yield* fromEnd(reading, memory?.count ?? first.count);
    if (found) return found;
    reading.reset();
  }
  reading.take(top, {page: first, window});
  return yield* fromTop(reading, top, order === 'oldest-first' ? 'mixed' : order);
}

/** Order of the list; undefined if it has one page. Reads the last page unless the order is known. */
function* detectOrder<T extends Row>(
  {items, count}: ScanPage<T>,
  {reading, rows}: {readonly reading: Reading<T>; readonly rows: number},
): Generator<Window, ListOrder | undefined, ScanPage<T>> {
  // Without a count, or with one that is too low, the last page is unknown.
  if (count === undefined || items.length > count) return orderOf(items) === 'newest-first' ? 'newest-first' : 'mixed';
  if (items.length === 0 || items.length >= count) return undefined;
  if (reading.memory?.order === 'newest-first' && fitsOrder(items, 'newest-first')) return 'newest-first';
  const last: ScanPage<T> = yield {page: Math.ceil(count / items.length), size: rows};
  reading.note(last);
  return orderOf(items, last.items);
}

/** Reads on from the top: to the known rows, or to the end. */
function* fromTop<T extends Row>(reading: Reading<T>, top: Traversal, order: ListOrder | undefined): Scanning<T> {
  const isDone = (traversal: Traversal): boolean => reading.isDone(traversal, order !== 'mixed');
  const isTop = order === 'newest-first' || order === undefined;
  const read = yield* forward(reading, {traversal: top, isDone, confirms: isTop ? 0 : confirmsOf(reading)});
  const {count} = reading.last;
  return reading.result(order, {
    gaps: read.gaps + read.unproven,
    whole: read.ended && (count === undefined || reading.size >= count),
  });
}

/** Reads to the end, from the known rows on or from `depth`; undefined if the list is not sorted oldest first. */
function* fromEnd<T extends Row>(
  reading: Reading<T>,
  count: number,
): Generator<Window, Scan<T> | undefined, ScanPage<T>> {
  const {memory, kind, depth} = reading;
  // Replicas that lag miss some of the newest rows: a poll starts above the last ones known.
  const above = kind === 'poll' ? Math.ceil((reading.paging.rows ?? reading.paging.pageSize) / 4) : depth;
  const start = Math.max(0, count - above);
  const after = kind === 'poll' && memory ? memory.known : undefined;
  let isSorted = true;
  const isDone = (): boolean => {
    const {last} = reading;
    reading.limit((last.count ?? 0) - start);
    isSorted &&= last.count !== undefined && fitsOrder(last.items, 'oldest-first');
    return !isSorted || reading.isSpent();
  };
  const traversal = createTraversal(reading.paging, {start, windows: 'overlapping', ...(after && {after})});
  const window = traversal.next();
  reading.take(traversal, {page: yield window, window});
  const read = yield* forward(reading, {traversal, isDone, confirms: confirmsOf(reading)});
  // Nothing known is near the end: the count is too high, or the rows moved far.
  const isLost = read.gaps > 0 && (kind !== 'initial' || reading.size === 0);
  if (!isSorted || isLost) return undefined;
  if (kind === 'initial' && !read.ended) yield* noteEnd(reading);
  return reading.result('oldest-first', {
    gaps: read.gaps + read.unproven,
    whole: read.ended && reading.size >= count,
  });
}

/** Last pages read for their ids where the end was not reached. */
const LAST_PAGES = 3;

/** Reads the last page by the highest count, as replicas differ. */
function* noteEnd<T extends Row>(reading: Reading<T>): Generator<Window, void, ScanPage<T>> {
  const size = reading.paging.rows ?? reading.paging.pageSize;
  let count = reading.last.count ?? 0;
  for (let n = 0; n < LAST_PAGES; n++) {
    const page: ScanPage<T> = yield {page: Math.max(1, Math.ceil(count / size)), size};
    reading.note(page);
    count = Math.max(count, page.count ?? 0);
  }
}

interface Forward {
  readonly traversal: Traversal;
  /** Whether reading may end before the end of the list. */
  readonly isDone: (traversal: Traversal) => boolean;
  /** Pages that show nothing new, at the least, which prove the end. */
  readonly confirms: number;
}

interface Read {
  readonly gaps: number;
  /** Pages that could not overlap. */
  readonly unproven: number;
  /** The list was read to its end. */
  readonly ended: boolean;
}

/** Pages read behind the end at the start: entries not read then are new later. */
const CONFIRMS_AT_START = 3;
const confirmsOf = ({kind}: Reading<Row>): number => (kind === 'initial' ? CONFIRMS_AT_START : 0);

/** Reads on to the end of the list. A short page is not the end: it may have been cut. */
function* forward<T extends Row>(
  reading: Reading<T>,
  {traversal, isDone, confirms}: Forward,
): Generator<Window, Read, ScanPage<T>> {
  let current = traversal;
  let gaps = 0;
  let unproven = 0;
  let idle = 0;
  for (;;) {
    const {progress} = current;
    const read = {gaps: gaps + progress.gaps, unproven: unproven + progress.unproven};
    if (isDone(current)) return {...read, ended: false};
    if (progress.ended) {
      const isProven = idle >= confirms && (reading.atEnd || idle > 0);
      if (progress.ignoresPage || isProven) return {...read, ended: true};
      ({gaps, unproven} = read);
      current = createTraversal(reading.paging, {start: progress.position, after: reading, windows: 'overlapping'});
    }
    const before = reading.size;
    const window = current.next();
    reading.take(current, {page: yield window, window});
    idle = reading.size === before ? idle + 1 : 0;
  }
}
