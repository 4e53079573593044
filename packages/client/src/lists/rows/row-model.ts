import {firstFrame, isCounted, locate, type PageRows, type Span} from './positions.ts';
import {
  hasUnstableCount,
  isBefore,
  isCurrent,
  isRecent,
  RECENT_RESPONSES,
  type Reading,
  type Requested,
  type Rows,
  rowAt,
  type Slot,
  UNTRUSTED,
} from './row-state.ts';

/** Identity of rows. */
export interface RowIdentity<T> {
  /** Undefined for a row without identity: it has a position, but shows nothing about the positions of other rows. */
  key(row: T): number | undefined;
  /** Whether two rows with the same key are the same revision. Default: always. */
  same?(one: T, other: T): boolean;
}

/**
 * Identity of error-log entries. An entry whose count or time was raised is another revision
 * (`docs/field-facts.md#18`).
 */
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
  /** Positions to keep in memory besides those of the page and of the newest page. All others are dropped. */
  readonly keep: readonly Span[];
}

export interface RowModel<T> {
  /** The state before the first response. `pageSize` is the size to request; a gateway may give another. */
  empty(pageSize: number): Rows<T>;
  /**
   * Stores the rows of a page by position. Positions count from the oldest row: raising or removing a row changes only
   * the positions of newer rows. So a row that is still at its position proves that older rows have not moved.
   *
   * If the page has another row at a position than the one in memory, or a row at another position, a row was raised,
   * inserted late or removed. Then rows read no later than that row are kept, but marked as possibly moved:
   * {@link firstUnread} gives their positions, to be read again.
   *
   * If the count does not fit the rows (it jitters, is an estimate, or the oldest rows were removed), the page is
   * placed by its oldest row that is in memory and current, and all other rows in memory are marked as possibly moved.
   * A further page with the rows of the newest page is ignored. For the next 20 responses, and for as many after a count
   * that fell, further pages are placed by the newest page and their counts are ignored.
   */
  place(rows: Rows<T>, page: PageRows<T>, options: PlaceOptions): Rows<T>;
  /** The position of a row that is in memory in the same revision. */
  find(rows: Rows<T>, row: T): number | undefined;
  /**
   * How far the rows around a position moved between two states. Compares the nearest row, within `reach` positions,
   * that both states have in the same revision. 0 if there is none.
   */
  moved(before: Rows<T>, after: Rows<T>, around: {readonly position: number; readonly reach: number}): number;
}

/**
 * Rows of a list by position, in constant memory, for views that scroll anywhere. The model sends no requests: the
 * caller finds what to read with {@link firstUnread}, reads it with `readAt`, and stores it with `place`. The list must
 * have the newest row first (`docs/field-facts.md#18`).
 *
 * Responses may come in any order and from replicas that differ, and counts may jitter (`docs/field-facts.md#20`). No
 * row is in memory twice. Once the list stops changing, reading the newest page and then everything unread gives the
 * list as the gateway has it, after 20 responses at the latest.
 *
 * @example
 * const model = rowModel<ErrorLogEntry>({key: entry => entry.id});
 * let rows = model.empty(100);
 * const at = requested(rows);
 * rows = model.place(rows, await client.errorLogs.list({page: 1, page_size: 100}), {requested: at, keep: []});
 * rowAt(rows, newestPosition(rows));
 */
