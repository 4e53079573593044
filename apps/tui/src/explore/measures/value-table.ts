import type {Client} from '@edge-console/client';
import type {TimeSlice} from '@edge-console/client/histogram';
import {sum} from '../../format/number.ts';
import {type DIMENSIONS, dimensionsOf} from '../../logs/dimensions.ts';
import type {LogFilter} from '../../logs/filter.ts';
import {type Coverage, readSample, type SampleOptions} from '../sample/sample.ts';
import {createKeyTally, estimateOf, type Tally} from '../sample/tally.ts';

export type Cell = Pick<Tally, 'count' | 'plusMinus'>;

/** `other` is the row for all values without a row of their own. `none` is the row for entries without a value. */
export interface ValueRow extends Cell {
  readonly kind: 'value' | 'other' | 'none';
  /** The value is not sanitised. It is empty unless `kind` is `value`. */
  readonly value: string;
  readonly id?: number | undefined;
  readonly cells: readonly Cell[];
}

const MAX_VALUES = 20_000;
const MAX_CELLS = 200_000;

export interface ValueTableRequest extends SampleOptions {
  readonly slices: readonly TimeSlice[];
  /** Maximum number of rows of kind `value`. */
  readonly top: number;
}

/** Returns -1 outside the slices, which must be adjacent and sorted. */
export const sliceFinder = (slices: readonly TimeSlice[]): ((time: number) => number) => {
  const ends = slices.map(({to}) => to);
  const {from: first = Number.POSITIVE_INFINITY} = slices[0] ?? {};
  return time => (time < first ? -1 : ends.findIndex(end => time <= end));
};

export const readValueTable = async (
  client: Client,
  filter: LogFilter,
  {dimension, slices, top, ...reading}: ValueTableRequest & {readonly dimension: (typeof DIMENSIONS)[number]},
): Promise<{readonly rows: readonly ValueRow[]; readonly coverage: Coverage}> => {
  const values = createKeyTally<string>(MAX_VALUES);
  const cells = createKeyTally<string>(MAX_CELLS);
  const [all, none] = [createKeyTally<number>(), createKeyTally<number>()];
  const sliceOf = sliceFinder(slices);
  const coverage = await readSample(client, filter, {
    ...reading,
    add: ({entry, page}) => {
      const at = sliceOf(entry.log_time);
      if (at < 0) return;
      all.add(at, page);
      const value = dimensionsOf(entry)[dimension];
      if (value === undefined) return none.add(at, page);
      values.add(value, page);
      cells.add(`${at} ${value}`, page);
    },
  });
  const zero: Cell = estimateOf([], coverage);
  const [cellTallies, total, without] = [cells.tallies(coverage), all.tallies(coverage), none.tallies(coverage)];
  const ranked = [...values.tallies(coverage)].toSorted(
    ([one, {count}], [other, {count: others}]) => others - count || (one < other ? -1 : 1),
  );
  const valueRows = ranked.slice(0, top).map(([value, {count, plusMinus}]): ValueRow => {
    const own = slices.map((_, at): Cell => cellTallies.get(`${at} ${value}`) ?? zero);
    return {kind: 'value', value, count, plusMinus, cells: own};
  });
  const cellsOf = (counts: ReadonlyMap<number, Cell>) => slices.map((_, at): Cell => counts.get(at) ?? zero);
  const noneRows = without.size === 0 ? [] : [sumRow('none', cellsOf(without))];
  const otherRows = ranked.length <= top ? [] : [otherRow(cellsOf(total), [...valueRows, ...noneRows])];
  return {rows: [...valueRows, ...otherRows, ...noneRows], coverage};
};

const sumRow = (kind: ValueRow['kind'], cells: readonly Cell[]): ValueRow => ({
  kind,
  value: '',
  cells,
  ...sumOf(cells),
});

export const sumOf = (cells: readonly Cell[]): Cell => ({
  count: sum(cells.map(({count}) => count)),
  // The errors of the cells are independent, so the square of the total error is the sum of their squares.
  plusMinus: Math.round(Math.hypot(...cells.map(({plusMinus}) => plusMinus))),
});

export const otherRow = (totals: readonly Cell[], shown: readonly ValueRow[]): ValueRow =>
  sumRow(
    'other',
    totals.map(({count, plusMinus}, at) => ({
      count: Math.max(0, count - sum(shown.map(({cells}) => cells[at]?.count ?? 0))),
      plusMinus,
    })),
  );
