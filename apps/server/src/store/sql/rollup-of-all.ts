import {ALL_APPS, GRAINS} from './rollup.ts';

/** Fills an empty rollup from all entries. `startOf` words the start of the span of so many seconds of an entry. */
export const rollupOfAll = (startOf: (seconds: number) => string): readonly string[] =>
  GRAINS.flatMap(({size, one, all}) => [
    fill(all, String(ALL_APPS), startOf(size)),
    ...(one === undefined ? [] : [fill(one, 'app_id', startOf(size))]),
  ]);

const fill = (grain: number, app: string, start: string): string =>
  `insert into error_log_rollup (grain, app_id, start, node_type, node_id, level, entries)
    select ${grain}, ${app}, ${start}, node_type, node_id, level, count(*) from error_log group by 1, 2, 3, 4, 5, 6`;
