import type {Page} from './paging.ts';
import {advance, type Frame, firstFrame, type Span, spanOf} from './positions.ts';

export {
  advance,
  contains,
  expectedSpan,
  type Frame,
  firstFrame,
  type Located,
  pageAt,
  type ReadPage,
  readAt,
  type Span,
  spanOf,
} from './positions.ts';

/** When a page was read, counted in placed responses: before its request was sent, and with its response. */
interface Reading {
  readonly requestedAt: number;
  readonly receivedAt: number;
}

/** A row, and the last reading that showed it at its position or proved it is still there. */
interface Slot<T> {
  readonly row: T;
  readonly reading: Reading;
}

/** What was known when a page was requested. */
export interface Requested {
  readonly clock: number;
  readonly end: number;
}

/**
 * The rows of a long list that are in memory, by position, and what is known of the rest. Immutable: {@link RowModel}
 * makes the next state from a page.
 */
export interface Rows<T> {
  readonly slots: ReadonlyMap<number, Slot<T>>;
  /** Responses placed. */
  readonly clock: number;
  /** Responses that contradicted rows in memory, which were dropped. They measure how much the list changes. */
  readonly contradictions: number;
  /** Where pages are, by the last response. */
  readonly frame: Frame;
  /** The last reading of the newest page. Rows with an earlier reading may have moved since. */
  readonly newest: Reading;
  /** The lowest position of the newest page at that reading. */
  readonly head: number;
  /** One more than the highest position in use. Grows only with the newest page, so that no unread row tops the list. */
  readonly end: number;
  /**
   * Positions in use. `from` is 0 with counts; without, it is the lowest position seen and one page more until a page
   * comes back short. Narrowed with {@link narrow} to a part of the list.
   */
  readonly bounds: Span;
}

/** How rows are told apart. */
export interface RowIdentity<T> {
  /** Undefined for a row without identity: it takes its position, and proves nothing about other rows. */
  key(row: T): number | undefined;
  /** Whether two rows of one key are the same revision; default: always. */
  same?(one: T, other: T): boolean;
}

/** Error-log entries: one that was raised in count or time is another revision (`docs/field-facts.md#18`). */
export const errorLogIdentity: RowIdentity<{
  readonly id: number;
  readonly count?: number;
  readonly log_time: number;
}> = {
  key: ({id}) => id,
  same: (one, other) => one.count === other.count && one.log_time === other.log_time,
};

export interface PlaceOptions {
  /** {@link requested} at the time of the request. */
  readonly requested: Requested;
  /** Positions to keep in memory beside the page itself and the newest page; the rest is dropped. */
  readonly keep: readonly Span[];
}

export interface RowModel<T> {
  /** No row, before the first response. `pageSize` is the size to ask for; a gateway may impose another. */
  empty(pageSize: number): Rows<T>;
  /**
   * Puts a page at its positions. Rows that the page contradicts (raised, inserted late or removed in between) are
   * dropped with everything read before the contradiction, to be read again, so no row is held twice or lost. A row
   * that is still where it was proves that the rows below it have not moved: a raise or removal moves only rows above.
   */
  place(rows: Rows<T>, page: Page<T>, options: PlaceOptions): Rows<T>;
}

const NEVER: Reading = {requestedAt: 0, receivedAt: 0};

/**
 * A pure model of a list by position, for views that scroll anywhere in constant memory. Requests are the caller's:
 * find what to read with {@link firstUnread}, read it with `readAt`, and put it in with `place`. Assumes the newest row
 * first (`docs/field-facts.md#18`).
 *
 * Invariants, for any order of responses: no row is held twice; positions in use are below the last count; once the list
 * rests, reading the newest page and then everything unread shows the list as the gateway has it.
 *
 * @example
 * const model = rowModel<ErrorLogEntry>({key: entry => entry.id});
 * let rows = model.empty(100);
 * const at = requested(rows);
 * rows = model.place(rows, await client.errorLogs.list({page: 1, page_size: 100}), {requested: at, keep: []});
 * rowAt(rows, newestPosition(rows));
 */
