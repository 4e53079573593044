import type {Coverage, SampledEntry} from '../sample/sample.ts';
import {createKeyTally, type Tally} from '../sample/tally.ts';
import {DIMENSIONS, type Dimension, dimensionsOf} from './dimensions.ts';

/** A value of a dimension, and how many entries have it. */
export interface FacetRow extends Tally {
  readonly dimension: Dimension;
  /** Not sanitised. */
  readonly value: string;
}

/** A limit of memory, since a log may have any number of clients. */
const MAX_VALUES = 20_000;

/** Counts the values of entries without storing the entries. */
export const createFacets = () => {
  const tallies = DIMENSIONS.map(dimension => ({dimension, tally: createKeyTally<string>(MAX_VALUES)}));
  let entries = 0;
  return {
    add({entry, page}: SampledEntry): void {
      entries++;
      const values = dimensionsOf(entry);
      for (const {dimension, tally} of tallies) {
        const value = values[dimension];
        if (value !== undefined) tally.add(value, page);
      }
    },
    /** Returns the commonest values of each dimension. */
    rows: (coverage: Coverage, maxValues = 10): readonly FacetRow[] =>
      tallies.flatMap(({dimension, tally}) =>
        [...tally.tallies({coverage, entries})]
          .map(([value, counts]): FacetRow => ({dimension, value, ...counts}))
          .toSorted((one, other) => other.count - one.count || (one.value < other.value ? -1 : 1))
          .slice(0, maxValues),
      ),
  };
};
