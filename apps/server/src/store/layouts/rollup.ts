import {ALL_APPS, GRAINS} from '../sql/rollup.ts';

/** Fills an empty rollup from all entries. `startOf` words the start of the span of so many seconds of an entry. */
export const rollupOfAll = (startOf: (seconds: number) => string): readonly string[] =>
  Object.values(GRAINS).flatMap(({size, one, all}) => [
    `insert into error_log_rollup (grain, app_id, start, node_type, node_id, level, entries)
      select ${one}, app_id, ${startOf(size)}, node_type, node_id, level, count(*) from error_log group by 1, 2, 3, 4, 5, 6`,
    `insert into error_log_rollup (grain, app_id, start, node_type, node_id, level, entries)
      select ${all}, ${ALL_APPS}, start, node_type, node_id, level, sum(entries) from error_log_rollup
      where grain = ${one} group by 3, 4, 5, 6`,
  ]);
