import type {Client} from '@edge-console/client';
import {countParts, sliceCounts, type TimeSlice} from '@edge-console/client/histogram';
import type {CountDimension} from '../../../logs/dimensions.ts';
import {hasConditions, type LogFilter, queryOf} from '../../../logs/filter.ts';
import {isExact} from '../../sample/sample.ts';
import {estimateOf} from '../../sample/tally.ts';
import {type Cell, otherRow, sliceFinder, sumOf, type ValueRow, type ValueTableRequest} from '../value-table.ts';
import {type CountedId, type CountedIds, countIds, honoursTimes, idText, type Uncountable, withId} from './by-count.ts';
import {tallyEachId} from './read-ids.ts';

export interface IdTable {
  readonly rows: readonly ValueRow[];
  /** Number of entries of unknown nodes or applications. If `way` is `counted`, the row `other` includes them. */
  readonly unknown: number;
  readonly way: 'counted' | 'read';
  readonly isExact: boolean;
}

type IdTableRequest = ValueTableRequest & {readonly by: CountDimension};

/** If the filter has conditions or the gateway ignores time ranges, the console reads and counts the entries. */
export const readIdTable = async (
  client: Client,
  filter: LogFilter,
  request: IdTableRequest,
): Promise<IdTable | Uncountable> => {
  const {by, slices, top, signal} = request;
  const counted = await countIds(client, filter, {by, signal});
  if (typeof counted === 'string') return counted;
  if (hasConditions(filter) || !(await honoursTimes(client, filter, {after: slices.at(-1)?.to ?? 0, signal}))) {
    return readIds(client, filter, {...request, counted});
  }
  const cellsOf = (own: LogFilter, total: number) => countCells(client, own, {slices, total, signal});
  const totals = await cellsOf(filter, counted.total);
  const rows: ValueRow[] = [];
  for (const each of counted.ids.slice(0, top))
    rows.push(rowOf(each, await cellsOf(withId(filter, by, each.id), each.count)));
  const isOther = counted.ids.length > top || counted.unknown > 0;
  return {
    rows: isOther ? [...rows, otherRow(totals, rows)] : rows,
    unknown: counted.unknown,
    way: 'counted',
    isExact: true,
  };
};

const rowOf = (id: Pick<CountedId, 'id' | 'name'>, cells: readonly Cell[]): ValueRow => ({
  ...{kind: 'value', value: idText(id), id: id.id, cells},
  ...sumOf(cells),
});

const countCells = async (
  client: Client,
  filter: LogFilter,
  {slices, total, signal}: Pick<IdTableRequest, 'slices' | 'signal'> & {readonly total: number},
): Promise<readonly Cell[]> => {
  const count = (range: TimeSlice) => client.errorLogs.count(queryOf({...filter, range}), {signal});
  const from = [{begin: 0, end: slices.length, count: total}];
  const parts = await countParts(count, slices, {from});
  // `parts` is undefined if the gateway's counts contradict each other. The error of a slice's count is then unknown.
  if (parts !== undefined) return sliceCounts(parts, slices.length).map(each => ({count: each ?? 0, plusMinus: 0}));
  const cells: Cell[] = [];
  for (const slice of slices) cells.push({count: (await count(slice)) ?? 0, plusMinus: Number.POSITIVE_INFINITY});
  return cells;
};

const readIds = async (
  client: Client,
  filter: LogFilter,
  {slices, top, ...request}: IdTableRequest & {readonly counted: CountedIds},
): Promise<IdTable> => {
  const sliceOf = sliceFinder(slices);
  const tallied = await tallyEachId(client, filter, {...request, keyOf: ({log_time}) => sliceOf(log_time)});
  const rows = tallied
    .filter(({counts}) => counts.size > 0)
    .map(({counts, coverage, ...id}) => {
      const cells = slices.map((_, at) => counts.get(at) ?? estimateOf([], coverage));
      return rowOf(id, cells);
    });
  const ranked = rows.toSorted((one, other) => other.count - one.count);
  const [shown, rest] = [ranked.slice(0, top), ranked.slice(top)];
  const totals = slices.map((_, at) => sumOf(ranked.flatMap(({cells}) => cells[at] ?? [])));
  return {
    rows: rest.length === 0 ? shown : [...shown, otherRow(totals, shown)],
    unknown: request.counted.unknown,
    way: 'read',
    isExact: tallied.every(({coverage}) => isExact(coverage)),
  };
};
