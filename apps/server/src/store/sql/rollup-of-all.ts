import {ALL_APPS, DAY, GRAINS} from './rollup.ts';

/** Fills an empty rollup from all entries, but for months. `startOf` words the start of the span of so many seconds of an entry. */
export const rollupOfAll = (table: string, startOf: (seconds: number) => string): readonly string[] =>
  GRAINS.filter(({size}) => size <= DAY.size).flatMap(({size, one, all}) => [
    fill(table, {grain: all, app: String(ALL_APPS), start: startOf(size)}),
    ...(one === undefined ? [] : [fill(table, {grain: one, app: 'app_id', start: startOf(size)})]),
  ]);

const fill = (table: string, {grain, app, start}: {grain: number; app: string; start: string}): string =>
  `insert into ${table} (grain, app_id, start, node_type, node_id, level, entries)
    select ${grain}, ${app}, ${start}, node_type, node_id, level, count(*) from error_log group by 1, 2, 3, 4, 5, 6`;

/**
 * Adds the spans of thirty days to a rollup that has none. With them it got another name, so that a server of an older
 * version that still runs fails to add entries, instead of leaving them out there.
 */
export const MONTHS: readonly string[] = [
  'alter table error_log_rollup rename to error_log_counts',
  `insert into error_log_counts (grain, app_id, start, node_type, node_id, level, entries)
    select grain + 5, app_id, cast(floor(start / 2592000.0) as bigint) * 2592000, node_type, node_id, level, sum(entries)
    from error_log_counts where grain in (0, 1) group by 1, 2, 3, 4, 5, 6`,
];
