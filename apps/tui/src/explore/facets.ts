import {DIMENSIONS, type Dimension, dimensionsOf} from './dimensions.ts';
import {type LogSample, type Tally, tallyBy} from './sample.ts';

/** A value of a dimension, and how many entries have it. */
export interface FacetRow extends Tally {
  readonly dimension: Dimension;
  /** Not sanitised. */
  readonly value: string;
}

/** The commonest values of each dimension, at most `most` of each. */
export const facetsOf = (sample: LogSample, most = 10): readonly FacetRow[] => {
  const values = sample.entries.map(({entry}) => dimensionsOf(entry));
  return DIMENSIONS.flatMap(dimension => {
    const tallies = tallyBy(sample, (_, index) => {
      const value = values[index]?.[dimension];
      return value === undefined ? [] : [value];
    });
    return [...tallies]
      .map(([value, tally]): FacetRow => ({dimension, value, ...tally}))
      .toSorted((one, other) => other.count - one.count || (one.value < other.value ? -1 : 1))
      .slice(0, most);
  });
};
