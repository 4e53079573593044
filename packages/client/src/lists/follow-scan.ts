import {type FollowLimits, isNew, isUnchanged, type Memory, type Scan} from './follow-memory.ts';
import {fitsOrder, type ListOrder, orderOf, type Row} from './follow-order.ts';

/** The part of a page that a scan uses. */
export interface ScanPage<T> {
  readonly items: readonly T[];
  readonly count: number | undefined;
}

/** Yields the number of a page to read, receives the page, and returns the scan. */
type Scanning<T extends Row> = Generator<number, Scan<T>, ScanPage<T>>;

/**
 * Reads a list from its newest entry until only known entries follow. An interrupted scan changes no state: the next one
 * starts over.
 */
export function* scan<T extends Row>(memory: Memory | undefined, limits: FollowLimits): Scanning<T> {
  if (memory?.order === 'oldest-first' && memory.count !== undefined) {
    const found: Scan<T> | undefined = yield* fromEnd<T>(memory, limits, {count: memory.count, size: memory.pageSize});
    if (found) return found;
  }
  const first: ScanPage<T> = yield 1;
  const order: ListOrder | undefined = yield* detectOrder(first, memory);
  if (order === 'oldest-first' && first.count !== undefined) {
    const found: Scan<T> | undefined = yield* fromEnd<T>(memory, limits, {
      count: first.count,
      size: first.items.length,
    });
    if (found) return found;
  }
  return yield* fromTop(memory, limits, {first, order: order === 'oldest-first' ? 'mixed' : order});
}

/** Order of the list; undefined if it has one page. Reads the last page unless the order is known. */
function* detectOrder<T extends Row>(
  first: ScanPage<T>,
  memory: Memory | undefined,
): Generator<number, ListOrder | undefined, ScanPage<T>> {
  const {items, count} = first;
  // Without a count the last page is unknown.
  if (count === undefined) return orderOf(items) === 'newest-first' ? 'newest-first' : 'mixed';
  if (items.length === 0 || items.length >= count) return undefined;
  if (memory?.order === 'newest-first' && fitsOrder(items, 'newest-first')) return 'newest-first';
  const last: ScanPage<T> = yield Math.ceil(count / items.length);
  return orderOf(items, last.items);
}

const kindOf = (memory: Memory | undefined, {sweepEvery}: FollowLimits): Scan<Row>['kind'] => {
  if (memory === undefined) return 'initial';
  return memory.unexplained || memory.pollsSinceSweep >= sweepEvery ? 'sweep' : 'poll';
};

/** Collects the rows of a scan without duplicates. */
const createCollector = <T extends Row>(memory: Memory | undefined, limits: FollowLimits, first: ScanPage<T>) => {
  const kind = kindOf(memory, limits);
  const seen = new Map<number, T>();
  let arrived = 0;
  let steady = true;
  let longest = 1;
  let lastUnique: T | undefined;
  const missing = (): number => (first.count ?? 0) - (memory?.count ?? first.count ?? 0) - arrived;
  return {
    get longest() {
      return longest;
    },
    /** Adds a page, newest row first. A duplicate takes its later position and its highest state. */
    add(items: readonly T[], count: number | undefined): void {
      if (count !== first.count) steady = false;
      longest = Math.max(longest, items.length);
      for (const row of items) {
        const last = seen.get(row.id);
        lastUnique = last === undefined ? row : undefined;
        if (last !== undefined) steady = false;
        else if (memory && isNew(memory, row)) arrived++;
        seen.delete(row.id);
        seen.set(row.id, last === undefined || isRaised(row, last) ? row : last);
      }
    },
    /** Whether the scan may end after the page added last: its last row is no duplicate, and known. */
    isSufficient(items: readonly T[]): boolean {
      const deep = seen.size >= limits.depth;
      if (memory === undefined)
        return deep && items.every(row => row.log_time < (limits.from ?? Number.POSITIVE_INFINITY));
      if (lastUnique === undefined || !isUnchanged(memory, lastUnique)) return false;
      if (kind === 'sweep' || deep) return deep;
      return first.count === undefined ? items.every(row => isUnchanged(memory, row)) : missing() <= 0;
    },
    result: (order: ListOrder | undefined, whole: boolean): Scan<T> => ({
      rows: [...seen.values()],
      order,
      whole,
      kind,
      steady,
      count: first.count,
      pageSize: longest,
      firstHighest: first.items.reduce((most, {id}) => Math.max(most, id), Number.NEGATIVE_INFINITY),
      explained: missing() <= 0,
    }),
  };
};

const isRaised = (row: Row, last: Row): boolean => (row.count ?? 0) > (last.count ?? 0) || row.log_time > last.log_time;

function* fromTop<T extends Row>(
  memory: Memory | undefined,
  limits: FollowLimits,
  {first, order}: {readonly first: ScanPage<T>; readonly order: ListOrder | undefined},
): Scanning<T> {
  const collector = createCollector(memory, limits, first);
  let page = first;
  let before: readonly T[] = [];
  let repeats = 0;
  for (let number = 1; ; ) {
    const {items, count} = page;
    collector.add(items, count);
    const {longest} = collector;
    const whole = count === undefined ? items.length < longest : (number - 1) * longest + items.length >= count;
    if (whole || items.length === 0) return collector.result(order, true);
    // A gateway that ignores `page` repeats the same page.
    const same = items.length === before.length && items.every(({id}, at) => id === before[at]?.id);
    repeats = same ? repeats + 1 : 0;
    before = items;
    if (repeats > 2 && count === undefined) return collector.result(order, false);
    if (order !== 'mixed' && collector.isSufficient(items)) return collector.result(order, false);
    const next: ScanPage<T> = yield number + 1;
    // Removed rows moved others up to the previous page: read it again.
    if (next.count !== undefined && count !== undefined && next.count < count) page = yield number;
    else {
      page = next;
      number++;
    }
  }
}

/** As {@link fromTop}, from the last page backwards; undefined if the list is not sorted oldest first. */
function* fromEnd<T extends Row>(
  memory: Memory | undefined,
  limits: FollowLimits,
  {count, size}: {readonly count: number; readonly size: number},
): Generator<number, Scan<T> | undefined, ScanPage<T>> {
  const pageOf = (rows: number): number => Math.max(1, Math.ceil(rows / size));
  let number = pageOf(count);
  let page: ScanPage<T> = yield number;
  if (page.count === undefined) return undefined;
  if (page.items.length === 0 && number > 1) {
    number = pageOf(page.count);
    page = yield number;
  }
  if (page.count === undefined || !fitsOrder(page.items, 'oldest-first')) return undefined;
  const collector = createCollector(memory, limits, page);
  const add = (added: ScanPage<T>): void => collector.add(added.items.toReversed(), added.count);
  const newer: ScanPage<T>[] = [page];
  for (
    let ahead = number, last = page;
    (last.count ?? 0) > ahead * size && last.items.length > 0;
    newer.unshift(last)
  ) {
    last = yield ++ahead;
  }
  newer.forEach(add);
  const done = (whole: boolean): Scan<T> => ({...collector.result('oldest-first', whole), pageSize: size});
  for (;;) {
    if (number === 1) return done(true);
    if (collector.isSufficient(page.items)) return done(false);
    const next: ScanPage<T> = yield number - 1;
    // Inserted rows moved others down to the next page: read it again.
    const moved: boolean = (next.count ?? 0) > (page.count ?? 0);
    page = moved ? {...(yield number), count: next.count} : next;
    if (!moved) number--;
    add(page);
  }
}
