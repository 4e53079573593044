import type {InvalidRow} from '@edge-console/schema';
import {type ListOrder, type Row, riseOf} from '../walk/order.ts';
import type {Paging} from '../walk/traversal-state.ts';
import {type CountChange, type CountState, pollCount} from './count.ts';

/** An entry as last seen. */
interface LastSeen {
  readonly count: number | undefined;
  readonly log_time: number;
  /** Start of the log text: detects another entry with the same id after the database was reset. */
  readonly text: string;
}

/** State kept between two polls; bounded by {@link FollowLimits.capacity}. */
export interface Memory {
  /** By id, the longest unseen first. */
  readonly known: ReadonlyMap<number, LastSeen>;
  /** `known` holds every entry that was ever in the list, so an unknown entry that is later than the start is new. */
  readonly complete: boolean;
  /** An unknown entry is new if its id is above this; otherwise it existed before the follow started. */
  readonly floor: number;
  readonly highest: number;
  /** Highest `log_time` at the start, in Unix seconds. */
  readonly startTime: number;
  readonly count: number | undefined;
  readonly order: ListOrder | undefined;
  readonly paging: Paging;
  readonly pollsSinceSweep: number;
  /** Undefined if the gateway gives no count. */
  readonly counts: CountState | undefined;
  /** The last scan could not join its pages: so many rows are read again. */
  readonly torn: {readonly rows: number; readonly polls: number} | undefined;
  /** Rows with odd fields that were given. */
  readonly odd: ReadonlySet<string>;
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
  /** Counts with which the rows may be compared: entries that arrived during the scan may be in them or not. */
  readonly counted: {readonly least: number; readonly most: number} | undefined;
  readonly order: ListOrder | undefined;
  readonly paging: Paging;
  /** Rows with odd fields, as the pages gave them; a row may come more than once. */
  readonly odd: readonly InvalidRow<T>[];
  /** Unknown entries with ids up to this were in the list before the scan. */
  readonly covered: number;
  /** The list was read to its end: by the count, or by a page that shows nothing more. */
  readonly whole: boolean;
  /** The list did not change during the scan. */
  readonly steady: boolean;
  /** `sweep` reads {@link FollowLimits.depth} entries, `poll` only up to the first known ones. */
  readonly kind: 'initial' | 'poll' | 'sweep';
  /** The list was read to its end, or the newest {@link FollowLimits.depth} entries from the first one on. */
  readonly deep: boolean;
  /** Pages could not be joined. */
  readonly torn: boolean;
  /** The count rose and fell again and again during the scan. */
  readonly wavers: boolean;
}

export interface Changes<T extends Row> {
  readonly memory: Memory;
  /** Oldest first. */
  readonly added: readonly T[];
  readonly updated: readonly T[];
  /** Rows with odd fields that were not given before. */
  readonly odd: readonly InvalidRow<T>[];
  /** The gateway has a new list with ids that start over; `likely` without an entry that proves it. */
  readonly restarted: 'certain' | 'likely' | undefined;
  readonly count: CountChange | undefined;
  /** Entries that could not be read, in unknown number. */
  readonly tornGap: boolean;
}

const textOf = (row: Row): string => `${(row as {log?: unknown}).log ?? ''}`.slice(0, 200);

export const isNew = ({known, complete, floor, startTime}: Memory, {id, log_time}: Row): boolean =>
  !known.has(id) && (id > floor || (complete && log_time >= startTime));

/**
 * How a known entry compares with its last state. `lagging` is an earlier state, from a replica. `other` is neither
 * earlier nor later: another entry has the id now.
 */
const compare = (last: LastSeen, row: Row): 'same' | 'raised' | 'lagging' | 'other' => {
  const rise = riseOf(row, last);
  const later = row.log_time - last.log_time;
  const sameText = textOf(row) === last.text;
  if (rise === 0 && later === 0) return sameText ? 'same' : 'other';
  if (rise >= 0 && later >= 0) return sameText || rise > 0 ? 'raised' : 'other';
  if (rise < 0 && later <= 0) return 'lagging';
  return row.count === undefined || last.count === undefined ? 'lagging' : 'other';
};

/** Whether an entry was seen in this or a later state. */
export const isUnchanged = ({known}: Memory, row: Row): boolean => {
  const last = known.get(row.id);
  const relation = last && compare(last, row);
  return relation === 'same' || relation === 'lagging';
};

/** Compares a scan with the memory. Each new entry and each raise is reported by one scan only. */
export const reconcile = <T extends Row>(
  before: Memory | undefined,
  scan: Scan<T>,
  limits: FollowLimits,
): Changes<T> => {
  const restarted = before && restartOf(before, scan);
  const old = restarted ? undefined : before;
  const known = new Map(old?.known);
  const odd = new Set(old?.odd);
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
    const lagging = last !== undefined && compare(last, row) === 'lagging';
    known.set(row.id, lagging ? last : {count: row.count, log_time: row.log_time, text: textOf(row)});
  }
  const highest = scan.rows.reduce((most, {id}) => Math.max(most, id), old?.highest ?? Number.NEGATIVE_INFINITY);
  const startTime = old?.startTime ?? scan.rows.reduce((most, row) => Math.max(most, row.log_time), 0);
  const torn = scan.torn ? {rows: scan.rows.length, polls: (old?.torn?.polls ?? 0) + 1} : undefined;
  const tornGap = torn !== undefined && torn.polls >= MAX_TORN;
  const {counts, change} = pollCount(old?.counts, {...scan, arrived: old ? added.length : 0});
  const memory = {
    highest,
    startTime,
    complete: old?.complete ?? (scan.whole && scan.steady),
    floor: old?.floor ?? scan.covered,
    count: scan.count,
    order: scan.order,
    paging: scan.paging,
    pollsSinceSweep: scan.kind === 'poll' ? (old?.pollsSinceSweep ?? 0) + 1 : 0,
    counts,
    torn: tornGap ? undefined : torn,
  };
  const given = scan.odd.filter(row => {
    const key = oddKey(row);
    return !odd.has(key) && odd.add(key);
  });
  const remembered = new Set([...odd].slice(-MAX_ODD));
  return {
    memory: evict({...memory, odd: remembered, known}, known, limits.capacity),
    added,
    updated,
    restarted,
    odd: given,
    count: change,
    tornGap,
  };
};

/** Polls in a row whose pages could not be joined after which a gap is given. */
const MAX_TORN = 3;
/** Rows with odd fields remembered. */
const MAX_ODD = 1_000;

const oddKey = ({raw, reason}: InvalidRow<unknown>): string => `${reason} ${JSON.stringify(raw)}`;

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

/**
 * Whether the database was reset: all of the list, or its newest part, was read without any entry as it was last seen,
 * though there are entries with used ids that were not just raised.
 */
const restartOf = (before: Memory, {deep, rows}: Scan<Row>): Changes<Row>['restarted'] => {
  if (!deep || before.known.size === 0) return undefined;
  let suspects = 0;
  let certain = false;
  for (const row of rows) {
    if (isNew(before, row)) continue;
    const last = before.known.get(row.id);
    const relation = last === undefined ? 'unknown' : compare(last, row);
    if (relation === 'same') return undefined;
    const raised = relation === 'raised' && last !== undefined && riseOf(row, last) > 0;
    if (relation === 'lagging' || raised) continue;
    suspects++;
    certain ||= relation === 'other';
  }
  if (certain) return 'certain';
  const vanished = rows.every(({id}) => id < before.highest);
  return suspects > 0 && vanished ? 'likely' : undefined;
};
