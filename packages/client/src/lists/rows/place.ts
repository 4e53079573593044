import type {Row} from '../seek.ts';
import {contains, isCounted, locate, type PageRows, rowsOf, type Span} from './frame.ts';
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
  /** {@link Requested} at the time of the request. */
  readonly requested: Requested;
  /** Positions to keep in memory besides those of the page and of the newest page. All others are dropped. */
  readonly keep: readonly Span[];
}

type Slots<T> = ReadonlyMap<number, Slot<T>>;
type Received<T> = Pick<Slot<T>, 'row' | 'invalid'>;

/** Whether two rows are the same revision of an entry: one whose count or time rose is another (docs/field-facts.md#18). */
const isSame = (one: Row | undefined, other: Row | undefined): boolean =>
  one !== undefined && one.id === other?.id && one.count === other.count && one.log_time === other.log_time;

/**
 * Stores the rows of a page by position. Responses may come in any order and from replicas that differ, and counts may
 * jitter (docs/field-facts.md#20); the list must have the newest row first. No row is in memory twice. Once the list
 * stops changing, reading the newest page and then everything unread gives the list as the gateway has it, after 20
 * responses at the latest.
 *
 * Positions count from the oldest row: updating or removing a row changes only the positions of newer rows. So a row
 * that is still at its position proves that older rows have not moved. If the page has another row at a position than
 * the one in memory, or a row at another position, a row was updated, inserted late or removed. Then rows read no later
 * than that row are kept, but marked as possibly moved: `firstUnread` gives their positions, to be read again.
 *
 * If the count does not fit the rows (it jitters, is an estimate, or the oldest rows were removed), the page is placed
 * by its oldest row that is in memory and current, and all other rows in memory are marked as possibly moved. A further
 * page with the rows of the newest page is ignored. For the next 20 responses, and for as many after a count that fell,
 * further pages are placed by the newest page and their counts are ignored.
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
  // Rows get new positions where the gateway starts or stops giving counts.
  const startsOver =
    previous.clock > 0 && page.below === undefined && isCounted(previous.frame) !== (page.count !== undefined);
  const rows = startsOver ? {...emptyRows(previous.frame.pageSize), clock: previous.clock} : previous;
  const byIndex = !isNewest && hasUnstableCount(rows);
  const shift = shiftOf(rows, received, locate(rows.frame, page, {byIndex}).span);
  const {span, frame} = locate(rows.frame, page, {requestedEnd: requested.end, shift, byIndex});
  // A page that was requested before the newest page was received may show an earlier state of the list.
  const provenAt = isNewest || requested.clock >= rows.newestAt ? clock : 0;
  const placed: Slots<T> = new Map(received.map((slot, at) => [span.to - 1 - at, {...slot, provenAt, shownAt: clock}]));
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

/** The rows of a page in the order received. A row that could not be read, or is twice on the page, is undefined. */
const receivedOf = <T extends Row>(page: PageRows<T>): readonly Received<T>[] => {
  const ids = new Set<number>();
  return rowsOf(page).map((row, index) => {
    if (row === undefined) return {row, invalid: page.invalid?.find(one => one.index === index)};
    if (ids.has(row.id)) {
      return {row: undefined, invalid: {index, raw: row, reason: 'repeats another row of the page'}};
    }
    ids.add(row.id);
    return {row};
  });
};

/** Whether a further page has the rows of the newest one: the gateway ignores `page`, or gave a page twice. */
const repeatsNewest = <T extends Row>({slots, end, clock}: Rows<T>, received: readonly Received<T>[]): boolean =>
  clock > 0 && received.length > 0 && received.every(({row}, at) => isSame(slots.get(end - 1 - at)?.row, row));

/**
 * The distance of a page from its computed positions, by its oldest row that is in memory and current; 0 without one.
 */
const shiftOf = <T extends Row>(rows: Rows<T>, received: readonly Received<T>[], span: Span): number => {
  const current = new Map<number | undefined, number>();
  for (const [position, slot] of rows.slots) if (isCurrent(rows, slot)) current.set(slot.row?.id, position);
  for (let at = received.length - 1; at >= 0; at--) {
    const row = received[at]?.row;
    const position = current.get(row?.id);
    if (position !== undefined && isSame(rows.slots.get(position)?.row, row)) return position - (span.to - 1 - at);
  }
  return 0;
};

interface Proof {
  readonly provenAt: number;
  /** The page is not where its count places it. */
  readonly isShifted: boolean;
}

/** The rows in memory that a page does not have, each with the last response that proves its position. */
const othersOf = <T extends Row>(rows: Rows<T>, placed: Slots<T>, {provenAt, isShifted}: Proof) => {
  const positions = new Map([...placed].map(([position, {row}]) => [row?.id, position]));
  positions.delete(undefined);
  // Rows that were proven no later may have moved.
  let movedUntil = isShifted ? rows.clock : 0;
  const proofs: {readonly position: number; readonly since: number}[] = [];
  for (const [position, {row, provenAt: since}] of rows.slots) {
    const here = placed.get(position)?.row;
    const now = positions.get(row?.id);
    const isElsewhere = now === undefined ? row !== undefined && here !== undefined : now !== position;
    if (isElsewhere) movedUntil = Math.max(movedUntil, since);
    // Only the same revision proves a position: an updated row may be at its old position by coincidence.
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

/** The position of a row that is in memory in the same revision. */
export const positionOf = <T extends Row>({slots}: Rows<T>, row: T): number | undefined => {
  for (const [position, slot] of slots) if (isSame(slot.row, row)) return position;
  return undefined;
};

/**
 * How far the rows around a position moved between two states. Compares the nearest row, within `reach` positions,
 * that both states have in the same revision. 0 if there is none.
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
