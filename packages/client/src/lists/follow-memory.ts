import type {ListOrder, Row} from './follow-order.ts';

/** An entry as last seen. */
interface LastSeen {
  readonly count: number;
  readonly log_time: number;
  /** Start of the log text: detects another entry with the same id after a restart of the gateway. */
  readonly text: string;
}

/** State kept between two polls; bounded by {@link FollowLimits.capacity}. */
export interface Memory {
  /** By id, the longest unseen first. */
  readonly known: ReadonlyMap<number, LastSeen>;
  /** `known` holds every entry that was ever in the list, so an unknown entry with any id is new. */
  readonly complete: boolean;
  /** An unknown entry is new if its id is above this; otherwise it existed before the follow started. */
  readonly floor: number;
  readonly highest: number;
  /** Highest `log_time` at the start, in Unix seconds. */
  readonly startTime: number;
  readonly count: number | undefined;
  readonly order: ListOrder | undefined;
  /** Entries on a full page, which a gateway may cap. */
  readonly pageSize: number;
  readonly pollsSinceSweep: number;
  /** The count rose by more than the entries found by the last scan. */
  readonly unexplained: boolean;
}

export interface FollowLimits {
  readonly pageSize: number;
  /** Newest entries read at the start and by a sweep. */
  readonly depth: number;
  /** Entries remembered. */
  readonly capacity: number;
  /** Polls between sweeps. */
  readonly sweepEvery: number;
  /** Unix seconds. At the start, entries from this time on count as new. */
  readonly from?: number | undefined;
}

/** Result of reading the list in one poll. */
export interface Scan<T extends Row> {
  /** Newest first, without duplicates. */
  readonly rows: readonly T[];
  readonly count: number | undefined;
  readonly order: ListOrder | undefined;
  readonly pageSize: number;
  /** Highest id of the first answer. Entries that arrive during the scan have higher ids. */
  readonly firstHighest: number;
  /** The list was read to its end. */
  readonly whole: boolean;
  /** The list did not change during the scan. */
  readonly steady: boolean;
  /** `sweep` reads {@link FollowLimits.depth} entries, `poll` only up to the first known ones. */
  readonly kind: 'initial' | 'poll' | 'sweep';
  /** The entries found account for the rise of the count. */
  readonly explained: boolean;
}

export interface Changes<T extends Row> {
  readonly memory: Memory;
  /** Oldest first. */
  readonly added: readonly T[];
  readonly updated: readonly T[];
  /** The gateway has a new list with ids that start over. */
  readonly restarted: boolean;
}

const textOf = (row: Row): string => `${(row as {log?: unknown}).log ?? ''}`.slice(0, 40);

export const isNew = ({known, complete, floor}: Memory, {id}: Row): boolean =>
  !known.has(id) && (complete || id > floor);

/** Whether an entry was seen in this or a later state; a lagging replica may send an earlier one. */
export const isUnchanged = ({known}: Memory, row: Row): boolean => {
  const last = known.get(row.id);
  return last !== undefined && (row.count ?? 0) <= last.count && row.log_time <= last.log_time;
};

/** Compares a scan with the memory. Each new entry and each raise is reported by one scan only. */
export const reconcile = <T extends Row>(
  before: Memory | undefined,
  scan: Scan<T>,
  limits: FollowLimits,
): Changes<T> => {
  const restarted = before !== undefined && hasRestarted(before, scan);
  const old = restarted ? undefined : before;
  const known = new Map(old?.known);
  const lastRecognised = old === undefined || scan.order === 'mixed' ? -1 : lastRecognisedIndex(old, scan);
  const raisedAfter = scan.order === 'mixed' ? Number.POSITIVE_INFINITY : (old?.startTime ?? 0);
  const added: T[] = [];
  const updated: T[] = [];
  for (const [at, row] of [...scan.rows.entries()].reverse()) {
    const last = known.get(row.id);
    if (old === undefined) {
      if (restarted || row.log_time >= (limits.from ?? Number.POSITIVE_INFINITY)) added.push(row);
    } else if (isNew(old, row)) added.push(row);
    // A forgotten entry above a known or new one was raised, if the list was steady. Below them it may have moved up
    // because others were removed: there it was raised only if it is later than the start.
    else if (
      last === undefined ? (scan.steady && at < lastRecognised) || row.log_time > raisedAfter : !isUnchanged(old, row)
    )
      updated.push(row);
    known.delete(row.id);
    known.set(row.id, {
      count: Math.max(row.count ?? 0, last?.count ?? 0),
      log_time: Math.max(row.log_time, last?.log_time ?? row.log_time),
      text: textOf(row),
    });
  }
  const highest = scan.rows.reduce((most, {id}) => Math.max(most, id), old?.highest ?? Number.NEGATIVE_INFINITY);
  const startTime = old?.startTime ?? scan.rows.reduce((most, row) => Math.max(most, row.log_time), 0);
  const memory = {
    highest,
    startTime,
    complete: old?.complete ?? (scan.whole && scan.steady),
    floor: old?.floor ?? scan.firstHighest,
    count: scan.count,
    order: scan.order,
    pageSize: scan.pageSize,
    pollsSinceSweep: scan.kind === 'poll' ? (old?.pollsSinceSweep ?? 0) + 1 : 0,
    unexplained: scan.kind === 'poll' && !scan.explained,
  };
  return {memory: evict({...memory, known}, known, limits.capacity), added, updated, restarted};
};

/** Index of the last row that is known or new; the length if there is none and the list was read to its end. */
const lastRecognisedIndex = (before: Memory, {rows, whole}: Scan<Row>): number => {
  const at = rows.findLastIndex(row => before.known.has(row.id) || isNew(before, row));
  return at === -1 && whole ? rows.length : at;
};

/** Drops the longest unseen entries above the capacity. */
const evict = (memory: Memory, known: Map<number, LastSeen>, capacity: number): Memory => {
  let {floor, complete} = memory;
  for (const id of known.keys()) {
    if (known.size <= capacity) break;
    known.delete(id);
    floor = Math.max(floor, id);
    complete = false;
  }
  return {...memory, known, floor, complete};
};

/** Whether all ids are below the highest one seen, and known ids belong to other entries now. */
const hasRestarted = (before: Memory, {whole, rows}: Scan<Row>): boolean =>
  whole &&
  rows.some(row => before.known.has(row.id)) &&
  rows.every(row => row.id < before.highest && before.known.get(row.id)?.text !== textOf(row));
