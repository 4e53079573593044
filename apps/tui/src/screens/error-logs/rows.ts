import type {ErrorLogEntry} from '@edge-console/schema';

/**
 * The part of a long listing that is in memory. Rows are known by position, counted from the oldest entry: a position
 * does not change while new entries arrive, and every page says by its own count where its rows belong. A gateway
 * without counts gets positions below a number that no listing reaches.
 */
export interface LogRows {
  readonly entries: ReadonlyMap<number, ErrorLogEntry>;
  /** One more than the highest position. */
  readonly total: number;
  /** Positions in use are `floor` to `ceiling`, both inclusive; they narrow where a gateway ignores a time range. */
  readonly floor: number;
  readonly ceiling: number;
}

export interface LogPage {
  readonly items: readonly ErrorLogEntry[];
  readonly count: number | undefined;
  readonly page: number;
  readonly pageSize: number;
}

export const noRows: LogRows = {entries: new Map(), total: 0, floor: 0, ceiling: Number.POSITIVE_INFINITY};

/** Rows kept on either side of the place where the operator is. */
const KEEP = 2_000;
const UNCOUNTED_TOTAL = 1e12;

/** The position of the topmost row in view: the newest entry of the range. */
export const newest = (rows: LogRows): number => Math.min(rows.ceiling, rows.total - 1);
export const lengthOf = (rows: LogRows): number => Math.max(0, newest(rows) - rows.floor + 1);
export const entryAt = (rows: LogRows, index: number): ErrorLogEntry | undefined =>
  rows.entries.get(newest(rows) - index);

/**
 * Puts a page in its place. Where it contradicts what is held (an entry raised, inserted or removed in the middle),
 * what is held goes and is read again when it comes into view, so that no row is shown twice or lost.
 */
export const placePage = (rows: LogRows, page: LogPage, around: number): LogRows => {
  const offset = (page.page - 1) * page.pageSize;
  const total = page.count ?? UNCOUNTED_TOTAL;
  const floor = page.count === undefined ? uncountedFloor(rows, page, offset) : rows.floor;
  const placed = new Map<number, ErrorLogEntry>();
  const positions = new Map<number, number>();
  page.items.forEach((entry, at) => {
    const position = total - 1 - offset - at;
    if (position < 0) return;
    placed.set(position, entry);
    positions.set(entry.id, position);
  });
  const kept = new Map<number, ErrorLogEntry>();
  for (const [position, entry] of rows.entries) {
    const moved = positions.get(entry.id);
    if ((moved !== undefined && moved !== position) || (placed.has(position) && moved === undefined)) {
      return {...rows, entries: placed, total, floor};
    }
    if (position < total && Math.abs(position - around) <= KEEP) kept.set(position, entry);
  }
  for (const [position, entry] of placed) kept.set(position, entry);
  return {...rows, entries: kept, total, floor};
};

/** Without a count the end is where a page comes back short; until then one more page is assumed. */
const uncountedFloor = (rows: LogRows, page: LogPage, offset: number): number => {
  const full = page.pageSize > 0 && page.items.length >= page.pageSize;
  const seen = UNCOUNTED_TOTAL - offset - page.items.length - (full ? page.pageSize : 0);
  return full && rows.floor > 0 ? Math.min(rows.floor, seen) : seen;
};

/** The page of `pageSize` rows that has the first missing row of `from` to `to` (indexes from the top), if one is. */
export const missingPage = (rows: LogRows, span: {from: number; to: number; pageSize: number}): number | undefined => {
  const top = newest(rows);
  const last = Math.min(span.to, lengthOf(rows) - 1);
  for (let index = Math.max(0, span.from); index <= last; index++) {
    const position = top - index;
    if (!rows.entries.has(position)) return Math.floor((rows.total - 1 - position) / span.pageSize) + 1;
  }
  return undefined;
};
