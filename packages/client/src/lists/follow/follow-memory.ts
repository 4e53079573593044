import type {Row} from '../seek.ts';
import type {FollowLimits, Scan} from './scan.ts';

interface LastSeen {
  readonly count: number | undefined;
  readonly log_time: number;
  readonly text: string;
}

/** What a follow loop remembers from one poll to the next. */
export interface Memory {
  /** Entries by id. The one that was read longest ago comes first. */
  readonly known: ReadonlyMap<number, LastSeen>;
  /** A row that is not in `known` is a new entry if its id is higher than this. */
  readonly floor: number;
  /** A row that is not in `known` is a new entry if it has this time or a later one. */
  readonly newSince: number;
  /** A row that is neither in `known` nor a new entry is an updated entry if its time is later than this. */
  readonly updatedAfter: number;
  readonly highest: number;
  readonly count: number | undefined;
  readonly pollsSinceSweep: number;
  /**
   * Time of the newest row that the last sweep read. A sweep is a poll that also reads earlier rows again, to find late
   * and updated rows.
   */
  readonly sweptAt: number;
  readonly mayMissRows: boolean;
  /** Keys of the last {@link MAX_INVALID} malformed rows that were reported. */
  readonly reportedInvalid: ReadonlySet<string>;
}

/**
 * `lagging`: an earlier state of a remembered entry, from a replica that lags. `other`: the id now belongs to another
 * entry. `old`: the entry is not remembered, and neither new nor updated.
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

const riseOf = (row: Pick<Row, 'count'>, last: Pick<Row, 'count'>): number =>
  row.count === undefined || last.count === undefined ? 0 : row.count - last.count;

const textOf = (row: Row): string => `${(row as {log?: unknown}).log ?? ''}`.slice(0, 200);

const NEWS: ReadonlySet<Relation> = new Set(['new', 'updated', 'other']);

export const isNews = (memory: Memory, row: Row): boolean => NEWS.has(relationOf(memory, row));

export const isSweepDue = (memory: Memory | undefined, {sweepEvery}: Pick<FollowLimits, 'sweepEvery'>): boolean =>
  memory === undefined || memory.pollsSinceSweep >= sweepEvery;

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
  const thresholds = forgetOldest(known, old ?? startOf(scan, from), limits.capacity);
  const isSweep = old === undefined || scan.isSweep;
  const next: Memory = {
    ...thresholds,
    known,
    pollsSinceSweep: isSweep ? 0 : old.pollsSinceSweep + 1,
    sweptAt: isSweep ? newestTime(scan.rows) : old.sweptAt,
    ...{count: scan.count, mayMissRows: scan.mayMissRows},
    highest: scan.rows.reduce((most, {id}) => Math.max(most, id), old?.highest ?? Number.NEGATIVE_INFINITY),
    reportedInvalid: new Set([...reported].slice(-MAX_INVALID)),
  };
  return {
    memory: next,
    /** Oldest row first. */
    ...{added, updated},
    ...{invalid, isRestarted},
    hasGap: scan.mayMissRows && !old?.mayMissRows,
  };
};

const MAX_INVALID = 1_000;

type Thresholds = Pick<Memory, 'floor' | 'updatedAfter' | 'newSince'>;

const startOf = ({rows, count, isWhole, highestId}: Scan<Row>, from: number): Thresholds => {
  const newest = newestTime(rows);
  return {
    floor: highestId,
    updatedAfter: newest,
    // If the first poll read the whole list, an entry that is later than all entries read is new, even if its id is
    // lower than `floor`. If some entries were not read, it may be an updated one.
    newSince: isWhole && rows.length === count ? Math.min(from, newest + 1) : from,
  };
};

const newestTime = (rows: readonly Row[]): number => rows.reduce((most, {log_time}) => Math.max(most, log_time), 0);

/** Removes the entries above `capacity`, and raises the thresholds so that these entries do not count as new. */
const forgetOldest = (known: Map<number, LastSeen>, thresholds: Thresholds, capacity: number): Thresholds => {
  let {floor, updatedAfter, newSince} = thresholds;
  for (const [id, {log_time}] of known) {
    if (known.size <= capacity) break;
    known.delete(id);
    floor = Math.max(floor, id);
    updatedAfter = Math.max(updatedAfter, log_time);
    newSince = Number.POSITIVE_INFINITY;
  }
  return {floor, updatedAfter, newSince};
};

/** Whether the database was reset, so that ids start over. False if neither `depth` rows nor all rows were read. */
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
