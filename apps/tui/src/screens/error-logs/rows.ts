import type {ErrorLogEntry} from '@edge-console/schema';

/** One answer of the gateway, in a time that counts answers: after which it was asked for, and as which it came. */
interface Reading {
  readonly asked: number;
  readonly came: number;
}

/** An entry, and the last reading that showed it in its place or proved that it still is there. */
interface Row {
  readonly entry: ErrorLogEntry;
  readonly read: Reading;
}

/**
 * The part of a long listing that is in memory. Rows are known by position, counted from the oldest entry: a position
 * does not change while new entries arrive, and every page says by its own count where its rows belong. A gateway
 * without counts gets positions below a number that no listing reaches.
 */
export interface LogRows {
  readonly held: ReadonlyMap<number, Row>;
  /** Answers so far. */
  readonly answers: number;
  /**
   * The last reading of the newest page. Rows that nothing has shown since may have been moved by a removal, or by an
   * entry that was raised to the top: they are shown, and read again.
   */
  readonly newestRead: Reading;
  /** Lowest position of the newest page then. That the next newest page meets it vouches for all the others. */
  readonly head: number;
  /** One more than the highest position of the newest page: the list ends there until that page is read again. */
  readonly total: number;
  /** The same by the last answer, whichever page it was: where pages are now. */
  readonly counted: number;
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

/** What was known when a page was asked for. */
export type Asked = Pick<LogRows, 'answers' | 'counted'>;

export const noRows: LogRows = {
  held: new Map(),
  answers: 0,
  newestRead: {asked: 0, came: 0},
  head: 0,
  total: 0,
  counted: 0,
  floor: 0,
  ceiling: Number.POSITIVE_INFINITY,
};

/** Rows kept on either side of the place where the operator is. */
const KEEP = 500;
const UNCOUNTED_TOTAL = 1e12;

/** One more than the position of the first row of the first page. */
export const positionBase = ({count}: Pick<LogPage, 'count'>): number => count ?? UNCOUNTED_TOTAL;

/** The page that has a position, where so many entries are there. */
export const pageOf = (position: number, {total, pageSize}: {total: number; pageSize: number}): number =>
  Math.max(1, Math.floor((total - 1 - position) / pageSize) + 1);

/** The position of the topmost row in view: the newest entry of the range. */
export const newest = (rows: LogRows): number => Math.min(rows.ceiling, rows.total - 1);
export const lengthOf = (rows: LogRows): number => Math.max(0, newest(rows) - rows.floor + 1);
export const entryAt = (rows: LogRows, index: number): ErrorLogEntry | undefined =>
  rows.held.get(newest(rows) - index)?.entry;

/**
 * Puts a page in its place; `asked` is how many answers had come when it was asked for. Where it contradicts what is
 * held (an entry raised, inserted or removed in the middle), what was read up to then goes and is read again when it
 * comes into view, so that no row is shown twice or lost. A row that it shows where it was held vouches for those
 * below: a raise or a removal moves the rows above it alone.
 */
export const placePage = (
  rows: LogRows,
  page: LogPage,
  {around, asked}: {readonly around: number; readonly asked: number},
): LogRows => {
  const counted = positionBase(page);
  const first = counted - 1 - (page.page - 1) * page.pageSize;
  const read: Reading = {asked, came: rows.answers + 1};
  const placed = new Map<number, Row>();
  page.items.forEach((entry, at) => {
    if (first - at >= 0) placed.set(first - at, {entry, read});
  });
  const isNewest = page.page === 1;
  const head = isNewest ? counted - page.items.length : rows.head;
  const vouching = met(placed, rows.held);
  const wrongUntil = contradicted(placed, rows.held);
  const held = new Map<number, Row>();
  for (const [position, row] of rows.held) {
    const near = Math.abs(position - around) <= KEEP || position >= head;
    if (position >= counted || !near || row.read.came <= wrongUntil) continue;
    const proven = vouching.some(match => match.position >= position && !isBefore(row.read, match.read));
    held.set(position, proven ? {entry: row.entry, read} : row);
  }
  for (const [position, row] of placed) held.set(position, row);
  return {
    ...rows,
    held,
    answers: read.came,
    newestRead: isNewest ? read : rows.newestRead,
    head,
    total: isNewest ? counted : Math.min(rows.total, counted),
    counted,
    floor: page.count === undefined ? uncountedFloor(rows, page, first) : rows.floor,
  };
};

type Rows = ReadonlyMap<number, Row>;

/** Whether a reading may be of an earlier time than the other: it was asked for before that one came. */
const isBefore = (reading: Reading, other: Reading): boolean => reading !== other && reading.asked < other.came;

/**
 * The highest row that each earlier reading shares with a page, in the same place. One that was raised meanwhile is there
 * by chance, and shows nothing about those below.
 */
const met = (placed: Rows, held: Rows): readonly {position: number; read: Reading}[] => {
  const highest = new Map<Reading, number>();
  for (const [position, {entry}] of placed) {
    const row = held.get(position);
    if (row && isSame(row.entry, entry)) highest.set(row.read, Math.max(position, highest.get(row.read) ?? position));
  }
  return [...highest].map(([read, position]) => ({position, read}));
};

const isSame = (one: ErrorLogEntry, other: ErrorLogEntry): boolean =>
  one.id === other.id && one.count === other.count && one.log_time === other.log_time;

/** The last answer that said otherwise than a page: other rows where it has rows, or its rows elsewhere. 0 for none. */
const contradicted = (placed: Rows, held: Rows): number => {
  const positions = new Map([...placed].map(([position, {entry}]) => [entry.id, position]));
  let last = 0;
  for (const [position, {entry, read}] of held) {
    const now = positions.get(entry.id);
    if (now === undefined ? placed.has(position) : now !== position) last = Math.max(last, read.came);
  }
  return last;
};

/** Without a count the end is where a page comes back short; until then one more page is assumed. */
const uncountedFloor = (rows: LogRows, {items, pageSize}: LogPage, first: number): number => {
  const full = pageSize > 0 && items.length >= pageSize;
  const seen = first + 1 - items.length - (full ? pageSize : 0);
  return full && rows.floor > 0 ? Math.min(rows.floor, seen) : seen;
};

/**
 * The first position of `from` to `to` (indexes from the top) that has to be read: all that are not held, or also those
 * that nothing has shown since the newest page was read.
 */
export const unread = (
  rows: LogRows,
  {from, to}: {readonly from: number; readonly to: number},
  which: 'not held' | 'not sure',
): number | undefined => {
  const top = newest(rows);
  const last = Math.min(to, lengthOf(rows) - 1);
  for (let index = Math.max(0, from); index <= last; index++) {
    const row = rows.held.get(top - index);
    if (row === undefined || (which === 'not sure' && isBefore(row.read, rows.newestRead))) return top - index;
  }
  return undefined;
};
