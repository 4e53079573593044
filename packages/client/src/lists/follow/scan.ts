import type {InvalidRow} from '@edge-console/schema';
import {readByNumber} from '../by-number.ts';
import type {FetchPage, Page} from '../page.ts';
import {createReader} from '../reader.ts';
import {descend, orderOf, type Range, type Row} from '../seek.ts';
import {isNews, isSweepDue, type Memory} from './follow-memory.ts';

export interface FollowLimits {
  readonly pageSize: number;
  readonly depth: number;
  readonly capacity: number;
  readonly sweepEvery: number;
  /** In the first poll, entries with this time or a later one count as new. */
  readonly from?: number | undefined;
}

export interface FollowedList<T> {
  readonly fetch: FetchPage<T>;
  readonly range: Range;
}

export interface Scan<T extends Row> {
  /** Whether the poll read the newest `depth` rows and all rows added since the previous sweep. */
  readonly isSweep: boolean;
  readonly rows: readonly T[];
  readonly invalid: readonly InvalidRow<T>[];
  readonly count: number | undefined;
  /** Highest id in the list when the poll began. */
  readonly highestId: number;
  readonly isWhole: boolean;
  /** Whether the poll may have missed rows that no later poll reads. */
  readonly mayMissRows: boolean;
}

/**
 * A sweep, which is a poll that reads earlier rows again, goes back to this many seconds before the newest row of the
 * previous sweep, because the gateway may add rows late.
 */
const LATE_SECONDS = 60;
const MAX_SWEEP_PAGE = 1_000;

/**
 * Reads a list from its newest row down to rows that earlier polls have read. A sweep also reads all rows since the
 * previous sweep again, to find late rows and updates that did not change a row's time.
 */
export const scan = async <T extends Row>(
  memory: Memory | undefined,
  list: FollowedList<T>,
  {pageSize, ...others}: FollowLimits,
): Promise<Scan<T>> => {
  const {depth, capacity, from = Number.POSITIVE_INFINITY} = others;
  const isSweep = isSweepDue(memory, others);
  const limits = {...others, pageSize: isSweep ? Math.max(pageSize, Math.min(depth, MAX_SWEEP_PAGE)) : pageSize};
  const isNew = (row: T): boolean => (memory ? isNews(memory, row) : row.log_time >= from);
  const isEnough = ({items}: Page<T>, rows: readonly T[]): boolean => {
    const last = items.at(-1);
    if (last === undefined || lastQuarter(items).some(isNew)) return false;
    if (memory === undefined) return rows.length >= depth;
    if (rows.length >= capacity / 2) return true;
    return !isSweep || (rows.length >= depth && last.log_time < memory.sweptAt - LATE_SECONDS);
  };
  const reader = createReader<T>({pageSize: limits.pageSize, fetch: list.fetch});
  const {pages, rows, end} = await take(
    descend(reader, list.range, {first: 1, least: isSweep ? memory?.sweptAt : undefined}),
    isEnough,
  );
  if (end === 'unordered') {
    return scanByNumber(memory, list, {limits, isNew, isEnough, top: await reader.read({page: 1})});
  }
  return {
    ...{isSweep, rows, count: reader.firstCount, mayMissRows: false},
    invalid: pages.flatMap(({invalid}) => invalid),
    highestId: highestId(pages[0]?.items ?? []),
    isWhole: end !== 'enough' && rows.length >= (reader.firstCount ?? 0),
  };
};

type IsEnough<T> = (page: Page<T>, rows: readonly T[]) => boolean;

interface Fallback<T> {
  readonly top: Page<T>;
  readonly limits: FollowLimits;
  readonly isNew: (row: T) => boolean;
  readonly isEnough: IsEnough<T>;
}

/**
 * Reads a list by page number. If it has the newest row first, reads down to rows that earlier polls have read. If it
 * has the oldest row first, reads the last `depth` rows. Otherwise reads the whole list, up to `capacity` rows.
 */
const scanByNumber = async <T extends Row>(
  memory: Memory | undefined,
  {fetch}: FollowedList<T>,
  {top, limits, isNew, isEnough}: Fallback<T>,
): Promise<Scan<T>> => {
  const order = orderOf(top.items);
  const isNewestFirst = order === 'newest-first';
  const pageSize = order === 'oldest-first' ? top.items.length : limits.pageSize;
  const counted = Math.min(top.count ?? 0, memory?.count ?? Number.POSITIVE_INFINITY);
  const start = order === 'oldest-first' ? Math.max(0, counted - limits.depth) : 0;
  const first = 1 + Math.floor(start / pageSize);
  const reader = createReader<T>({pageSize, fetch});
  reader.store({page: 1}, top);
  const isFull: IsEnough<T> = (_, {length}) => length >= limits.capacity;
  const {pages, rows, end} = await take(readByNumber(reader, first), isNewestFirst ? isEnough : isFull);
  const isEnded = end !== 'enough';
  // While pages with new rows are read one by one, a row may move from a later page to an earlier one and be missed.
  // Later polls find it only among the newest `depth` rows.
  const isFar = isNewestFirst && rows.length > limits.depth && pages.some(({items}) => lastQuarter(items).some(isNew));
  const isTorn = first > 1 && memory !== undefined && !pages[0]?.items.some(({id}) => memory.known.has(id));
  return {
    ...{isSweep: isSweepDue(memory, limits), rows, count: top.count},
    invalid: pages.flatMap(({invalid}) => invalid),
    highestId: highestId(isNewestFirst ? top.items : rows),
    isWhole: isEnded && first === 1 && reader.isComplete,
    mayMissRows: isFar || isTorn || (isEnded ? !reader.isComplete && rows.some(isNew) : !isNewestFirst),
  };
};

/** Reads pages until `isEnough` returns true or `source` ends. `end` is `enough` or what `source` returned. */
const take = async <T, End>(source: AsyncGenerator<Page<T>, End, undefined>, isEnough: IsEnough<T>) => {
  const pages: Page<T>[] = [];
  const rows: T[] = [];
  for (;;) {
    const {value, done} = await source.next();
    if (done) return {pages, rows, end: value};
    pages.push(value);
    rows.push(...value.items);
    if (isEnough(value, rows)) return {pages, rows, end: 'enough' as const};
  }
};

const lastQuarter = <T>(items: readonly T[]): readonly T[] => items.slice(-Math.ceil(items.length / 4));

const highestId = (rows: readonly Row[]): number =>
  rows.reduce((most, {id}) => Math.max(most, id), Number.NEGATIVE_INFINITY);
