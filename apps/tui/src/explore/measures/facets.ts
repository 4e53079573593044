import type {Client} from '@edge-console/client';
import {type AnyDimension, COUNT_DIMENSIONS, DIMENSIONS, type Dimension, dimensionsOf} from '../../logs/dimensions.ts';
import type {LogFilter} from '../../logs/filter.ts';
import {type Coverage, readSample, type SampledEntry, type SampleOptions} from '../sample/sample.ts';
import {createKeyTally, type Tally} from '../sample/tally.ts';
import {tallyIds} from './ids/tallies.ts';
import type {ValueRow} from './value-table.ts';

export interface FacetRow<D extends AnyDimension = AnyDimension> extends Tally {
  readonly dimension: D;
  /** The value is not sanitised. */
  readonly value: string;
  /** Id of a node or an application. */
  readonly id?: number | undefined;
  /** Set if only the commonest values are shown. `of` is the number of all values. */
  readonly cut?: {readonly shown: number; readonly of: number} | undefined;
  /** Set only by {@link readOverTime}. */
  readonly over?: OverTime | undefined;
}

interface OverTime extends Pick<ValueRow, 'kind'> {
  /** Numbers of entries per time slice, earliest first. */
  readonly counts: readonly number[];
  /** The highest of `counts`, and the start of its slice in Unix seconds. */
  readonly most: number;
  readonly mostAt: number;
}

const MAX_VALUES = 20_000;
export const TOP = 10;

export const createValueTallies = <D extends Dimension>(dimensions: readonly D[]) => {
  const tallies = new Map(dimensions.map(dimension => [dimension, createKeyTally<string>(MAX_VALUES)] as const));
  return {
    tallies,
    add({entry, page}: SampledEntry): void {
      for (const [name, value] of Object.entries(dimensionsOf(entry))) tallies.get(name as D)?.add(value, page);
    },
  };
};

const cutTo = <T>(shown: number, rows: readonly T[]): readonly (T & Pick<FacetRow, 'cut'>)[] => {
  const cut = rows.length <= shown ? undefined : {shown, of: rows.length};
  return rows.slice(0, shown).map(row => ({...row, cut}));
};

export const createFacets = () => {
  const {tallies, add} = createValueTallies(DIMENSIONS);
  return {
    add,
    rows: (coverage: Coverage, maxValues = TOP): readonly FacetRow<(typeof DIMENSIONS)[number]>[] =>
      [...tallies].flatMap(([dimension, tally]) =>
        cutTo(
          maxValues,
          [...tally.tallies(coverage)]
            .map(([value, counts]) => ({dimension, value, ...counts}))
            .toSorted((one, other) => other.count - one.count || (one.value < other.value ? -1 : 1)),
        ),
      ),
  };
};

export const readFacets = async (
  client: Client,
  filter: LogFilter,
  {top = TOP, ...reading}: SampleOptions & {readonly top?: number | undefined},
) => {
  const {add, rows} = createFacets();
  const coverage = await readSample(client, filter, {...reading, add});
  const counted: FacetRow[] = [];
  const notes: string[] = [];
  for (const by of COUNT_DIMENSIONS) {
    const {ids, note} = await tallyIds(client, filter, {...reading, by});
    counted.push(...cutTo(top, ids).map(each => ({dimension: by, ...each})));
    if (note !== undefined) notes.push(note);
  }
  const read = rows(coverage, top);
  const after = read.findLastIndex(({dimension}) => dimension === 'level') + 1;
  return {rows: [...read.slice(0, after), ...counted, ...read.slice(after)], coverage, notes};
};
