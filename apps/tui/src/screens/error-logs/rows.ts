import type {ErrorLogEntry} from '@edge-console/schema';

/**
 * The part of a long listing that is in memory. Rows are known by position, counted from the oldest entry: a position
 * does not change while new entries arrive, and every page says by its own count where its rows belong. A gateway
 * without counts gets positions below a number that no listing reaches.
 */
export interface LogRows {
  readonly entries: ReadonlyMap<number, ErrorLogEntry>;
  /**
   * Rows from before a removal, or before a rush of entries longer than a page: nothing says where they belong now.
   * Shown until their page is read again, which settles it.
   */
  readonly doubted: ReadonlyMap<number, ErrorLogEntry>;
  /** Total when the newest page was last read. That the next newest page meets that one vouches for all the others. */
  readonly vouched: number;
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
  vouched: 0,
  total: 0,
  floor: 0,
  ceiling: Number.POSITIVE_INFINITY,
};

/** Rows kept on either side of the place where the operator is. */
const KEEP = 500;
const UNCOUNTED_TOTAL = 1e12;
/** Far below every total, so that the newest page is read before any other. */
const NOTHING_VOUCHES = Number.NEGATIVE_INFINITY;

/** One more than the position of the first row of the first page. */
export const positionBase = ({count}: Pick<LogPage, 'count'>): number => count ?? UNCOUNTED_TOTAL;

/** The position of the topmost row in view: the newest entry of the range. */
export const newest = (rows: LogRows): number => Math.min(rows.ceiling, rows.total - 1);
export const lengthOf = (rows: LogRows): number => Math.max(0, newest(rows) - rows.floor + 1);
export const entryAt = (rows: LogRows, index: number): ErrorLogEntry | undefined => {
  const position = newest(rows) - index;
  return rows.entries.get(position) ?? rows.doubted.get(position);
};

/**
 * Puts a page in its place. Where it contradicts what is held (an entry raised, inserted or removed in the middle),
 * what is held goes and is read again when it comes into view, so that no row is shown twice or lost. A page that came
 * after a rush or a removal is refused, by giving `rows` back: the newest page has to be read first.
 */
export const placePage = (rows: LogRows, page: LogPage, around: number): LogRows => {
  const offset = (page.page - 1) * page.pageSize;
  const total = positionBase(page);
  const floor = page.count === undefined ? uncountedFloor(rows, page, offset) : rows.floor;
  const more = total - rows.vouched;
  const rushed = rows.entries.size > 0 && (more < 0 || more >= page.pageSize);
  if (rushed && page.page !== 1) return rows;
  const placed = new Map<number, ErrorLogEntry>();
  page.items.forEach((entry, at) => {
    const position = total - 1 - offset - at;
    if (position >= 0) placed.set(position, entry);
  });
  const next = {...rows, total, floor, vouched: page.page === 1 ? total : rows.vouched};
  if (contradicts(placed, rows.entries)) {
    const vouched = page.page === 1 ? total : NOTHING_VOUCHES;
    return {...next, entries: placed, doubted: new Map(), vouched};
  }
  const kept = (position: number): boolean =>
    position < total && (Math.abs(position - around) <= KEEP || position >= rows.vouched - page.pageSize);
  if (rushed) return {...next, entries: placed, doubted: only(rows.entries, at => kept(at) && !placed.has(at))};
  const doubted = contradicts(placed, rows.doubted) ? new Map() : only(rows.doubted, kept);
  // A raise or a removal moves the rows above it alone: a row found in its place vouches for those below it.
  const settled = [...placed.keys()].find(position => doubted.has(position)) ?? -1;
  return {
    ...next,
    entries: new Map([...only(doubted, at => at <= settled), ...only(rows.entries, kept), ...placed]),
    doubted: only(doubted, at => at > settled),
  };
};

type Rows = ReadonlyMap<number, ErrorLogEntry>;

const only = (rows: Rows, kept: (position: number) => boolean): Rows =>
  new Map([...rows].filter(([position]) => kept(position)));

/** Whether a page shows other rows where rows are held, or held rows elsewhere. */
const contradicts = (placed: Rows, held: Rows): boolean => {
  const positions = new Map([...placed].map(([position, {id}]) => [id, position]));
  return [...held].some(([position, {id}]) => {
    const now = positions.get(id);
    return now === undefined ? placed.has(position) : now !== position;
  });
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
