import {receivedRows} from '../page.ts';
import type {Row} from '../seek.ts';
import {contains, isCounted, locate, type PageRows, type PositionRange} from './frame.ts';
import {
  emptyRows,
  hasUnstableCount,
  isCurrent,
  RECENT_RESPONSES,
  type Requested,
  type Rows,
  rowAt,
  type Slot,
} from './rows.ts';

interface PlaceOptions {
  readonly requested: Requested;
  /**
   * Positions whose rows stay in memory, in addition to the rows of the page passed to `placePage` and of the first
   * page of the list.
   */
  readonly keep: readonly PositionRange[];
}

type Slots<T> = ReadonlyMap<number, Slot<T>>;
type Received<T> = Pick<Slot<T>, 'row' | 'invalid'>;

/** Whether two rows are the same revision of an entry: same id, count and time (docs/field-facts.md#18). */
const isSame = (one: Row | undefined, other: Row | undefined): boolean =>
  one !== undefined && one.id === other?.id && one.count === other.count && one.log_time === other.log_time;

/**
 * Stores the rows of a page by position and returns the next state. The list must have the newest row first. Responses
 * may come in any order, replicas may differ and counts vary (docs/field-facts.md#20). To load a list, read its newest
 * page, and then every position that `firstUnread` returns. Once the list stops changing, the rows in memory equal
 * those of the gateway after at most 20 responses.
 *
 * If the page has a known row at another position, or another row at its position, the known row has moved. A row that
 * is not on the page may then have moved too, unless its position was confirmed later than that of the moved row.
 * `firstUnread` returns the positions of all rows that may have moved.
 *
 * Positions are computed from the count. If the count contradicts the rows in memory, all rows of the page are shifted
 * so that the oldest row with a known position keeps this position. If a count fell or is too high, the counts of the
 * next 20 responses are ignored.
 *
 * @example
 * let rows = emptyRows(100);
 * const at = requested(rows);
 * rows = placePage(rows, await client.errorLogs.list({page: 1, page_size: 100}), {requested: at, keep: []});
 * rowAt(rows, newestPosition(rows));
 */
export const placePage = <T extends Row>(
  previous: Rows<T>,
  page: PageRows<T>,
  {requested, keep}: PlaceOptions,
): Rows<T> => {
  const clock = previous.clock + 1;
  const received = receivedOf(page);
  const isNewest = page.page === 1 && page.below === undefined;
  if (!isNewest && repeatsNewest(previous, received)) return {...previous, clock};
  // Position 0 depends on whether the gateway sends counts (see `Frame`). If the gateway starts or stops sending
  // counts, the rows in memory are therefore discarded.
  const startsOver =
    previous.clock > 0 && page.below === undefined && isCounted(previous.frame) !== (page.count !== undefined);
  const rows = startsOver ? {...emptyRows(previous.frame.pageSize), clock: previous.clock} : previous;
  const byIndex = !isNewest && hasUnstableCount(rows);
  const shift = shiftOf(rows, received, locate(rows.frame, page, {byIndex}).positions);
  const {positions, frame} = locate(rows.frame, page, {requestedEnd: requested.end, shift, byIndex});
  // A page requested before the newest page was received may show an earlier state of the list.
  const provenAt = isNewest || requested.clock >= rows.newestAt ? clock : 0;
  const placed: Slots<T> = new Map(
    received.map((slot, at) => [positions.to - 1 - at, {...slot, provenAt, shownAt: clock}]),
  );
  const end = isNewest ? frame.end : rows.end;
  const inUse = (position: number): boolean =>
    position < Math.max(end, frame.end) &&
    (position >= end - frame.pageSize || keep.some(part => contains(part, position)));
  const others = othersOf(rows, placed, {provenAt, isShifted: shift !== 0}).filter(([position]) => inUse(position));
  return {
    slots: new Map([...others, ...placed]),
    clock,
    unstableAt: shift < 0 || (frame.count ?? 0) < (rows.frame.count ?? 0) ? clock : rows.unstableAt,
    frame,
    newestAt: isNewest ? clock : rows.newestAt,
    end,
    part: rows.part,
  };
};

