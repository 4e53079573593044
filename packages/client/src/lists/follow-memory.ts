import type {ListOrder, Row} from './follow-order.ts';

/** An entry as it was last seen. `mark` tells it from another that has its id after a gateway began anew. */
interface Sighting {
  readonly count: number;
  readonly log_time: number;
  readonly mark: string;
}

/** What a follow remembers of the list between two polls; bounded by {@link FollowLimits.capacity}. */
export interface Memory {
  /** By id, the longest unseen first. */
  readonly known: ReadonlyMap<number, Sighting>;
  /** Whether `known` holds all that was ever in the list: then an unknown entry is new whatever its id. */
  readonly complete: boolean;
  /** Unknown entries up to this id were there before; unknown ones above it are new. */
  readonly floor: number;
  readonly highest: number;
  /** The latest time of an entry at the start; Unix seconds. */
  readonly startTime: number;
  readonly count: number | undefined;
  readonly order: ListOrder | undefined;
  /** Entries on a full page, which a gateway may cap. */
  readonly pageSize: number;
  readonly sinceSweep: number;
  /** Something arrived that the last scan did not find. */
  readonly unexplained: boolean;
}

export interface FollowLimits {
  readonly pageSize: number;
  /** Entries from the newest that are compared at the start and at a sweep. */
  readonly depth: number;
  /** Entries remembered. */
  readonly capacity: number;
  /** Polls from one sweep to the next. */
  readonly sweepEvery: number;
  /** Entries of this time or later are new at the start; Unix seconds. */
  readonly from?: number | undefined;
}

/** What one poll read. */
export interface Scan<T extends Row> {
  /** The newest first, each once. */
  readonly rows: readonly T[];
  readonly count: number | undefined;
  readonly order: ListOrder | undefined;
  readonly pageSize: number;
  /** The highest id of the first answer: what arrives during the scan has a higher one. */
  readonly firstHighest: number;
  /** The list was read to its end. */
  readonly whole: boolean;
  /** The list did not change while it was read. */
  readonly steady: boolean;
  readonly kind: 'begin' | 'poll' | 'sweep';
  readonly explained: boolean;
}

export interface News<T extends Row> {
  readonly memory: Memory;
  /** Oldest first. */
  readonly added: readonly T[];
  readonly updated: readonly T[];
  /** The gateway has another list: its ids began again. */
  readonly restarted: boolean;
}

const markOf = (row: Row): string => `${(row as {log?: unknown}).log ?? ''}`.slice(0, 40);

/** Whether the entry is new: never seen, and not from before. */
export const isNew = ({known, complete, floor}: Memory, {id}: Row): boolean =>
  !known.has(id) && (complete || id > floor);
/** Whether the entry was seen as it is, or raised further: an answer from a replica that lags tells nothing. */
export const isUnchanged = ({known}: Memory, row: Row): boolean => {
  const last = known.get(row.id);
  return last !== undefined && row.count <= last.count && row.log_time <= last.log_time;
};

/** Compares what was read with what is remembered. Each new entry and each raise is told by one scan only. */
export const reconcile = <T extends Row>(before: Memory | undefined, scan: Scan<T>, limits: FollowLimits): News<T> => {
  const restarted = before !== undefined && beganAnew(before, scan);
  const old = restarted ? undefined : before;
  const known = new Map(old?.known);
  const deepest = old === undefined || scan.order === 'mixed' ? -1 : deepestFamiliar(old, scan);
  const raisedAfter = scan.order === 'mixed' ? Number.POSITIVE_INFINITY : (old?.startTime ?? 0);
  const added: T[] = [];
  const updated: T[] = [];
  for (const [at, row] of [...scan.rows.entries()].reverse()) {
    const last = known.get(row.id);
    if (old === undefined) {
      if (restarted || row.log_time >= (limits.from ?? Number.POSITIVE_INFINITY)) added.push(row);
    } else if (isNew(old, row)) added.push(row);
    // An old entry above those known or new came up because it was raised, unless the list moved while it was read;
    // below them, because others went, if it was not raised before they did.
    else if (last === undefined ? (scan.steady && at < deepest) || row.log_time > raisedAfter : !isUnchanged(old, row))
      updated.push(row);
    known.delete(row.id);
    known.set(row.id, {
      count: Math.max(row.count, last?.count ?? row.count),
      log_time: Math.max(row.log_time, last?.log_time ?? row.log_time),
      mark: markOf(row),
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
    sinceSweep: scan.kind === 'poll' ? (old?.sinceSweep ?? 0) + 1 : 0,
    unexplained: scan.kind === 'poll' && !scan.explained,
  };
  return {memory: forget({...memory, known}, known, limits.capacity), added, updated, restarted};
};

/** Where the last row stands that is known or new; behind all of them where none is left. */
const deepestFamiliar = (before: Memory, {rows, whole}: Scan<Row>): number => {
  const at = rows.findLastIndex(row => before.known.has(row.id) || isNew(before, row));
  return at === -1 && whole ? rows.length : at;
};

/** Drops what was longest unseen. */
const forget = (memory: Memory, known: Map<number, Sighting>, capacity: number): Memory => {
  let {floor, complete} = memory;
  for (const id of known.keys()) {
    if (known.size <= capacity) break;
    known.delete(id);
    floor = Math.max(floor, id);
    complete = false;
  }
  return {...memory, known, floor, complete};
};

/** Whether all of the list is older than what was seen, and an id of it stands for another entry now. */
const beganAnew = (before: Memory, {whole, rows}: Scan<Row>): boolean =>
  whole &&
  rows.some(row => before.known.has(row.id)) &&
  rows.every(row => row.id < before.highest && before.known.get(row.id)?.mark !== markOf(row));
