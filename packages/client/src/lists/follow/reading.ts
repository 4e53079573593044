import type {InvalidRow} from '@edge-console/schema';
import {createIdentity} from '../walk/identity.ts';
import {fitsOrder, type ListOrder, type Row, riseOf} from '../walk/order.ts';
import {startOf, type Window} from '../walk/overlap.ts';
import {requestBudget, type Traversal} from '../walk/traversal.ts';
import {countedOf, missingOf} from './count.ts';
import {type FollowLimits, isNew, isUnchanged, type Memory, type Scan} from './memory.ts';

/** The part of a page that a scan uses. */
export interface ScanPage<T> {
  readonly items: readonly T[];
  readonly invalid: readonly InvalidRow<T>[];
  readonly count: number | undefined;
}

/** Rises and falls within a poll after which the count is taken to move by itself. */
const MAX_TURNS = 2;

export type Reading<T extends Row> = ReturnType<typeof createReading<T>>;

/** Rows of a scan, in the order read, without duplicates. */
export const createReading = <T extends Row>(memory: Memory | undefined, limits: FollowLimits) => {
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
  /** Highest id of the first page, and of all pages, also of those read in another order. */
  let firstHighest = Number.NEGATIVE_INFINITY;
  let highest = Number.NEGATIVE_INFINITY;
  let mostRows = 0;
  let start: number | undefined;
  let bound = Number.POSITIVE_INFINITY;
  let isRising = true;
  let gaps = 0;
  let unproven = 0;
  let lastEnd = 0;
  return {
    memory,
    kind,
    depth,
    get paging() {
      return paging;
    },
    get size(): number {
      return rows.size;
    },
    /** Every page was sorted oldest first, and had a count. */
    get isRising(): boolean {
      return isRising;
    },
    get gaps(): number {
      return gaps;
    },
    /** The last page shows that the list ends: it is empty, or the count promises no more. */
    get atEnd(): boolean {
      return lastPage.items.length === 0 || (lastPage.count !== undefined && lastEnd >= lastPage.count);
    },
    has: (id: number): boolean => rows.has(id),
    /** Takes the ids of a page whose rows are not used. */
    note(page: ScanPage<T>): void {
      highest = highestOf(page.items, highest);
    },
    /** Starts over; a list read from a position on is read to its present end: what arrives is left to the next poll. */
    reset(position?: number): void {
      start = position;
      bound = Number.POSITIVE_INFINITY;
      isRising = true;
      gaps = 0;
      unproven = 0;
      rows.clear();
      arrived = 0;
      first = undefined;
    },
    /** A duplicate takes its later position and its highest state. */
    take(traversal: Traversal, {page, window}: {readonly page: ScanPage<T>; readonly window: Window}): void {
      requests++;
      if (first === undefined) {
        first = page;
        firstHighest = highestOf(page.items, Number.NEGATIVE_INFINITY);
      }
      this.note(page);
      const {progress} = traversal;
      const probed = progress.probing;
      const torn = [progress.gaps, progress.unproven] as const;
      traversal.take({ids: identity.idsOf(page), count: page.count}, window);
      mostRows = Math.max(mostRows, page.items.length);
      gaps += progress.gaps - torn[0];
      unproven += progress.unproven - torn[1];
      isRising &&= page.count !== undefined && fitsOrder(page.items, 'oldest-first');
      if (start !== undefined) bound = Math.min(bound, (page.count ?? 0) - start);
      paging = traversal.paging;
      odd.push(...page.invalid);
      if (Number(page.count) > Number(count)) rises++;
      if (Number(page.count) < Number(count)) falls++;
      count = page.count;
      if (page.count !== first.count || progress.moved || progress.disturbed) steady = false;
      lastRow = undefined;
      if (probed) return;
      lastPage = page;
      const size = Math.min(window.size, paging.rows ?? window.size);
      lastEnd = startOf({page: window.page, size}) + page.items.length;
      for (const row of page.items) {
        const last = rows.get(row.id);
        // Later arrivals are not in the count of the first page.
        if (last === undefined && memory && isNew(memory, row) && row.id <= firstHighest) arrived++;
        lastRow = last === undefined ? row : undefined;
        rows.delete(row.id);
        rows.set(row.id, last === undefined || isRaised(row, last) ? row : last);
      }
    },
    /** Whether reading may end before the end of the list: out of requests, or only known rows follow. */
    isDone({progress}: Traversal, order: ListOrder | undefined): boolean {
      const page = lastPage;
      spent = requests >= requestBudget(depth + Math.min(rows.size, bound), paging.rows ?? limits.pageSize);
      if (spent) return true;
      if (order === 'oldest-first') return !isRising;
      if (order === 'mixed' || !progress.advanced) return false;
      const deep = rows.size >= depth;
      const since = limits.from ?? Number.POSITIVE_INFINITY;
      if (memory === undefined) return deep && page.items.every(row => row.log_time < since);
      if (kind === 'sweep') {
        if (!deep || page.items.some(row => isNew(memory, row))) return false;
        // Rows that a burst pushed down between two pages are far below known ones.
        const {torn, counts} = memory;
        return !torn || !counts || counts.unstable || missingOf(counts, first?.count ?? 0, arrived) <= 0;
      }
      // Replicas that lag miss some of the newest rows: those may be below rows that are known.
      const trailing = page.items.slice(-Math.ceil(page.items.length / 4));
      if (lastRow === undefined || !trailing.every(row => isUnchanged(memory, row))) return false;
      if (deep) return true;
      if (page.count === undefined || memory.counts === undefined)
        return page.items.every(row => isUnchanged(memory, row));
      return missingOf(memory.counts, first?.count ?? page.count, arrived) <= 0;
    },
    /** The scan; `ended` if the list was read to its end. */
    result(order: ListOrder | undefined, ended: boolean): Scan<T> {
      const whole = ended && rows.size >= (count ?? 0);
      const read = [...rows.values()];
      const later = read.filter(({id}) => id > firstHighest).length;
      return {
        rows: order === 'oldest-first' ? read.toReversed() : read,
        odd,
        order,
        whole,
        kind,
        steady,
        torn: gaps + unproven > 0 || (spent && order !== 'oldest-first'),
        count: first?.count,
        counted: countedOf({order: spent ? 'mixed' : order, first: first?.count, last: lastPage.count, later}),
        // An empty page does not show a full one.
        paging: {
          pageSize: paging.pageSize,
          rows: mostRows > 0 ? paging.rows : memory?.paging.rows,
          sizes: paging.sizes ?? 'unknown',
        },
        covered: order === 'newest-first' || order === undefined ? firstHighest : highest,
        wavers: Math.min(rises, falls) >= MAX_TURNS,
        deep: whole || (order === 'newest-first' && rows.size >= limits.depth),
      };
    },
  };
};

const highestOf = (rows: readonly Row[], least: number): number =>
  rows.reduce((highest, {id}) => Math.max(highest, id), least);

/** A level never seen before is searched deeper at each poll; one seen before may be a replica's. */
const depthsOf = (memory: Memory | undefined): number => {
  const search = memory?.counts?.search;
  return search?.isHighest ? search.polls : 1;
};

const isSweep = (memory: Memory, {sweepEvery}: FollowLimits): boolean =>
  memory.torn !== undefined || memory.counts?.search !== undefined || memory.pollsSinceSweep >= sweepEvery;

const isRaised = (row: Row, last: Row): boolean => riseOf(row, last) > 0 || row.log_time > last.log_time;
