import type {Row} from '../seek.ts';
import type {FollowLimits, Scan} from './scan.ts';

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
  /** An unknown entry with a higher id is new. */
  readonly floor: number;
  /** An unknown entry with this time or a later one is new, too. */
  readonly newSince: number;
  /** Any other unknown entry with a later time was updated. */
  readonly updatedAfter: number;
  /** Highest id seen. */
  readonly highest: number;
  readonly count: number | undefined;
  /** Number of the poll, from 0. */
  readonly poll: number;
  readonly lastSweep: number;
  /** Time of the newest row at the last sweep. */
  readonly sweptAt: number;
  readonly mayMissRows: boolean;
  /** Keys of the malformed rows reported last. */
  readonly reportedInvalid: ReadonlySet<string>;
}

/**
 * How a row compares with the last state of its entry. `old`: an entry from before the first poll, which did not read
 * it. `lagging`: an earlier state, from a replica. `other`: neither an earlier nor a later state, so another entry has
 * the id.
 */
type Relation = 'new' | 'old' | 'same' | 'updated' | 'lagging' | 'other';

const relationOf = ({known, floor, newSince, updatedAfter}: Memory, row: Row): Relation => {
  const last = known.get(row.id);
  if (last) return compare(last, row);
  if (row.id > floor || row.log_time >= newSince) return 'new';
  return row.log_time > updatedAfter ? 'updated' : 'old';
};

const compare = (last: LastSeen, row: Row): Relation => {
  const rise = riseOf(row, last);
  const later = row.log_time - last.log_time;
  const sameText = textOf(row) === last.text;
  if (rise === 0 && later === 0) return sameText ? 'same' : 'other';
  if (rise >= 0 && later >= 0) return sameText || rise > 0 ? 'updated' : 'other';
  if (rise < 0 && later <= 0) return 'lagging';
  return row.count === undefined || last.count === undefined ? 'lagging' : 'other';
};

/** By how much the occurrences rose between two states of a row; 0 if one has no count. */
const riseOf = (row: {readonly count?: number | undefined}, last: {readonly count?: number | undefined}): number =>
  row.count === undefined || last.count === undefined ? 0 : row.count - last.count;

const textOf = (row: Row): string => `${(row as {log?: unknown}).log ?? ''}`.slice(0, 200);

const NEWS: ReadonlySet<Relation> = new Set(['new', 'updated', 'other']);

/** Whether a row is to be reported. */
export const isNews = (memory: Memory, row: Row): boolean => NEWS.has(relationOf(memory, row));

export const isSweepDue = (memory: Memory | undefined, {sweepEvery}: FollowLimits): boolean =>
  memory === undefined || memory.poll - memory.lastSweep >= sweepEvery;

/** Compares a scan with the memory. Each new entry and each update is reported by one scan only. */
export const reconcile = <T extends Row>(memory: Memory | undefined, scan: Scan<T>, limits: FollowLimits) => {
  const isRestarted = memory !== undefined && isRestart(memory, scan, limits);
  const old = isRestarted ? undefined : memory;
  const poll = (old?.poll ?? -1) + 1;
  const from = isRestarted ? Number.NEGATIVE_INFINITY : (limits.from ?? Number.POSITIVE_INFINITY);
  const known = new Map(old?.known);
  const added: T[] = [];
  const updated: T[] = [];
  for (const row of scan.rows.toSorted((a, b) => a.log_time - b.log_time || a.id - b.id)) {
    const last = known.get(row.id);
    const relation = old ? relationOf(old, row) : row.log_time >= from ? 'new' : 'old';
    if (NEWS.has(relation)) (relation === 'new' ? added : updated).push(row);
    const state = {count: row.count, log_time: row.log_time, text: textOf(row)};
    known.delete(row.id);
    known.set(row.id, relation === 'lagging' && last ? last : state);
  }
  const reported = new Set(old?.reportedInvalid);
  const invalid = scan.invalid.filter(row => {
    const key = `${row.reason} ${JSON.stringify(row.raw)}`;
    return !reported.has(key) && reported.add(key);
  });
  const {floor, updatedAfter, newSince} = old ?? startOf(scan, from);
  const sweep = old === undefined || scan.isSweep ? {lastSweep: poll, sweptAt: newestTime(scan.rows)} : old;
  const next: Memory = {
    ...{known, floor, updatedAfter, newSince, poll},
    ...{lastSweep: sweep.lastSweep, sweptAt: sweep.sweptAt},
    ...{count: scan.count, mayMissRows: scan.mayMissRows},
    highest: scan.rows.reduce((most, {id}) => Math.max(most, id), old?.highest ?? Number.NEGATIVE_INFINITY),
    reportedInvalid: new Set([...reported].slice(-MAX_INVALID)),
  };
  return {
    memory: evict(next, known, limits.capacity),
    /** New rows, and those whose count or time rose; oldest first. */
    ...{added, updated},
    /** Malformed rows that were not reported before. */
    invalid,
    /** The gateway has a new list with ids that start over. */
    isRestarted,
    /** Rows may have been missed that no later poll reads. */
    hasGap: scan.mayMissRows && !old?.mayMissRows,
  };
};

/** Malformed rows remembered. */
const MAX_INVALID = 1_000;

/** Bounds that classify unknown entries. If the first poll read the whole list, later entries are new whatever their id. */
const startOf = ({rows, count, isWhole, highestId}: Scan<Row>, from: number) => {
  const newest = newestTime(rows);
  return {
    floor: highestId,
    updatedAfter: newest,
    newSince: isWhole && rows.length === count ? Math.min(from, newest + 1) : from,
  };
};

const newestTime = (rows: readonly Row[]): number => rows.reduce((most, {log_time}) => Math.max(most, log_time), 0);

/** Drops entries above the capacity: those that were not seen for the longest time. */
const evict = (memory: Memory, known: Map<number, LastSeen>, capacity: number): Memory => {
  let {floor, updatedAfter, newSince} = memory;
  for (const [id, {log_time}] of known) {
    if (known.size <= capacity) break;
    known.delete(id);
    floor = Math.max(floor, id);
    updatedAfter = Math.max(updatedAfter, log_time);
    newSince = Number.POSITIVE_INFINITY;
  }
  return {...memory, known, floor, updatedAfter, newSince};
};

/**
 * Whether the database was reset: enough of the list was read, no entry is as it was last seen, and there are entries
 * with ids of the former list that are neither an updated nor an earlier state of the former entry. Either such an id
 * belongs to another entry now, or the highest id is gone.
 */
const isRestart = (before: Memory, {rows, isWhole, mayMissRows}: Scan<Row>, {depth}: FollowLimits): boolean => {
  if (before.known.size === 0 || mayMissRows || (!isWhole && rows.length < depth)) return false;
  const relations = rows.map(row => {
    const last = before.known.get(row.id);
    const isCounted = last !== undefined && riseOf(row, last) > 0;
    const relation = relationOf(before, row);
    return relation === 'updated' && isCounted ? 'counted' : relation;
  });
  if (relations.includes('same')) return false;
  if (relations.includes('other')) return true;
  const hasSuspect = relations.some(relation => relation === 'updated' || relation === 'old');
  return hasSuspect && rows.every(({id}) => id < before.highest);
};
