import type {Client} from '@edge-console/client';
import {slicesOf, type TimeSlice} from '@edge-console/client/histogram';
import {plural, sum} from '../../format/number.ts';
import {duration} from '../../format/time.ts';
import {type AnyDimension, COUNT_DIMENSIONS, DIMENSIONS} from '../../logs/dimensions.ts';
import {hasConditions, type LogFilter} from '../../logs/filter.ts';
import {coverageText, type SampleOptions} from '../sample/sample.ts';
import {type FacetRow, TOP} from './facets.ts';
import {readIdTable} from './ids/id-table.ts';
import {REASONS} from './ids/tallies.ts';
import {clippedTo, wholeOf} from './spans.ts';
import {readValueTable, type ValueRow} from './value-table.ts';

export const MAX_SLICES = 24;

/** Default range: the last 24 hours. `about` is a text such as `exact; 24 slices of 15m`. */
export const readOverTime = async (
  client: Client,
  filter: LogFilter,
  {dimension, now, ...reading}: SampleOptions & {readonly dimension: AnyDimension; readonly now: number},
) => {
  const range = wholeOf(filter.range, now);
  const slices = slicesOf(range, MAX_SLICES).map(clippedTo(range));
  const request = {...reading, slices, top: TOP};
  const [first] = slices.slice(1);
  const each = first === undefined ? '' : ` of ${duration((first.to - first.from + 1) * 1000)}`;
  const about = (coverage: string): string => `${coverage}; ${plural(slices.length, 'slice')}${each}`;
  const by = COUNT_DIMENSIONS.find(name => name === dimension);
  if (by === undefined) {
    const carried = DIMENSIONS.find(name => name === dimension) ?? 'level';
    const {rows, coverage} = await readValueTable(client, {...filter, range}, {...request, dimension: carried});
    return {rows: facetRows(dimension, rows, slices), about: about(coverageText(coverage))};
  }
  const table = await readIdTable(client, {...filter, range}, {...request, by});
  if (typeof table === 'string') return {rows: [], about: `${by} not counted: ${REASONS[table]}`};
  const how = table.isExact ? 'exact' : 'samples';
  const unread =
    table.unknown === 0 || !hasConditions(filter) ? '' : `; ${plural(table.unknown, 'entry', 'entries')} not read`;
  return {rows: facetRows(dimension, table.rows, slices), about: about(`${how}${unread}`)};
};

const facetRows = (
  dimension: AnyDimension,
  rows: readonly ValueRow[],
  slices: readonly TimeSlice[],
): readonly FacetRow[] => {
  const total = sum(rows.map(({count}) => count));
  return rows.map(({kind, value, id, count, plusMinus, cells}) => {
    const counts = cells.map(cell => cell.count);
    const most = Math.max(0, ...counts);
    return {
      ...{dimension, value: kind === 'value' ? value : `(${kind})`, id, count, plusMinus},
      ...{rows: count, share: count / Math.max(1, total)},
      over: {kind, counts, most, mostAt: slices[counts.indexOf(most)]?.from ?? 0},
    };
  });
};
