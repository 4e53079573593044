import type {InvalidRow} from '@edge-console/schema';
import {type ListOrder, type Row, riseOf} from '../order.ts';
import type {Paging} from '../walk/traversal-state.ts';
import {type CountChange, type CountState, pollCount} from './count.ts';

/** An entry as last seen. */
interface LastSeen {
  readonly count: number | undefined;
  readonly log_time: number;
  /** Start of the log text: after a reset of the database, shows that another entry has the same id. */
  readonly text: string;
}

/** State kept between two polls; bounded by {@link FollowLimits.capacity}. */
export interface Memory {
  /** By id; the entry that was not seen for the longest time is first. */
  readonly known: ReadonlyMap<number, LastSeen>;
  /** `known` has every entry that was ever in the list: an unknown entry with `startTime` or later is new. */
  readonly complete: boolean;
  /** An unknown entry with a higher id is new. One with a lower id is taken to be old, unless `complete`. */
  readonly floor: number;
  /** Highest id seen. */
  readonly highest: number;
  /** Highest `log_time` at the start, in Unix seconds. */
  readonly startTime: number;
  readonly count: number | undefined;
  readonly order: ListOrder | undefined;
  readonly paging: Paging;
  readonly pollsSinceSweep: number;
  /** Undefined if the gateway gives no count. */
  readonly counts: CountState | undefined;
  /**
   * Set if the last scan could not join its pages. `rows`: rows that it read; the next one reads as many more. `polls`:
   * such scans in a row.
   */
  readonly unjoinedPages: {readonly rows: number; readonly polls: number} | undefined;
  /** Keys of the malformed rows reported last. */
  readonly reportedInvalid: ReadonlySet<string>;
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
  /** Least and greatest possible count at the moment at which the rows were read. */
  readonly counted: {readonly least: number; readonly most: number} | undefined;
  readonly order: ListOrder | undefined;
  readonly paging: Paging;
  /** Malformed rows of all pages; a row may be in it more than once. */
  readonly invalid: readonly InvalidRow<T>[];
  /** At the first scan: unknown entries with ids up to this one are old. */
  readonly highestOldId: number;
  /** The list was read to its end, and at least as many rows were read as the last count says. */
  readonly whole: boolean;
  /** The list did not change during the scan. */
  readonly steady: boolean;
  /** `initial`: the first scan. `sweep`: reads `depth` entries. `poll`: reads up to the first known entries. */
  readonly kind: 'initial' | 'poll' | 'sweep';
  /** Enough was read to recognise a reset: the whole list, or the newest {@link FollowLimits.depth} entries. */
  readonly readEnough: boolean;
  /** Entries may have been missed between pages: pages could not be joined, or the request limit was reached. */
  readonly hasUnjoinedPages: boolean;
  /** The count rose and fell several times during the scan. */
  readonly jitters: boolean;
}

export interface Changes<T extends Row> {
  readonly memory: Memory;
  /** Oldest first. */
  readonly added: readonly T[];
  readonly updated: readonly T[];
  /** Malformed rows that were not reported before. */
  readonly invalid: readonly InvalidRow<T>[];
  /** The gateway has a new list with ids that start over. `likely`: no entry proves it. */
  readonly restarted: 'certain' | 'likely' | undefined;
  readonly count: CountChange | undefined;
  /** An unknown number of entries may have been missed. */
  readonly hasUnknownGap: boolean;
}

const textOf = (row: Row): string => `${(row as {log?: unknown}).log ?? ''}`.slice(0, 200);

export const isNew = ({known, complete, floor, startTime}: Memory, {id, log_time}: Row): boolean =>
  !known.has(id) && (id > floor || (complete && log_time >= startTime));

/**
 * How a row compares with the last state of the known entry with its id. `lagging`: an earlier state, from a replica.
 * `other`: neither an earlier nor a later state, so another entry has the id now.
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
  const reported = new Set(old?.reportedInvalid);
  const lastRecognised = old === undefined || scan.order === 'mixed' ? -1 : lastRecognisedIndex(old, scan);
  const raisedAfter = scan.order === 'mixed' ? Number.POSITIVE_INFINITY : (old?.startTime ?? 0);
  const added: T[] = [];
  const updated: T[] = [];
  for (const [at, row] of [...scan.rows.entries()].reverse()) {
    const last = known.get(row.id);
    if (old === undefined) {
      if (restarted || row.log_time >= (limits.from ?? Number.POSITIVE_INFINITY)) added.push(row);
    } else if (isNew(old, row)) added.push(row);
    // An unknown old entry was raised if a known or new one is below it and the list did not change during the scan.
    // Otherwise it may have moved up because others were removed: then only a time after the start shows a raise.
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
  const unjoined = scan.hasUnjoinedPages
    ? {rows: scan.rows.length, polls: (old?.unjoinedPages?.polls ?? 0) + 1}
    : undefined;
  const hasUnknownGap = unjoined !== undefined && unjoined.polls >= MAX_UNJOINED;
  const {counts, change} = pollCount(old?.counts, {...scan, arrived: old ? added.length : 0});
  const memory = {
    highest,
    startTime,
    complete: old?.complete ?? (scan.whole && scan.steady),
    floor: old?.floor ?? scan.highestOldId,
    count: scan.count,
    order: scan.order,
    paging: scan.paging,
    pollsSinceSweep: scan.kind === 'poll' ? (old?.pollsSinceSweep ?? 0) + 1 : 0,
    counts,
    unjoinedPages: hasUnknownGap ? undefined : unjoined,
  };
  const invalid = scan.invalid.filter(row => {
    const key = invalidKey(row);
    return !reported.has(key) && reported.add(key);
  });
  const reportedInvalid = new Set([...reported].slice(-MAX_INVALID));
  return {
    memory: evict({...memory, reportedInvalid, known}, known, limits.capacity),
    added,
    updated,
    restarted,
    invalid,
    count: change,
    hasUnknownGap,
  };
};

/** After so many polls in a row whose pages could not be joined, a gap is reported. */
const MAX_UNJOINED = 3;
/** Malformed rows remembered. */
const MAX_INVALID = 1_000;

const invalidKey = ({raw, reason}: InvalidRow<unknown>): string => `${reason} ${JSON.stringify(raw)}`;

/** Index of the last row that is known or new. Without such a row: the length if the whole list was read, else -1. */
const lastRecognisedIndex = (before: Memory, {rows, whole}: Scan<Row>): number => {
  const at = rows.findLastIndex(row => before.known.has(row.id) || isNew(before, row));
  return at === -1 && whole ? rows.length : at;
};

/** Drops entries above the capacity: those that were not seen for the longest time. */
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
 * Whether the database was reset. It was if enough of the list was read, no entry is as it was last seen, and there are
 * entries with ids of the former list that are neither a raised nor an earlier state of the former entry.
 */
const restartOf = (before: Memory, {readEnough, rows}: Scan<Row>): Changes<Row>['restarted'] => {
  if (!readEnough || before.known.size === 0) return undefined;
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
