import type {InvalidRow} from '@edge-console/schema';
import {createIdentity} from '../identity.ts';
import {fitsOrder, type ListOrder, type Row, riseOf} from '../order.ts';
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

/** After so many rises and so many falls within a poll, the count is taken to change by itself. */
const MAX_TURNS = 2;

export type Reading<T extends Row> = ReturnType<typeof createReading<T>>;

/** Rows of a scan, in the order read, without duplicates. */
export const createReading = <T extends Row>(memory: Memory | undefined, limits: FollowLimits) => {
  const kind: Scan<T>['kind'] = memory === undefined ? 'initial' : isSweep(memory, limits) ? 'sweep' : 'poll';
  const depth = limits.depth * depthsOf(memory) + (memory?.unjoinedPages?.rows ?? 0);
  const identity = createIdentity();
  const rows = new Map<number, T>();
  const invalid: InvalidRow<T>[] = [];
  /** New entries found that were in the list when the first page was read. */
  let arrived = 0;
  /** The list did not change so far. */
  let steady = true;
  let requests = 0;
  /** The request limit was reached. */
  let spent = false;
  let first: ScanPage<T> | undefined;
  /** The last row of the last page; undefined if it was read before. */
  let lastRow: T | undefined;
  let lastPage: ScanPage<T> = {items: [], invalid: [], count: undefined};
  let paging = memory?.paging ?? {pageSize: limits.pageSize};
  /** How often the count rose and fell. */
  let rises = 0;
  let falls = 0;
  let count: number | undefined;
  /** Highest id of the first page, and of all pages, including those whose rows are not used. */
  let firstHighest = Number.NEGATIVE_INFINITY;
  let highest = Number.NEGATIVE_INFINITY;
  let mostRows = 0;
  /** Position from which the list is read to its end; undefined if it is read from the top. */
  let start: number | undefined;
  /** Rows from `start` to the end, by the lowest count. */
  let rowsFromStart = Number.POSITIVE_INFINITY;
  let isRising = true;
  let gaps = 0;
  let unproven = 0;
  /** Position after the last row of the last page. */
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
    /** The last page is at the end of the list: it is empty, or the count says that no rows follow. */
    get atEnd(): boolean {
      return lastPage.items.length === 0 || (lastPage.count !== undefined && lastEnd >= lastPage.count);
    },
    has: (id: number): boolean => rows.has(id),
    /** Takes the ids of a page whose rows are not used. */
    note(page: ScanPage<T>): void {
      highest = highestOf(page.items, highest);
    },
    /**
     * Starts over. A list read from `position` on is read to its present end; later arrivals are left to the next poll.
     */
    reset(position?: number): void {
      start = position;
      rowsFromStart = Number.POSITIVE_INFINITY;
      isRising = true;
      gaps = 0;
      unproven = 0;
      rows.clear();
      arrived = 0;
      first = undefined;
    },
    /** Takes a page. A row that was read before moves to its new place, and keeps its highest count and time. */
    take(traversal: Traversal, {page, window}: {readonly page: ScanPage<T>; readonly window: Window}): void {
      requests++;
      if (first === undefined) {
        first = page;
        firstHighest = highestOf(page.items, Number.NEGATIVE_INFINITY);
      }
      this.note(page);
      const {progress} = traversal;
      const probed = progress.probing;
      const before = [progress.gaps, progress.unproven] as const;
      traversal.take({ids: identity.idsOf(page), count: page.count}, window);
      mostRows = Math.max(mostRows, page.items.length);
      gaps += progress.gaps - before[0];
      unproven += progress.unproven - before[1];
      isRising &&= page.count !== undefined && fitsOrder(page.items, 'oldest-first');
      if (start !== undefined) rowsFromStart = Math.min(rowsFromStart, (page.count ?? 0) - start);
      paging = traversal.paging;
      invalid.push(...page.invalid);
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
        // Entries that arrived after the first page are not in its count.
        if (last === undefined && memory && isNew(memory, row) && row.id <= firstHighest) arrived++;
        lastRow = last === undefined ? row : undefined;
        rows.delete(row.id);
        rows.set(row.id, last === undefined || isRaised(row, last) ? row : last);
      }
    },
    /** Whether reading may stop before the end of the list: the request limit is reached, or only known rows follow. */
    isDone({progress}: Traversal, order: ListOrder | undefined): boolean {
      const page = lastPage;
      spent = requests >= requestBudget(depth + Math.min(rows.size, rowsFromStart), paging.rows ?? limits.pageSize);
      if (spent) return true;
      if (order === 'oldest-first') return !isRising;
      if (order === 'mixed' || !progress.advanced) return false;
      const deep = rows.size >= depth;
      const since = limits.from ?? Number.POSITIVE_INFINITY;
      if (memory === undefined) return deep && page.items.every(row => row.log_time < since);
      if (kind === 'sweep') {
        if (!deep || page.items.some(row => isNew(memory, row))) return false;
        // If many rows arrived between two pages, entries that were missed are far below known ones.
        const {unjoinedPages, counts} = memory;
        return !unjoinedPages || !counts || counts.unstable || missingOf(counts, first?.count ?? 0, arrived) <= 0;
      }
      // A replica may lack some of the newest rows, so new rows may follow known ones: several known ones are needed.
      const trailing = page.items.slice(-Math.ceil(page.items.length / 4));
      if (lastRow === undefined || !trailing.every(row => isUnchanged(memory, row))) return false;
      if (deep) return true;
      if (page.count === undefined || memory.counts === undefined)
        return page.items.every(row => isUnchanged(memory, row));
      return missingOf(memory.counts, first?.count ?? page.count, arrived) <= 0;
    },
    /** The scan. `ended`: the list was read to its end. */
    result(order: ListOrder | undefined, ended: boolean): Scan<T> {
      const whole = ended && rows.size >= (count ?? 0);
      const read = [...rows.values()];
      const later = read.filter(({id}) => id > firstHighest).length;
      return {
        rows: order === 'oldest-first' ? read.toReversed() : read,
        invalid,
        order,
        whole,
        kind,
        steady,
        hasUnjoinedPages: gaps + unproven > 0 || (spent && order !== 'oldest-first'),
        count: first?.count,
        counted: countedOf({order: spent ? 'mixed' : order, first: first?.count, last: lastPage.count, later}),
        // Empty pages do not show how many rows a full page has.
        paging: {
          pageSize: paging.pageSize,
          rows: mostRows > 0 ? paging.rows : memory?.paging.rows,
          sizes: paging.sizes ?? 'unknown',
        },
        highestOldId: order === 'newest-first' || order === undefined ? firstHighest : highest,
        jitters: Math.min(rises, falls) >= MAX_TURNS,
        readEnough: whole || (order === 'newest-first' && rows.size >= limits.depth),
      };
    },
  };
};

const highestOf = (rows: readonly Row[], least: number): number =>
  rows.reduce((highest, {id}) => Math.max(highest, id), least);

/**
 * How many times `depth` to read. After a rise above every level remembered, one more at each poll. A lower rise is not
 * searched deeper: it may come from a replica.
 */
const depthsOf = (memory: Memory | undefined): number => {
  const search = memory?.counts?.search;
  return search?.isHighest ? search.polls : 1;
};

const isSweep = (memory: Memory, {sweepEvery}: FollowLimits): boolean =>
  memory.unjoinedPages !== undefined || memory.counts?.search !== undefined || memory.pollsSinceSweep >= sweepEvery;

const isRaised = (row: Row, last: Row): boolean => riseOf(row, last) > 0 || row.log_time > last.log_time;
