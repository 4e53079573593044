import {type Kysely, sql} from 'kysely';
import type {NewErrorLog} from '../store.ts';
import type {Tables} from '../tables.ts';
import type {ColumnType, Engine} from './engine.ts';
import type {Grain} from './pieces.ts';

export const DAY: Grain = {size: 86_400, one: 0, all: 1};

/**
 * How many entries each thirty days, day, hour and ten minutes have, by node and level: for each application, and for
 * all of them together, because with hundreds of applications most counts read a hundredth of the rows for it. Coarsest
 * first.
 */
export const GRAINS: readonly Grain[] = [
  {size: 30 * DAY.size, one: 5, all: 6},
  DAY,
  {size: 3600, one: 2, all: 3},
  {size: 600, all: 4},
];

/** `app_id` of rows that stand for all applications. Their grain tells them from an application of that id. */
export const ALL_APPS = 0;

export type Counted = Pick<NewErrorLog, 'log_time' | 'node_type' | 'node_id' | 'level' | 'app_id'>;
/** Entries that came (1) or went (-1). */
export interface Change {
  readonly entry: Counted;
  readonly by: 1 | -1;
}

const COLUMNS = ['grain', 'app_id', 'start', 'node_type', 'node_id', 'level', 'entries'] as const;
const TYPES: readonly ColumnType[] = ['integer', 'bigint', 'bigint', 'bigint', 'bigint', 'integer', 'bigint'];

/** Keeps the rollup exact; belongs into the transaction that changes the entries themselves. */
export const rollUp = async (db: Kysely<Tables>, engine: Engine, changes: Iterable<Change>): Promise<void> => {
  const rows = tally(changes);
  if (rows.length === 0) return;
  const columns = sql.join(COLUMNS.map(column => sql.ref(column)));
  await sql`insert into error_log_counts (${columns}) ${engine.rows(TYPES, rows)}
    on conflict (grain, app_id, start, node_type, node_id, level)
    do update set entries = error_log_counts.entries + excluded.entries`.execute(db);
};

/** One row for each group, in the order of the key: who locks rows in one order never waits in a circle. */
const tally = (changes: Iterable<Change>): readonly (readonly number[])[] => {
  const groups = new Map<string, number[]>();
  for (const {entry, by} of changes) {
    for (const {size, one, all} of GRAINS) {
      const start = Math.floor(entry.log_time / size) * size;
      const add = (grain: number, app: number) => {
        const key = [grain, app, start, entry.node_type, entry.node_id, entry.level];
        const name = key.join();
        const group = groups.get(name);
        if (group) group[key.length] = (group[key.length] ?? 0) + by;
        else groups.set(name, [...key, by]);
      };
      add(all, ALL_APPS);
      if (one !== undefined) add(one, entry.app_id);
    }
  }
  return [...groups.values()].filter(row => row.at(-1) !== 0).sort(byKey);
};

const byKey = (a: readonly number[], b: readonly number[]): number => {
  const at = a.findIndex((value, index) => value !== b[index]);
  return at < 0 ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
};
