import {type FollowLimits, isNew, isUnchanged, type Memory, type Scan} from './follow-memory.ts';
import {fitsOrder, type ListOrder, orderOf, type Row} from './follow-order.ts';

/** An answer to the request of a page. */
export interface ScanPage<T> {
  readonly items: readonly T[];
  readonly count: number | undefined;
}

/** Yields the number of the page that it wants, takes the page, and ends with what was read. */
export type Scanning<T extends Row> = Generator<number, Scan<T>, ScanPage<T>>;

/**
 * Reads a list from its new end until it is among what is remembered. Nothing is remembered of a scan that breaks off:
 * the next one reads the same again.
 */
export function* scan<T extends Row>(memory: Memory | undefined, limits: FollowLimits): Scanning<T> {
  if (memory?.order === 'oldest-first' && memory.count !== undefined) {
    const found: Scan<T> | undefined = yield* fromEnd<T>(memory, limits, {count: memory.count, size: memory.pageSize});
    if (found) return found;
  }
  const first: ScanPage<T> = yield 1;
  const order: ListOrder | undefined = yield* judgeOrder(first, memory);
  if (order === 'oldest-first' && first.count !== undefined) {
    const found: Scan<T> | undefined = yield* fromEnd<T>(memory, limits, {
      count: first.count,
      size: first.items.length,
    });
    if (found) return found;
  }
  return yield* fromTop(memory, limits, {first, order: order === 'oldest-first' ? 'mixed' : order});
}

/** The order of the list; undefined where one page holds it all. Costs a request while the order is not settled. */
function* judgeOrder<T extends Row>(
  first: ScanPage<T>,
  memory: Memory | undefined,
): Generator<number, ListOrder | undefined, ScanPage<T>> {
  const {items, count} = first;
  // Without a count the end cannot be found but by reading all.
  if (count === undefined) return orderOf(items) === 'newest-first' ? 'newest-first' : 'mixed';
  if (items.length === 0 || items.length >= count) return undefined;
  if (memory?.order === 'newest-first' && fitsOrder(items, 'newest-first')) return 'newest-first';
  const last: ScanPage<T> = yield Math.ceil(count / items.length);
  return orderOf(items, last.items);
}

const kindOf = (memory: Memory | undefined, {sweepEvery}: FollowLimits): Scan<Row>['kind'] => {
  if (memory === undefined) return 'begin';
  return memory.unexplained || memory.sinceSweep >= sweepEvery ? 'sweep' : 'poll';
};

/** Gathers rows, each once, and knows when they are enough. */
const createGathering = <T extends Row>(memory: Memory | undefined, limits: FollowLimits, first: ScanPage<T>) => {
  const kind = kindOf(memory, limits);
  const seen = new Map<number, T>();
  let arrived = 0;
  let steady = true;
  let longest = 1;
  let fresh: T | undefined;
  const missing = (): number => (first.count ?? 0) - (memory?.count ?? first.count ?? 0) - arrived;
  return {
    kind,
    get longest() {
      return longest;
    },
    /** Takes a page, its newest row first. A row that comes again has its later place, and the state it was raised to. */
    take(items: readonly T[], count: number | undefined): void {
      if (count !== first.count) steady = false;
      longest = Math.max(longest, items.length);
      for (const row of items) {
        const last = seen.get(row.id);
        fresh = last === undefined ? row : undefined;
        if (last !== undefined) steady = false;
        else if (memory && isNew(memory, row)) arrived++;
        seen.delete(row.id);
        seen.set(row.id, last === undefined || isRaised(row, last) ? row : last);
      }
    },
    /** Whether the page just taken is as far as the scan has to go: it ends in a row that is new to it, and known. */
    isEnough(items: readonly T[]): boolean {
      const deep = seen.size >= limits.depth;
      if (memory === undefined)
        return deep && items.every(row => row.log_time < (limits.from ?? Number.POSITIVE_INFINITY));
      if (fresh === undefined || !isUnchanged(memory, fresh)) return false;
      if (kind === 'sweep' || deep) return deep;
      return first.count === undefined ? items.every(row => isUnchanged(memory, row)) : missing() <= 0;
    },
    scan: (order: ListOrder | undefined, whole: boolean): Scan<T> => ({
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

const isRaised = (row: Row, last: Row): boolean => row.count > last.count || row.log_time > last.log_time;

interface Top<T> {
  readonly first: ScanPage<T>;
  readonly order: ListOrder | undefined;
}

function* fromTop<T extends Row>(
  memory: Memory | undefined,
  limits: FollowLimits,
  {first, order}: Top<T>,
): Scanning<T> {
  const gathering = createGathering(memory, limits, first);
  let page = first;
  let before: readonly T[] = [];
  let repeats = 0;
  for (let number = 1; ; ) {
    const {items, count} = page;
    gathering.take(items, count);
    const {longest} = gathering;
    const whole = count === undefined ? items.length < longest : (number - 1) * longest + items.length >= count;
    if (whole || items.length === 0) return gathering.scan(order, true);
    // A gateway that has no pages brings the same for ever.
    const same = items.length === before.length && items.every(({id}, at) => id === before[at]?.id);
    repeats = same ? repeats + 1 : 0;
    before = items;
    if (repeats > 2 && count === undefined) return gathering.scan(order, false);
    if (order !== 'mixed' && gathering.isEnough(items)) return gathering.scan(order, false);
    const next: ScanPage<T> = yield number + 1;
    // Rows went, so some moved up over the edge of the page before: that one again.
    if (next.count !== undefined && count !== undefined && next.count < count) page = yield number;
    else {
      page = next;
      number++;
    }
  }
}

interface End {
  readonly count: number;
  readonly size: number;
}

/** As {@link fromTop}, from the last page backwards; undefined where the list is not sorted so. */
function* fromEnd<T extends Row>(
  memory: Memory | undefined,
  limits: FollowLimits,
  {count, size}: End,
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
  const gathering = createGathering(memory, limits, page);
  const gather = (from: ScanPage<T>): void => gathering.take(from.items.toReversed(), from.count);
  const newer: ScanPage<T>[] = [page];
  for (
    let ahead = number, last = page;
    (last.count ?? 0) > ahead * size && last.items.length > 0;
    newer.unshift(last)
  ) {
    last = yield ++ahead;
  }
  newer.forEach(gather);
  const done = (whole: boolean): Scan<T> => ({...gathering.scan('oldest-first', whole), pageSize: size});
  for (;;) {
    if (number === 1) return done(true);
    if (gathering.isEnough(page.items)) return done(false);
    const next: ScanPage<T> = yield number - 1;
    // Rows came in between, so some moved down over the edge of the page after: that one again.
    const moved: boolean = (next.count ?? 0) > (page.count ?? 0);
    page = moved ? {...(yield number), count: next.count} : next;
    if (!moved) number--;
    gather(page);
  }
}
