import {
  contains,
  expectedPositions,
  type Frame,
  hasUnstableCount,
  isCounted,
  lengthOf,
  newestPosition,
  type PositionRange,
  pageAt,
  type ReadPage,
  type Requested,
  type Rows,
  readAt,
  requested,
  rowAt,
  rowsOf,
} from '@edge-console/client/rows';
import type {ErrorLogEntry} from '@edge-console/schema';
import type {EffectContext} from '../../../core/screen.ts';
import {type LogFilter, queryOf} from '../../../logs/filter.ts';
import type {LogPage} from './log-rows.ts';

export interface ReadList {
  readonly context: Pick<EffectContext, 'client'>;
  readonly filter: LogFilter;
  readonly rows: Rows<ErrorLogEntry>;
  readonly signal: AbortSignal;
}

const pageReader =
  ({context, filter, signal}: Omit<ReadList, 'rows'>): ReadPage<ErrorLogEntry> =>
  (page, page_size) =>
    context.client().errorLogs.list({...queryOf(filter), page, page_size}, {signal});

const upTo = (filter: LogFilter, time: number): LogFilter => {
  const {to = time} = filter.range;
  return {...filter, range: {...filter.range, to: Math.min(to, time)}};
};

/** Undefined if the gateway ignores `end_time` or sends no counts. */
const readUpTo = async (list: ReadList, time: number, number: number): Promise<LogPage | undefined> => {
  const {pageSize} = list.rows.frame;
  const page = await pageReader({...list, filter: upTo(list.filter, time)})(number, pageSize);
  if (page.count === undefined || page.items.some(({log_time}) => log_time > time)) return undefined;
  return {...page, below: page.count - (number - 1) * pageSize};
};

/** A time in Unix seconds, and the approximate number of entries up to it. */
export type TimeBound = {readonly time: number; readonly count: number};

export const readPosition = async (list: ReadList, position: number, bound?: TimeBound): Promise<LogPage> => {
  const {frame} = list.rows;
  // `bound.count` is approximate. If the page computed from it lacks `position`, the second request uses the new count.
  for (let count = bound?.count, reads = 0; bound !== undefined && count !== undefined && reads < 2; reads++) {
    const number = pageAt(steady({...frame, end: frame.base + count}), position);
    const page = await readUpTo(list, bound.time, number);
    if (page !== undefined && contains(positionsOf(frame, page), position)) return page;
    count = page?.count;
  }
  return (await readAt(pageReader(list), frame, position)).page;
};

export const positionsOf = (frame: Frame, {below, page}: LogPage): PositionRange => {
  if (below === undefined) return expectedPositions(steady(frame), page);
  const to = frame.base + below;
  return {from: to - frame.pageSize, to};
};

/** With a `drift` of 0, positions are computed as if no rows arrive between two requests. */
const steady = (frame: Frame): Frame => ({...frame, drift: 0});

const MAX_PROBES = 200;

const createReader = (list: ReadList, start: Frame) => {
  let frame = steady(start);
  /** An unstable count is replaced, because it would move all positions. */
  const readPage: ReadPage<ErrorLogEntry> = async (number, size) => {
    const page = await pageReader(list)(number, size);
    return hasUnstableCount(list.rows) ? {...page, count: frame.count} : page;
  };
  const read = async (position: number) => {
    const sent: Requested = {clock: list.rows.clock, end: frame.end};
    const located = await readAt(readPage, frame, position);
    frame = located.frame;
    return {...located, requested: sent};
  };
  /**
   * Binary search for the oldest entry at `limit` or later, from its approximate position `near` on. Returns the end of
   * the list if there is none.
   */
  const findTime = async (limit: number, near?: number): Promise<number> => {
    let low = frame.oldest;
    let high = frame.end;
    // Without counts, the oldest position is unknown. Lower `low` until the page at `low` has no entry since `limit`.
    while (!isCounted(frame) && (await read(low)).page.items.some(({log_time}) => log_time >= limit)) {
      low -= high - low;
    }
    for (let probes = 0; low < high && probes < MAX_PROBES; probes++) {
      const middle = Math.floor((low + high) / 2);
      const {page, positions} = await read(probes === 0 ? (near ?? middle) : middle);
      const rows = rowsOf(page);
      const later = rows.filter(entry => entry === undefined || entry.log_time >= limit).length;
      const lowestLater = positions.to - later;
      if (later < rows.length) low = Math.max(low, lowestLater);
      if (later > 0) high = Math.min(high, lowestLater);
      if (rows.length === 0) low = Math.max(low, positions.to);
    }
    return low;
  };
  return {read, findTime};
};

