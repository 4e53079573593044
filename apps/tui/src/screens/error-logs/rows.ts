import type {ErrorLogEntry} from '@edge-console/schema';

/**
 * The part of a long listing that is in memory. Rows are known by position, counted from the oldest entry: a position
 * does not change while new entries arrive, and every page says by its own count where its rows belong. A gateway
 * without counts gets positions below a number that no listing reaches.
 */
export interface LogRows {
  readonly entries: ReadonlyMap<number, ErrorLogEntry>;
  /**
   * Rows from before a rush of entries so long that the newest page no longer met what was held: nothing says whether
   * one was raised or removed meanwhile. They are shown until their page is read again, which settles it.
   */
  readonly doubted: ReadonlyMap<number, ErrorLogEntry>;
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

export const noRows: LogRows = {
  entries: new Map(),
  doubted: new Map(),
  total: 0,
  floor: 0,
  ceiling: Number.POSITIVE_INFINITY,
};

/** Rows kept on either side of the place where the operator is. */
const KEEP = 2_000;
const UNCOUNTED_TOTAL = 1e12;

/** The position of the topmost row in view: the newest entry of the range. */
export const newest = (rows: LogRows): number => Math.min(rows.ceiling, rows.total - 1);
export const lengthOf = (rows: LogRows): number => Math.max(0, newest(rows) - rows.floor + 1);
export const entryAt = (rows: LogRows, index: number): ErrorLogEntry | undefined => {
  const position = newest(rows) - index;
  return rows.entries.get(position) ?? rows.doubted.get(position);
};

/**
 * Puts a page in its place. Where it contradicts what is held (an entry raised, inserted or removed in the middle),
 * what is held goes and is read again when it comes into view, so that no row is shown twice or lost.
 */
export const placePage = (rows: LogRows, page: LogPage, around: number): LogRows => {
  const offset = (page.page - 1) * page.pageSize;
  const total = page.count ?? UNCOUNTED_TOTAL;
  const floor = page.count === undefined ? uncountedFloor(rows, page, offset) : rows.floor;
  const placed = new Map<number, ErrorLogEntry>();
  page.items.forEach((entry, at) => {
    const position = total - 1 - offset - at;
    if (position >= 0) placed.set(position, entry);
  });
  const next = {...rows, total, floor};
  const held = compare(rows.entries, placed);
  if (held === 'contradicted') return {...next, entries: placed, doubted: new Map()};
  // The newest page before this one is kept as well: that the next one meets it is what vouches for all the others.
  const kept = (position: number): boolean =>
    position < total && (Math.abs(position - around) <= KEEP || position >= rows.total - page.pageSize);
  if (held === 'apart' && page.page === 1) return {...next, entries: placed, doubted: only(rows.entries, kept)};
  const doubted = compare(rows.doubted, placed);
  return {
    ...next,
    entries: new Map([...(doubted === 'met' ? only(rows.doubted, kept) : []), ...only(rows.entries, kept), ...placed]),
    doubted: doubted === 'apart' ? only(rows.doubted, kept) : new Map(),
  };
};

type Rows = ReadonlyMap<number, ErrorLogEntry>;

const only = (rows: Rows, kept: (position: number) => boolean): Rows =>
  new Map([...rows].filter(([position]) => kept(position)));

/** How a page stands to what is held: it shows the same rows in the same places, other ones, or neither. */
const compare = (held: Rows, placed: Rows): 'met' | 'contradicted' | 'apart' => {
  if (held.size === 0) return 'apart';
  const positions = new Map([...placed].map(([position, {id}]) => [id, position]));
  let met = false;
  for (const [position, {id}] of held) {
    const now = positions.get(id);
    if (now === undefined ? placed.has(position) : now !== position) return 'contradicted';
    if (now !== undefined) met = true;
  }
  return met ? 'met' : 'apart';
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
