import type {NewErrorLog} from '@edge-console/server/store';
import {type Kysely, sql} from 'kysely';
import type {Tables} from '../../tables.ts';
import type {ColumnType, Engine} from '../engine.ts';

/** A length of time, such as a day, for which counts of entries are stored. */
export interface Grain {
  /** Seconds. */
  readonly size: number;
  /**
   * Value of the column `grain` in rows that count the entries of one application. Undefined if no rows count them for
   * this length of time.
   */
  readonly perApp?: number;
  /** Value of the column `grain` in counts of all applications. */
  readonly allApps: number;
}

export const DAY: Grain = {size: 86_400, perApp: 0, allApps: 1};

/**
 * Longest first. Spans of ten minutes have no counts per application, because the entries of one application in less
 * than an hour are few and can be counted one by one.
 */
export const GRAINS: readonly Grain[] = [
  {size: 30 * DAY.size, perApp: 5, allApps: 6},
  DAY,
  {size: 3600, perApp: 2, allApps: 3},
  {size: 600, allApps: 4},
];

/** `app_id` of counts of all applications. The column `grain` distinguishes them from those of application 0. */
export const ALL_APPS = 0;

/** Unix seconds: `start` is inclusive, `end` exclusive. */
export interface Period {
  readonly start: number;
  readonly end: number;
}

export interface Slice extends Period {
  /** If undefined, the entries of the period must be counted one by one. */
  readonly grain: Grain | undefined;
}

/**
 * Splits a period into slices, newest first: whole periods of the first grain, and the rest by the finer grains.
 */
export const splitByGrains = ({start, end}: Period, [grain, ...finer]: readonly Grain[]): readonly Slice[] => {
  if (start >= end) return [];
  if (!grain) return [{grain, start, end}];
  const [first, last] = [Math.ceil(start / grain.size) * grain.size, Math.floor(end / grain.size) * grain.size];
  if (first >= last) return splitByGrains({start, end}, finer);
  return [
    ...splitByGrains({start: last, end}, finer),
    {grain, start: first, end: last},
    ...splitByGrains({start, end: first}, finer),
  ];
};

interface CountChange {
  readonly entry: Pick<NewErrorLog, 'log_time' | 'node_type' | 'node_id' | 'level' | 'app_id'>;
  readonly delta: 1 | -1;
}

const COLUMNS = ['grain', 'app_id', 'start', 'node_type', 'node_id', 'level', 'entries'] as const;
const TYPES: readonly ColumnType[] = ['integer', 'bigint', 'bigint', 'bigint', 'bigint', 'integer', 'bigint'];

/** Must run in the transaction that changes the entries. */
export const updateRollup = async (
  db: Kysely<Tables>,
  engine: Engine,
  changes: Iterable<CountChange>,
): Promise<void> => {
  const rows = rollupRows(changes);
  if (rows.length === 0) return;
  const columns = sql.join(COLUMNS.map(column => sql.ref(column)));
  await sql`insert into error_log_counts (${columns}) ${engine.rows(TYPES, rows)}
    on conflict (grain, app_id, start, node_type, node_id, level)
    do update set entries = error_log_counts.entries + excluded.entries`.execute(db);
};

/** Sorted by key, because locking rows in a fixed order avoids deadlocks. */
const rollupRows = (changes: Iterable<CountChange>): readonly (readonly number[])[] => {
  const groups = new Map<string, number[]>();
  for (const {entry, delta} of changes) {
    for (const {size, perApp, allApps} of GRAINS) {
      const start = Math.floor(entry.log_time / size) * size;
      const add = (grain: number, app: number) => {
        const key = [grain, app, start, entry.node_type, entry.node_id, entry.level];
        const name = key.join();
        const group = groups.get(name);
        if (group) group[key.length] = (group[key.length] ?? 0) + delta;
        else groups.set(name, [...key, delta]);
      };
      add(allApps, ALL_APPS);
      if (perApp !== undefined) add(perApp, entry.app_id);
    }
  }
  return [...groups.values()].filter(row => row.at(-1) !== 0).sort(compareRows);
};

const compareRows = (a: readonly number[], b: readonly number[]): number => {
  const at = a.findIndex((value, index) => value !== b[index]);
  return at < 0 ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
};