export const rowModel = <T>(identity: RowIdentity<T>): RowModel<T> => {
  const keyOf = (row: T | undefined): number | undefined => (row === undefined ? undefined : identity.key(row));
  const isSame = (one: T | undefined, other: T | undefined): boolean =>
    one !== undefined &&
    other !== undefined &&
    identity.key(one) !== undefined &&
    identity.key(one) === identity.key(other) &&
    (identity.same?.(one, other) ?? true);

  const place: RowModel<T>['place'] = (previous, page, {requested, keep}) => {
    const clock = previous.clock + 1;
    const received = receivedOf(page, keyOf);
    const isNewest = page.page === 1;
    if (!isNewest && repeatsNewest(previous, received)) {
      return {...previous, clock, contradictions: previous.contradictions + 1};
    }
    const rows = startsOver(previous, page) ? restart(previous) : previous;
    const byIndex = !isNewest && (isRecent(rows, rows.shiftedAt) || hasUnstableCount(rows));
    const shift = shiftOf(rows, received, locate(rows.frame, page, {byIndex}).span);
    const {span, frame} = locate(rows.frame, page, {requestedEnd: requested.end, shift, byIndex});
    const reading: Reading = {requestedAt: requested.clock, receivedAt: clock};
    const placed: Slots<T> = new Map(
      received.map((slot, at) => [span.to - 1 - at, {...slot, reading, shownAt: clock}]),
    );
    const head = isNewest ? span.from : rows.head;
    const end = isNewest ? frame.end : rows.end;
    const inUse = (position: number): boolean =>
      position < Math.max(end, frame.end) &&
      (position >= head || keep.some(({from, to}) => position >= from && position < to));
    const {slots, contradicts} = merge(rows, placed, {reading, shift, inUse});
    return {
      slots,
      clock,
      contradictions: rows.contradictions + (contradicts ? 1 : 0),
      shiftedAt: shift === 0 ? rows.shiftedAt : clock,
      unstableAt: shift < 0 || (frame.count ?? 0) < (rows.frame.count ?? 0) ? clock : rows.unstableAt,
      frame,
      newest: isNewest ? reading : rows.newest,
      head,
      end,
      part: rows.part,
    };
  };

  /** Whether a further page has the rows of the newest one: the gateway ignores `page`, or gave a page twice. */
  const repeatsNewest = ({slots, end, clock}: Rows<T>, received: readonly Received<T>[]): boolean =>
    clock > 0 && received.length > 0 && received.every(({row}, at) => isSame(slots.get(end - 1 - at)?.row, row));

  /**
   * The distance of a page from its computed positions, by its oldest row that is in memory and current; 0 without one.
   */
  const shiftOf = (rows: Rows<T>, received: readonly Received<T>[], span: Span): number => {
    const current = new Map<number | undefined, number>();
    for (const [position, slot] of rows.slots) if (isCurrent(rows, slot)) current.set(keyOf(slot.row), position);
    for (let at = received.length - 1; at >= 0; at--) {
      const row = received[at]?.row;
      const position = current.get(keyOf(row));
      if (position !== undefined && isSame(rows.slots.get(position)?.row, row)) return position - (span.to - 1 - at);
    }
    return 0;
  };

  /** The rows in memory after a page, each with the last reading that proves its position. */
  const merge = (
    rows: Rows<T>,
    placed: Slots<T>,
    {reading, shift, inUse}: {reading: Reading; shift: number; inUse: (position: number) => boolean},
  ): {readonly slots: Slots<T>; readonly contradicts: boolean} => {
    const positions = new Map([...placed].map(([position, {row}]) => [keyOf(row), position]));
    positions.delete(undefined);
    const isCertain = shift === 0 && !isRecent(rows, rows.shiftedAt);
    const proofs = isCertain ? proofsOf(placed, rows.slots) : [];
    const wrongUntil = shift === 0 ? contradictedAt(rows.slots, {placed, positions}) : rows.clock;
    const movedTo = estimatedMoves(rows, {placed, positions});
    const readingOf = (position: number, slot: Slot<T>): Reading => {
      if (slot.reading.receivedAt <= wrongUntil) return UNTRUSTED;
      const isProven = proofs.some(proof => proof.position >= position && !isBefore(slot.reading, proof.reading));
      return isProven && reading.receivedAt - slot.shownAt < RECENT_RESPONSES ? reading : slot.reading;
    };
    const slots = new Map<number, Slot<T>>();
    for (const [position, slot] of rows.slots) {
      if (!inUse(position) || positions.has(keyOf(slot.row))) continue;
      const to = isCurrent(rows, slot) ? position : movedTo(position);
      if (to !== position && (slots.has(to) || !inUse(to))) continue;
      const known = readingOf(position, slot);
      slots.set(to, known === slot.reading ? slot : {...slot, reading: known});
    }
    for (const [position, slot] of placed) slots.set(position, slot);
    return {slots, contradicts: wrongUntil > 0};
  };

  /**
   * For each earlier reading, the highest position at which it has the same row as the page. The rows must be the same
   * revision: a raised row may be at its old position by coincidence.
   */
  const proofsOf = (placed: Slots<T>, held: Slots<T>): readonly {position: number; reading: Reading}[] => {
    const highest = new Map<Reading, number>();
    for (const [position, {row}] of placed) {
      const slot = held.get(position);
      if (slot === undefined || slot.reading === UNTRUSTED || !isSame(slot.row, row)) continue;
      highest.set(slot.reading, Math.max(position, highest.get(slot.reading) ?? position));
    }
    return [...highest].map(([reading, position]) => ({position, reading}));
  };

  /**
   * `clock` of the last response with another row at a position of the page, or with a row at another position; else 0.
   */
  const contradictedAt = (held: Slots<T>, {placed, positions}: Placed<T>): number => {
    let last = 0;
    for (const [position, {row, reading}] of held) {
      const key = keyOf(row);
      if (key === undefined) continue;
      const now = positions.get(key);
      if (now === undefined ? keyOf(placed.get(position)?.row) !== undefined : now !== position) {
        last = Math.max(last, reading.receivedAt);
      }
    }
    return last;
  };

  /**
   * Estimates the new positions of rows that are not current, from those of them that are on the page: rows older than
   * the oldest of these are taken to have moved as far as it did, rows newer than the newest as far as that one.
   */
  const estimatedMoves = (rows: Rows<T>, {placed, positions}: Placed<T>): ((position: number) => number) => {
    const known: {position: number; by: number}[] = [];
    for (const [position, slot] of rows.slots) {
      const to = isCurrent(rows, slot) ? undefined : positions.get(keyOf(slot.row));
      if (to !== undefined && isSame(slot.row, placed.get(to)?.row)) known.push({position, by: to - position});
    }
    const [lowest] = known.sort((one, other) => one.position - other.position);
    const highest = known.at(-1);
    if (lowest === undefined || highest === undefined) return position => position;
    return position =>
      position + (position < lowest.position ? lowest.by : position > highest.position ? highest.by : 0);
  };

  const find: RowModel<T>['find'] = ({slots}, row) => {
    for (const [position, slot] of slots) if (isSame(slot.row, row)) return position;
    return undefined;
  };

  const moved: RowModel<T>['moved'] = (before, after, {position, reach}) => {
    for (let distance = 0; distance <= reach; distance++) {
      for (const from of [position - distance, position + distance]) {
        const row = rowAt(before, from);
        const to = row === undefined ? undefined : find(after, row);
        if (to !== undefined) return to - from;
      }
    }
    return 0;
  };

  return {empty, place, find, moved};
};

