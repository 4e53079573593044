import type {Client} from '@edge-console/client';
import {countParts, sliceCounts, type TimeSlice} from '@edge-console/client/histogram';
import {hasConditions, type LogFilter, queryOf} from '../../logs/filter.ts';
import {readSample} from '../sample/sample.ts';
import {createKeyTally, estimateOf} from '../sample/tally.ts';
import {type CountedId, type CountedIds, countIds, idText, type Uncountable, withId} from './by-count.ts';
import type {CountDimension} from './dimension-names.ts';
import {type Cell, otherRow, sliceFinder, type ValueRow, type ValueTableRequest} from './value-table.ts';

export interface IdTable {
  readonly rows: readonly ValueRow[];
  /** Number of entries of nodes or applications whose id was not found. They are part of `other`, if it is counted. */
  readonly left: number;
  /** How the entries were counted: by the gateway, or by reading those of each id. */
  readonly way: 'counted' | 'read';
  readonly isExact: boolean;
}

type IdTableRequest = ValueTableRequest & {readonly by: CountDimension};

const FAR_SECONDS = 100 * 365 * 86_400;

/** Counts entries by node or application over time. Reads them if there are conditions, or times are ignored. */
export const readIdTable = async (
  client: Client,
  filter: LogFilter,
  request: IdTableRequest,
): Promise<IdTable | Uncountable> => {
  const {by, slices, top, signal} = request;
  const counted = await countIds(client, filter, {by, signal});
  if (typeof counted === 'string') return counted;
  if (hasConditions(filter) || !(await honoursTimes(client, filter, {slices, signal}))) {
    return readIds(client, filter, {...request, counted});
  }
  const cellsOf = (own: LogFilter, total: number) => countCells(client, own, {slices, total, signal});
  const totals = await cellsOf(filter, counted.total);
  const rows: ValueRow[] = [];
  for (const each of counted.ids.slice(0, top))
    rows.push(rowOf(each, await cellsOf(withId(filter, by, each.id), each.count)));
  const isOther = counted.ids.length > top || counted.left > 0;
  return {rows: isOther ? [...rows, otherRow(totals, rows)] : rows, left: counted.left, way: 'counted', isExact: true};
};

const rowOf = (id: CountedId, cells: readonly Cell[]): ValueRow => ({
  ...{kind: 'value', value: idText(id), cells},
  count: cells.reduce((sum, {count}) => sum + count, 0),
  plusMinus: Math.round(Math.hypot(...cells.map(({plusMinus}) => plusMinus))),
});

interface Slices {
  readonly slices: readonly TimeSlice[];
  readonly signal: AbortSignal;
}

const honoursTimes = async (client: Client, filter: LogFilter, {slices, signal}: Slices): Promise<boolean> => {
  const end = (slices.at(-1)?.to ?? 0) + FAR_SECONDS;
  return (await client.errorLogs.count(queryOf({...filter, range: {from: end, to: end}}), {signal})) === 0;
};

/** Counts the entries of each slice, by halving the range. Takes fewer requests where slices are empty. */
const countCells = async (
  client: Client,
  filter: LogFilter,
  {slices, total, signal}: Slices & {readonly total: number},
): Promise<readonly Cell[]> => {
  const count = (range: TimeSlice) => client.errorLogs.count(queryOf({...filter, range}), {signal});
  const from = [{begin: 0, end: slices.length, count: total}];
  const parts = await countParts(count, slices, {from});
  // Counts that contradict each other cannot be halved. Then each slice is counted alone, as a lower bound.
  if (parts !== undefined) return sliceCounts(parts, slices.length).map(each => ({count: each ?? 0, plusMinus: 0}));
  const cells: Cell[] = [];
  for (const slice of slices) cells.push({count: (await count(slice)) ?? 0, plusMinus: Number.POSITIVE_INFINITY});
  return cells;
};

/** Reads the entries of each id, since the gateway does not test conditions. */
const readIds = async (
  client: Client,
  filter: LogFilter,
  {by, slices, top, counted, ...reading}: IdTableRequest & {readonly counted: CountedIds},
): Promise<IdTable> => {
  const sliceOf = sliceFinder(slices);
  const rows: ValueRow[] = [];
  let isExact = true;
  // The most entries of all ids together are those of one table.
  const wholeUpTo = reading.wholeUpTo && Math.ceil(reading.wholeUpTo / Math.max(1, counted.ids.length));
  for (const each of counted.ids) {
    const tally = createKeyTally<number>();
    const coverage = await readSample(client, withId(filter, by, each.id), {
      ...{...reading, wholeUpTo},
      add: ({entry, page}) => tally.add(sliceOf(entry.log_time), page),
    });
    isExact &&= coverage.kind === 'all' && coverage.complete;
    const tallies = tally.tallies(coverage);
    const cells = slices.map((_, at): Cell => tallies.get(at) ?? estimateOf([], coverage));
    if (tallies.size > 0) rows.push(rowOf(each, cells));
  }
  const ranked = rows.toSorted((one, other) => other.count - one.count);
  const [shown, rest] = [ranked.slice(0, top), ranked.slice(top)];
  const totals = slices.map((_, at) => sumOf(ranked.map(({cells}) => cells[at])));
  return {
    rows: rest.length === 0 ? shown : [...shown, otherRow(totals, shown)],
    left: counted.left,
    way: 'read',
    isExact,
  };
};

const sumOf = (cells: readonly (Cell | undefined)[]): Cell => ({
  count: cells.reduce((sum, cell) => sum + (cell?.count ?? 0), 0),
  plusMinus: Math.round(Math.hypot(...cells.map(cell => cell?.plusMinus ?? 0))),
});
