import type {InvalidRow} from '@edge-console/schema';
import {createIdentity} from '../walk/identity.ts';
import {fitsOrder, type ListOrder, orderOf, type Row, riseOf} from '../walk/order.ts';
import type {Window} from '../walk/overlap.ts';
import {createTraversal, requestBudget, type Traversal} from '../walk/traversal.ts';
import {missingOf} from './count.ts';
import {type FollowLimits, isNew, isUnchanged, type Memory, type Scan} from './memory.ts';

/** The part of a page that a scan uses. */
export interface ScanPage<T> {
  readonly items: readonly T[];
  readonly invalid: readonly InvalidRow<T>[];
  readonly count: number | undefined;
}

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
  }
  const top = createTraversal(reading.paging, {windows: 'overlapping'});
  const window = top.next();
  const first: ScanPage<T> = yield window;
  const order: ListOrder | undefined = yield* detectOrder(first, {memory, rows: window.size});
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
  {memory, rows}: {readonly memory: Memory | undefined; readonly rows: number},
): Generator<Window, ListOrder | undefined, ScanPage<T>> {
  // Without a count the last page is unknown.
  if (count === undefined) return orderOf(items) === 'newest-first' ? 'newest-first' : 'mixed';
  if (items.length === 0 || items.length >= count) return undefined;
  if (memory?.order === 'newest-first' && fitsOrder(items, 'newest-first')) return 'newest-first';
  const last: ScanPage<T> = yield {page: Math.ceil(count / items.length), size: rows};
  return orderOf(items, last.items);
}

/** Rises and falls within a poll after which the count is taken to move by itself. */
const MAX_TURNS = 2;

type Reading<T extends Row> = ReturnType<typeof createReading<T>>;

/** Rows of a scan, in the order read, without duplicates. */
const createReading = <T extends Row>(memory: Memory | undefined, limits: FollowLimits) => {
  const kind: Scan<T>['kind'] = memory === undefined ? 'initial' : isSweep(memory, limits) ? 'sweep' : 'poll';
  const depth = limits.depth * depthsOf(memory) + (memory?.torn?.rows ?? 0);
  const identity = createIdentity();
  const rows = new Map<number, T>();
  const odd: InvalidRow<T>[] = [];
  let arrived = 0;
  let steady = true;
  let requests = 0;
  let spent = false;
  let first: ScanPage<T> | undefined;
  let lastRow: T | undefined;
  let lastPage: ScanPage<T> = {items: [], invalid: [], count: undefined};
  let paging = memory?.paging ?? {pageSize: limits.pageSize};
  let rises = 0;
  let falls = 0;
  let count: number | undefined;
  return {
    memory,
    kind,
    depth,
    get paging() {
      return paging;
    },
    get rows(): readonly T[] {
      return [...rows.values()];
    },
    reset(): void {
      rows.clear();
      arrived = 0;
      first = undefined;
    },
    /** A duplicate takes its later position and its highest state. */
    take(traversal: Traversal, {page, window}: {readonly page: ScanPage<T>; readonly window: Window}): void {
      requests++;
      first ??= page;
      const {progress} = traversal;
      const probed = progress.probing;
      traversal.take({ids: identity.idsOf(page), count: page.count}, window);
      paging = traversal.paging;
      odd.push(...page.invalid);
      if (Number(page.count) > Number(count)) rises++;
      if (Number(page.count) < Number(count)) falls++;
      count = page.count;
      if (page.count !== first.count || progress.moved || progress.disturbed) steady = false;
      lastRow = undefined;
      if (probed) return;
      lastPage = page;
      for (const row of page.items) {
        const last = rows.get(row.id);
        if (last === undefined && memory && isNew(memory, row)) arrived++;
        lastRow = last === undefined ? row : undefined;
        rows.delete(row.id);
        rows.set(row.id, last === undefined || isRaised(row, last) ? row : last);
      }
    },
    /** Whether reading may end: the traversal is at its end, or out of requests, or only known rows follow. */
    isDone({progress}: Traversal, isSorted: boolean): boolean {
      const page = lastPage;
      if (progress.ended) return true;
      spent = requests >= requestBudget(depth + rows.size, paging.rows ?? limits.pageSize);
      if (spent) return true;
      if (!isSorted || !progress.advanced) return false;
      const deep = rows.size >= depth;
      const since = limits.from ?? Number.POSITIVE_INFINITY;
      if (memory === undefined) return deep && page.items.every(row => row.log_time < since);
      if (kind === 'sweep') return deep && page.items.every(row => !isNew(memory, row));
      // Replicas that lag miss some of the newest rows: those may be below rows that are known.
      const trailing = page.items.slice(-Math.ceil(page.items.length / 4));
      if (lastRow === undefined || !trailing.every(row => isUnchanged(memory, row))) return false;
      if (deep) return true;
      if (page.count === undefined || memory.counts === undefined)
        return page.items.every(row => isUnchanged(memory, row));
      return missingOf(memory.counts, first?.count ?? page.count, arrived) <= 0;
    },
    result(order: ListOrder | undefined, {traversal, whole}: {traversal: Traversal; whole: boolean}): Scan<T> {
      const {gaps, unproven} = traversal.progress;
      const read = [...rows.values()];
      return {
        rows: order === 'oldest-first' ? read.toReversed() : read,
        odd,
        order,
        whole,
        kind,
        steady,
        torn: gaps > 0 || unproven > 0 || spent,
        count: first?.count,
        paging: {pageSize: paging.pageSize, rows: paging.rows, sizes: paging.sizes ?? 'unknown'},
        firstHighest: Math.max(...(first?.items ?? []).map(({id}) => id)),
        wavers: Math.min(rises, falls) >= MAX_TURNS,
        deep: whole || rows.size >= limits.depth,
      };
    },
  };
};

/** A level never seen before is searched deeper at each poll; one seen before may be a replica's. */
const depthsOf = (memory: Memory | undefined): number => {
  const search = memory?.counts?.search;
  return search?.isHighest ? search.polls : 1;
};

const isSweep = (memory: Memory, {sweepEvery}: FollowLimits): boolean =>
  memory.torn !== undefined || memory.counts?.search !== undefined || memory.pollsSinceSweep >= sweepEvery;

const isRaised = (row: Row, last: Row): boolean => riseOf(row, last) > 0 || row.log_time > last.log_time;

function* fromTop<T extends Row>(reading: Reading<T>, traversal: Traversal, order: ListOrder | undefined): Scanning<T> {
  while (!reading.isDone(traversal, order !== 'mixed')) {
    const window = traversal.next();
    reading.take(traversal, {page: yield window, window});
  }
  return reading.result(order, {traversal, whole: traversal.progress.ended});
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
  const traversal = createTraversal(reading.paging, {start, windows: 'overlapping', ...(after && {after})});
  for (;;) {
    const window = traversal.next();
    const page: ScanPage<T> = yield window;
    if (page.count === undefined || !fitsOrder(page.items, 'oldest-first')) return undefined;
    reading.take(traversal, {page, window});
    if (traversal.progress.gaps > 0) return undefined;
    if (reading.isDone(traversal, false)) break;
  }
  return reading.result('oldest-first', {traversal, whole: reading.rows.length >= count});
}