/** `row` is undefined if it lacks a required field or repeats an earlier row of the page. */
const receivedOf = <T extends Row>(page: PageRows<T>): readonly Received<T>[] => {
  const ids = new Set<number>();
  return receivedRows(page).map((received, index) => {
    const {row} = received;
    if (row === undefined) return received;
    if (ids.has(row.id)) {
      return {row: undefined, invalid: {index, raw: row, reason: 'repeats another row of the page'}};
    }
    ids.add(row.id);
    return received;
  });
};

/** Whether a later page has the rows of the newest page, because the gateway ignores `page` or sent a page twice. */
const repeatsNewest = <T extends Row>({slots, end, clock}: Rows<T>, received: readonly Received<T>[]): boolean =>
  clock > 0 && received.length > 0 && received.every(({row}, at) => isSame(slots.get(end - 1 - at)?.row, row));

/**
 * Returns the number of positions to add to `positions`, so that the oldest row of the page with a known position keeps this
 * position. 0 if no row of the page has a known position.
 */
const shiftOf = <T extends Row>(rows: Rows<T>, received: readonly Received<T>[], positions: PositionRange): number => {
  const current = new Map<number | undefined, number>();
  for (const [position, slot] of rows.slots) if (isCurrent(rows, slot)) current.set(slot.row?.id, position);
  for (let at = received.length - 1; at >= 0; at--) {
    const row = received[at]?.row;
    const position = current.get(row?.id);
    if (position !== undefined && isSame(rows.slots.get(position)?.row, row)) return position - (positions.to - 1 - at);
  }
  return 0;
};

/**
 * Returns the rows in memory that are not on the new page. If a row may have moved, sets its `provenAt` to 0, so that
 * `firstUnread` returns its position.
 */
const othersOf = <T extends Row>(
  rows: Rows<T>,
  placed: Slots<T>,
  {provenAt, isShifted}: {readonly provenAt: number; readonly isShifted: boolean},
) => {
  const positions = new Map([...placed].map(([position, {row}]) => [row?.id, position]));
  positions.delete(undefined);
  // Number of a response. A row may have moved if its position was last confirmed by that response or an earlier one.
  let movedUntil = isShifted ? rows.clock : 0;
  const proofs: {readonly position: number; readonly since: number}[] = [];
  for (const [position, {row, provenAt: since}] of rows.slots) {
    const here = placed.get(position)?.row;
    const now = positions.get(row?.id);
    const isElsewhere = now === undefined ? row !== undefined && here !== undefined : now !== position;
    if (isElsewhere) movedUntil = Math.max(movedUntil, since);
    // An unchanged row in its place shows that older rows did not move. An updated row may have moved away and back.
    if (since > 0 && isSame(row, here)) proofs.push({position, since});
  }
  return [...rows.slots].flatMap(([position, slot]): [number, Slot<T>][] => {
    const {row, provenAt: since, shownAt} = slot;
    if (positions.has(row?.id)) return [];
    const isProven = proofs.some(proof => proof.position >= position && proof.since <= since);
    const last = isProven && rows.clock - shownAt < RECENT_RESPONSES ? Math.max(since, provenAt) : since;
    return [[position, {...slot, provenAt: since > movedUntil ? last : 0}]];
  });
};

/** Position of a row. Undefined if `slots` has no row with the same id, count and time. */
export const positionOf = <T extends Row>({slots}: Rows<T>, row: T): number | undefined => {
  for (const [position, slot] of slots) if (isSame(slot.row, row)) return position;
  return undefined;
};

/**
 * Returns by how many positions a row moved between two states. Uses the row nearest to `position`, at most `reach`
 * positions away, that is unchanged in both states; without such a row, returns 0.
 */
export const movedBy = <T extends Row>(
  before: Rows<T>,
  after: Rows<T>,
  {position, reach}: {readonly position: number; readonly reach: number},
): number => {
  for (let distance = 0; distance <= reach; distance++) {
    for (const from of [position - distance, position + distance]) {
      const row = rowAt(before, from);
      const to = row === undefined ? undefined : positionOf(after, row);
      if (to !== undefined) return to - from;
    }
  }
  return 0;
};
