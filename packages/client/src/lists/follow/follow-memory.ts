import type {Row} from '../seek.ts';
import type {FollowLimits, Scan} from './scan.ts';

interface LastSeen {
  readonly count: number | undefined;
  readonly log_time: number;
  /**
   * Start of the log text. If another text has the same id and `count` has not risen, the id now belongs to another
   * entry.
   */
  readonly text: string;
}

/**
 * What a follow loop remembers from one poll to the next. It remembers at most {@link FollowLimits.capacity} entries.
 */
export interface Memory {
  /** The remembered entries by id. The entry that was read longest ago comes first. */
  readonly known: ReadonlyMap<number, LastSeen>;
  /**
   * Highest id in the list at the first poll. A row whose id is not in `known` is a new entry if its id is higher than
   * this.
   */
  readonly floor: number;
  /** A row whose id is not remembered and not above `floor` is a new entry if it has this time or a later one. */
  readonly newSince: number;
  /** A row that is neither remembered nor new is an updated entry if its time is later than this. */
  readonly updatedAfter: number;
  /** Highest id read so far. */
  readonly highest: number;
  readonly count: number | undefined;
  /** Number of polls since the last sweep. A sweep is a poll that reads the newest `depth` rows again. */
  readonly pollsSinceSweep: number;
  /** Time of the newest row that the last sweep read. */
  readonly sweptAt: number;
  readonly mayMissRows: boolean;
  /** Keys of the malformed rows that were reported, at most the last 1,000. */
  readonly reportedInvalid: ReadonlySet<string>;
}

/**
 * Relation of a row to the remembered entry with the same id. `lagging`: an earlier state of the entry, from a replica
 * that lags. `other`: the id now belongs to another entry. `old`: no entry is remembered, but the row is neither new
 * nor updated.
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

const riseOf = (row: {readonly count?: number | undefined}, last: {readonly count?: number | undefined}): number =>
  row.count === undefined || last.count === undefined ? 0 : row.count - last.count;

const textOf = (row: Row): string => `${(row as {log?: unknown}).log ?? ''}`.slice(0, 200);

const NEWS: ReadonlySet<Relation> = new Set(['new', 'updated', 'other']);

export const isNews = (memory: Memory, row: Row): boolean => NEWS.has(relationOf(memory, row));

export const isSweepDue = (memory: Memory | undefined, {sweepEvery}: Pick<FollowLimits, 'sweepEvery'>): boolean =>
  memory === undefined || memory.pollsSinceSweep >= sweepEvery;

/**
 * Compares the rows that a poll read with the remembered entries. Returns the changes that were not returned before,
 * and the memory for the next poll.
 */
export const reconcile = <T extends Row>(memory: Memory | undefined, scan: Scan<T>, limits: FollowLimits) => {
  const isRestarted = memory !== undefined && isRestart(memory, scan, limits);
  const old = isRestarted ? undefined : memory;
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
  const isSweep = old === undefined || scan.isSweep;
  const next: Memory = {
    ...{known, floor, updatedAfter, newSince},
    pollsSinceSweep: isSweep ? 0 : old.pollsSinceSweep + 1,
    sweptAt: isSweep ? newestTime(scan.rows) : old.sweptAt,
    ...{count: scan.count, mayMissRows: scan.mayMissRows},
    highest: scan.rows.reduce((most, {id}) => Math.max(most, id), old?.highest ?? Number.NEGATIVE_INFINITY),
    reportedInvalid: new Set([...reported].slice(-MAX_INVALID)),
  };
  return {
    memory: evict(next, known, limits.capacity),
    /**
     * `added`: rows of new entries. `updated`: rows whose count or time has risen. Both lists have the oldest row
     * first.
     */
    ...{added, updated},
    invalid,
    isRestarted,
    /** Whether to report that rows may be missing. False if the previous poll has already reported it. */
    hasGap: scan.mayMissRows && !old?.mayMissRows,
  };
};

const MAX_INVALID = 1_000;

/**
 * Returns the thresholds by which later polls recognise new and updated entries. If the first poll read the whole list,
 * a row with a later time than the newest row counts as new, even if its id is lower than `floor`.
 */
const startOf = ({rows, count, isWhole, highestId}: Scan<Row>, from: number) => {
  const newest = newestTime(rows);
  return {
    floor: highestId,
    updatedAfter: newest,
    newSince: isWhole && rows.length === count ? Math.min(from, newest + 1) : from,
  };
};

const newestTime = (rows: readonly Row[]): number => rows.reduce((most, {log_time}) => Math.max(most, log_time), 0);

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
 * Whether the database was reset, so that its ids start over. A poll can detect this only if it read the whole list or
 * at least `depth` rows, and if none of these rows is unchanged.
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
