import type {CountedPart, TimeSlice} from '@edge-console/client/histogram';
import type {LevelParts} from '../../../../explore/measures/counts.ts';
import {isOpen} from '../../../../explore/measures/spans.ts';

/** A count of a past time range, which no longer changes. It includes entries at worse levels. */
interface KnownCount extends TimeSlice {
  readonly level: number;
  readonly count: number;
}

export type KnownCounts = ReadonlyMap<string, KnownCount>;

export const knownCounts = (counted: LevelParts, slices: readonly TimeSlice[], now: number): KnownCounts => {
  const known = new Map<string, KnownCount>();
  for (const [level, parts] of counted) {
    for (const {begin, end, count} of parts) {
      const [first, last] = [slices[begin], slices[end - 1]];
      if (first === undefined || last === undefined || isOpen(last, now)) continue;
      known.set(`${level} ${first.from} ${last.to}`, {level, count, from: first.from, to: last.to});
    }
  }
  return known;
};

/** Omits counts whose time range does not begin at the start of a slice or does not end at the end of a slice. */
export const knownParts =
  (known: KnownCounts, slices: readonly TimeSlice[]) =>
  (level: number): readonly CountedPart[] => {
    const begins = new Map(slices.map(({from}, at) => [from, at]));
    const ends = new Map(slices.map(({to}, at) => [to, at + 1]));
    return [...known.values()].flatMap(({level: of, from, to, count}) => {
      const [begin, end] = [begins.get(from), ends.get(to)];
      return of !== level || begin === undefined || end === undefined ? [] : [{begin, end, count}];
    });
  };