/** Counts the older entries. If the count is unstable or absent, uses binary search. `time` is in Unix seconds. */
export const findTimePosition = async (list: ReadList, time: number): Promise<number> => {
  const {context, filter, rows, signal} = list;
  const {frame} = rows;
  const {from = Number.NEGATIVE_INFINITY} = filter.range;
  let near: number | undefined;
  if (time > from && isCounted(frame)) {
    const older = await context.client().errorLogs.count(queryOf(upTo(filter, time - 1)), {signal});
    const newest = rowAt(rows, newestPosition(rows))?.log_time ?? Number.POSITIVE_INFINITY;
    // A gateway that ignores `end_time` counts all entries, which is right only if all are older than `time`.
    if (older !== undefined && (older < lengthOf(rows) || newest < time)) near = frame.base + older;
  }
  if (near !== undefined && !hasUnstableCount(rows)) return near;
  return createReader(list, frame).findTime(time, near);
};

export interface FoundEntry {
  readonly entry: ErrorLogEntry;
  readonly page: LogPage;
  readonly requested: Requested;
}

/** Maximum number of pages that are read among entries of the same second. */
const MAX_PAGES = 20;

type Place = {readonly id: number; readonly time: number};

export const findEntry = async (list: ReadList, place: Place): Promise<FoundEntry | undefined> => {
  const {id, time} = place;
  const {rows} = list;
  for (let number = 1; number <= MAX_PAGES; number++) {
    const page = await readUpTo(list, time, number);
    if (page === undefined) return findByPosition(list, place);
    const entry = page.items.find(each => each.id === id);
    // A position that is computed from unstable counts is approximate.
    if (entry && hasUnstableCount(rows)) return findByPosition(list, place, positionsOf(rows.frame, page).to - 1);
    if (entry) return {entry, page, requested: requested(rows)};
    if ((page.items.at(-1)?.log_time ?? 0) < time) break;
  }
  return undefined;
};

const findByPosition = async (list: ReadList, {id, time}: Place, near?: number): Promise<FoundEntry | undefined> => {
  const {read, findTime} = createReader(list, list.rows.frame);
  let position = await findTime(time, near);
  for (let pages = 0; pages < MAX_PAGES; pages++) {
    const {page, positions, frame, requested} = await read(position);
    const entry = page.items.find(each => each.id === id);
    if (entry !== undefined) return {entry, page, requested};
    const [newest] = page.items;
    if (newest === undefined || newest.log_time > time || positions.to >= frame.end) break;
    position = positions.to;
  }
  return undefined;
};

/** Finds where the time range is in the list, if the gateway ignores the range (docs/field-facts.md#9). */
export const findBounds = async (list: ReadList): Promise<PositionRange | undefined> => {
  const {context, filter, rows, signal} = list;
  const {from, to} = filter.range;
  const whole = {...filter, range: {}};
  const count = await context.client().errorLogs.count(queryOf(whole), {signal});
  if (count === undefined) return undefined;
  const frame = {...rows.frame, end: rows.frame.base + count, count};
  const {findTime} = createReader({...list, filter: whole}, frame);
  return {
    from: from === undefined ? Number.NEGATIVE_INFINITY : await findTime(from),
    to: to === undefined ? Number.POSITIVE_INFINITY : await findTime(to + 1),
  };
};