export const rowModel = <T>(identity: RowIdentity<T>): RowModel<T> => {
  const empty = (pageSize: number): Rows<T> => ({
    slots: new Map(),
    clock: 0,
    contradictions: 0,
    frame: firstFrame(pageSize),
    newest: NEVER,
    head: 0,
    end: 0,
    bounds: {from: 0, to: Number.POSITIVE_INFINITY},
  });

  const place: RowModel<T>['place'] = (previous, page, {requested, keep}) => {
    const frame = advance(previous.frame, page, requested.end);
    const rows = sameFrame(previous, frame) ? previous : restart(previous, frame);
    const reading: Reading = {requestedAt: requested.clock, receivedAt: rows.clock + 1};
    const span = spanOf(page, frame.pageSize);
    const floor = frame.counted ? 0 : Number.NEGATIVE_INFINITY;
    const placed = new Map<number, Slot<T>>();
    page.items.forEach((row, at) => {
      if (span.to - 1 - at >= floor) placed.set(span.to - 1 - at, {row, reading});
    });
    const isNewest = page.page === 1;
    const head = isNewest ? span.from : rows.head;
    const proofs = proofsOf(placed, rows.slots);
    const wrongUntil = contradictedAt(placed, rows.slots);
    const slots = new Map<number, Slot<T>>();
    for (const [position, slot] of rows.slots) {
      const kept = position >= head || keep.some(({from, to}) => position >= from && position < to);
      if (!kept || position >= frame.end || slot.reading.receivedAt <= wrongUntil) continue;
      const proven = proofs.some(proof => proof.position >= position && !isBefore(slot.reading, proof.reading));
      slots.set(position, proven ? {row: slot.row, reading} : slot);
    }
    for (const [position, slot] of placed) slots.set(position, slot);
    return {
      slots,
      clock: reading.receivedAt,
      contradictions: rows.contradictions + (wrongUntil > 0 ? 1 : 0),
      frame,
      newest: isNewest ? reading : rows.newest,
      head,
      end: isNewest ? frame.end : Math.min(rows.end, frame.end),
      bounds: frame.counted ? rows.bounds : {...rows.bounds, from: lowest(rows, {page, span, frame})},
    };
  };

  const restart = ({clock, contradictions, slots}: Rows<T>, {pageSize}: Frame): Rows<T> => ({
    ...empty(pageSize),
    clock,
    contradictions: contradictions + (slots.size > 0 ? 1 : 0),
  });

  const isSame = (one: T, other: T): boolean =>
    identity.key(one) !== undefined &&
    identity.key(one) === identity.key(other) &&
    (identity.same?.(one, other) ?? true);

  /**
   * The highest position at which each earlier reading agrees with a page. Rows must be the same revision: a raised row
   * proves nothing, since it may be at its old position by coincidence.
   */
  const proofsOf = (placed: Slots<T>, held: Slots<T>): readonly {position: number; reading: Reading}[] => {
    const highest = new Map<Reading, number>();
    for (const [position, {row}] of placed) {
      const slot = held.get(position);
      if (slot === undefined || !isSame(slot.row, row)) continue;
      highest.set(slot.reading, Math.max(position, highest.get(slot.reading) ?? position));
    }
    return [...highest].map(([reading, position]) => ({position, reading}));
  };

  /** The last response that a page contradicts: other rows at its positions, or its rows at others. 0 for none. */
  const contradictedAt = (placed: Slots<T>, held: Slots<T>): number => {
    const positions = new Map([...placed].map(([position, {row}]) => [identity.key(row), position]));
    let last = 0;
    for (const [position, {row, reading}] of held) {
      const key = identity.key(row);
      const now = key === undefined ? undefined : positions.get(key);
      const there = placed.get(position);
      const other = there !== undefined && key !== undefined && identity.key(there.row) !== undefined;
      if (now === undefined ? other : now !== position) last = Math.max(last, reading.receivedAt);
    }
    return last;
  };

  return {empty, place};
};

type Slots<T> = ReadonlyMap<number, Slot<T>>;

/** Whether positions before and after a response mean the same: not where counts begin or end, or pages change size. */
const sameFrame = ({clock, frame}: Rows<unknown>, next: Frame): boolean =>
  clock === 0
    ? frame.pageSize === next.pageSize && next.counted
    : frame.pageSize === next.pageSize && frame.counted === next.counted;

/** Whether a reading may be of an earlier time than another: it was requested before that one came. */
const isBefore = (reading: Reading, other: Reading): boolean =>
  reading !== other && reading.requestedAt < other.receivedAt;

/** Without counts the list ends where a page comes back short; until then one more page is assumed. */
const lowest = (
  {bounds}: Rows<unknown>,
  {page, span, frame}: {page: Page<unknown>; span: Span; frame: Frame},
): number => {
  const full = page.items.length > 0 && page.items.length >= frame.pageSize;
  const seen = span.from - (full ? frame.pageSize : 0);
  return full ? Math.min(bounds.from, seen) : seen;
};

/** What to keep with a request and pass to `place` with its response. */
export const requested = ({clock, frame}: Rows<unknown>): Requested => ({clock, end: frame.end});

/** The position of the newest row in use; below `bounds.from` when there is none. */
export const newestPosition = ({bounds, end}: Rows<unknown>): number => Math.min(bounds.to, end) - 1;

/** Rows in use. Without counts, those seen and one page more. */
export const lengthOf = (rows: Rows<unknown>): number => Math.max(0, newestPosition(rows) + 1 - rows.bounds.from);

/** The row at a position, if it is in memory. */
export const rowAt = <T>({slots}: Rows<T>, position: number): T | undefined => slots.get(position)?.row;

/** Restricts the positions in use to a part of the list, such as a time range that the gateway ignores. */
export const narrow = <T>(rows: Rows<T>, {from, to}: Span): Rows<T> => ({...rows, bounds: {from, to}});

/**
 * The highest position of a span that has to be read: `held` counts any row in memory, `current` only rows that a
 * response has shown or proven since the newest page was read. Undefined when there is none.
 */
export const firstUnread = (rows: Rows<unknown>, {from, to}: Span, want: 'held' | 'current'): number | undefined => {
  const lowest = Math.max(from, rows.bounds.from);
  for (let position = Math.min(to - 1, newestPosition(rows)); position >= lowest; position--) {
    const slot = rows.slots.get(position);
    if (slot === undefined || (want === 'current' && isBefore(slot.reading, rows.newest))) return position;
  }
  return undefined;
};