type Slots<T> = ReadonlyMap<number, Slot<T>>;
type Received<T> = Pick<Slot<T>, 'row' | 'invalid'>;

/** The rows of a page by position, and their positions by key. */
interface Placed<T> {
  readonly placed: Slots<T>;
  readonly positions: ReadonlyMap<number | undefined, number>;
}

const empty = (pageSize: number): Rows<never> => ({
  slots: new Map(),
  clock: 0,
  contradictions: 0,
  shiftedAt: 0,
  unstableAt: 0,
  frame: firstFrame(pageSize),
  newest: UNTRUSTED,
  head: 0,
  end: 0,
  part: undefined,
});

const restart = ({clock, contradictions, slots, frame}: Rows<unknown>): Rows<never> => ({
  ...empty(frame.pageSize),
  clock,
  contradictions: contradictions + (slots.size > 0 ? 1 : 0),
});

/** The rows of a page in the order received. A row that could not be read, or is twice on the page, is undefined. */
const receivedOf = <T>(
  {items, invalid = []}: PageRows<T>,
  keyOf: (row: T) => number | undefined,
): readonly Received<T>[] => {
  const keys = new Set<number>();
  const received: Received<T>[] = items.map((row, index) => {
    const key = keyOf(row);
    if (key === undefined || !keys.has(key)) {
      if (key !== undefined) keys.add(key);
      return {row};
    }
    return {row: undefined, invalid: {index, raw: row, reason: 'repeats another row of the page'}};
  });
  for (const one of invalid) if (one.row === undefined) received.splice(one.index, 0, {row: undefined, invalid: one});
  return received;
};

/** Whether the rows get new positions: the gateway starts or stops giving counts. */
const startsOver = ({clock, frame}: Rows<unknown>, {count}: PageRows<unknown>): boolean =>
  clock > 0 && isCounted(frame) !== (count !== undefined);
