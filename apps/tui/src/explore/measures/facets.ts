import type {Coverage, SampledEntry} from '../sample/sample.ts';
import {createKeyTally, type Tally} from '../sample/tally.ts';
import {DIMENSIONS, type Dimension, dimensionsOf} from './dimensions.ts';

/** A value of a dimension, such as a client address, and the number of entries that have the value. */
export interface FacetRow extends Tally {
  readonly dimension: Dimension;
  /** Not sanitised. */
  readonly value: string;
}

/** Maximum number of values per dimension. Limits memory, because a log may have any number of clients. */
const MAX_VALUES = 20_000;

/** Creates counters for the values of each dimension. The entries themselves are not stored. */
export const createValueTallies = (dimensions: readonly Dimension[]) => {
  const tallies = new Map(dimensions.map(dimension => [dimension, createKeyTally<string>(MAX_VALUES)]));
  return {
    tallies,
    add({entry, page}: SampledEntry): void {
      for (const [name, value] of Object.entries(dimensionsOf(entry))) tallies.get(name as Dimension)?.add(value, page);
    },
  };
};

export const createFacets = () => {
  const {tallies, add} = createValueTallies(DIMENSIONS);
  return {
    add,
    /** Returns the most frequent values of each dimension. */
    rows: (coverage: Coverage, maxValues = 10): readonly FacetRow[] =>
      [...tallies].flatMap(([dimension, tally]) =>
        [...tally.tallies(coverage)]
          .map(([value, counts]): FacetRow => ({dimension, value, ...counts}))
          .toSorted((one, other) => other.count - one.count || (one.value < other.value ? -1 : 1))
          .slice(0, maxValues),
      ),
  };
};
