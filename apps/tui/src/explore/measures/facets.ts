import type {Coverage, SampledEntry} from '../sample/sample.ts';
import {createKeyTally, type Tally} from '../sample/tally.ts';
import {DIMENSIONS, type Dimension} from './dimension-names.ts';
import {dimensionsOf} from './dimensions.ts';

export interface FacetRow extends Tally {
  readonly dimension: Dimension;
  /** Not sanitised: may contain control characters. */
  readonly value: string;
}

/** Maximum number of values per dimension. Limits memory: the number of clients in a log is unbounded. */
const MAX_VALUES = 20_000;

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
    rows: (coverage: Coverage, maxValues = 10): readonly FacetRow[] =>
      [...tallies].flatMap(([dimension, tally]) =>
        [...tally.tallies(coverage)]
          .map(([value, counts]): FacetRow => ({dimension, value, ...counts}))
          .toSorted((one, other) => other.count - one.count || (one.value < other.value ? -1 : 1))
          .slice(0, maxValues),
      ),
  };
};
