import {createMiner} from '@edge-console/patterns';
import {sum} from '../../../format/number.ts';
import {type AnyDimension, type CountDimension, DIMENSIONS} from '../../../logs/dimensions.ts';
import {type Messages, noMessages} from '../../../logs/messages.ts';
import type {SampledEntry} from '../../sample/sample.ts';
import {createValueTallies} from '../facets.ts';
import type {IdTally} from '../ids/tallies.ts';
import {fisherP, LEVEL, type Part} from './exact-tests.ts';

export interface ChangeRow {
  readonly dimension: AnyDimension;
  /** The value is not sanitised. */
  readonly value: string;
  /** Id of a node or an application. */
  readonly id?: number | undefined;
  /**
   * Share of the baseline's entries that have the value, 0 to 1. `now` is the share in the entries that are compared
   * with the baseline.
   */
  readonly before: number;
  readonly now: number;
  readonly difference: number;
  /** Significance of `difference`: the log-likelihood ratio (Dunning, 1993) divided by the {@link designEffect}. */
  readonly g2: number;
  readonly kind: 'new' | 'gone' | 'grown' | 'shrunk';
}

/** Chi-squared value that is exceeded with probability {@link LEVEL} (one degree of freedom). */
export const SIGNIFICANT = 10.83;

export const createComparison = ({find}: Pick<Messages, 'find'> = noMessages) => {
  const miner = createMiner({messages: find});
  const side = () => {
    const sizes = new Map<number, number>();
    const {tallies, add: addValues} = createValueTallies([...DIMENSIONS, 'pattern']);
    const add = (sampled: SampledEntry): void => {
      const {entry, page} = sampled;
      sizes.set(page, (sizes.get(page) ?? 0) + 1);
      addValues(sampled);
      tallies.get('pattern')?.add(miner.add(entry.log), page);
    };
    return {sizes, tallies, add};
  };
  const [now, then] = [side(), side()];
  // The miner drops rare patterns. Their text is empty, and `rows` omits them.
  const templateOf = (id: string): string => miner.pattern(id)?.template ?? '';
  return {
    now,
    then,
    rows(): readonly ChangeRow[] {
      const rows = [...now.tallies.keys()].flatMap(dimension => {
        const as = dimension === 'pattern' ? templateOf : undefined;
        const [after, before] = [now, then].map(({tallies}) => tallies.get(dimension)?.parts(as) ?? new Map());
        const values = new Set<string>([...(after?.keys() ?? []), ...(before?.keys() ?? [])]);
        values.delete('');
        return [...values].flatMap(value =>
          changeOf({dimension, value}, [
            {counts: after?.get(value) ?? new Map(), sizes: now.sizes},
            {counts: before?.get(value) ?? new Map(), sizes: then.sizes},
          ]),
        );
      });
      return rankedChanges(rows);
    },
  };
};

export const rankedChanges = (rows: readonly ChangeRow[]): readonly ChangeRow[] =>
  rows.toSorted(
    (one, other) =>
      Math.abs(other.difference) - Math.abs(one.difference) || other.g2 - one.g2 || (one.value < other.value ? -1 : 1),
  );

/** The gateway counts so many entries that even tiny differences exceed {@link SIGNIFICANT}. */
const MIN_COUNTED_DIFFERENCE = 0.01;

export const countedChanges = (
  dimension: CountDimension,
  [after, before]: readonly [readonly IdTally[], readonly IdTally[]],
): readonly ChangeRow[] => {
  const partOf = (ids: readonly IdTally[], id: number): Part => [
    ids.find(each => each.id === id)?.rows ?? 0,
    sum(ids.map(({rows}) => rows)),
  ];
  const texts = new Map([...before, ...after].map(({id, value}) => [id, value]));
  return [...texts].flatMap(([id, value]): ChangeRow[] => {
    const parts = [partOf(after, id), partOf(before, id)] as const;
    const rows = significant(parts, {dimension, value, id, g2: likelihoodRatio(...parts)});
    return rows.filter(({difference}) => Math.abs(difference) >= MIN_COUNTED_DIFFERENCE);
  });
};

const changeOf = (
  {dimension, value}: Pick<ChangeRow, 'dimension' | 'value'>,
  [after, before]: readonly [Clustered, Clustered],
): readonly ChangeRow[] => {
  const parts = [after, before].map(({counts, sizes}): Part => [sum(counts.values()), sum(sizes.values())]) as [
    Part,
    Part,
  ];
  const g2 = likelihoodRatio(...parts) / designEffect(after, before);
  return significant(parts, {dimension, value, g2});
};

/** Returns the row of a value, or none if chance explains the difference of its shares. */
const significant = (
  [ours, theirs]: readonly [Part, Part],
  row: Pick<ChangeRow, 'dimension' | 'value' | 'id' | 'g2'>,
): readonly ChangeRow[] => {
  if (row.g2 < SIGNIFICANT || fisherP(ours, theirs) > LEVEL) return [];
  const shareOf = ([count, of]: Part): number => (of === 0 ? 0 : count / of);
  const [now, before] = [shareOf(ours), shareOf(theirs)];
  const kind = theirs[0] === 0 ? 'new' : ours[0] === 0 ? 'gone' : now >= before ? 'grown' : 'shrunk';
  return [{...row, before, now, difference: now - before, kind}];
};

/**
 * Number of entries with a value (`counts`) and number of all entries (`sizes`) by page of the log, because entries on
 * one page are not statistically independent.
 */
interface Clustered {
  readonly counts: ReadonlyMap<number, number>;
  readonly sizes: ReadonlyMap<number, number>;
}

/** Variance of a share, with pages as clusters (Cochran, 1977, 3.33) and with independent entries. */
const variancesOf = ({counts, sizes}: Clustered): {readonly clustered: number; readonly single: number} => {
  const all = sum(sizes.values());
  if (all === 0) return {clustered: 0, single: 0};
  const share = sum(counts.values()) / all;
  const squares = sum([...sizes].map(([page, size]) => ((counts.get(page) ?? 0) - share * size) ** 2));
  return {clustered: squares / all ** 2, single: (share * (1 - share)) / all};
};

// Returns the design effect (Kish, 1965), by which `g2` is divided (Rao and Scott, 1984). Entries on the same page are
// alike, so 30 entries of a client on one page must not count as 30 events.
const designEffect = (now: Clustered, then: Clustered): number => {
  const [after, before] = [variancesOf(now), variancesOf(then)];
  const single = after.single + before.single;
  return single === 0 ? 1 : Math.max(1, (after.clustered + before.clustered) / single);
};

export const likelihoodRatio = ([one, oneOf]: Part, [other, otherOf]: Part): number => {
  const all = oneOf + otherOf;
  const cells: readonly [number, number, number][] = [
    [one, oneOf, one + other],
    [other, otherOf, one + other],
    [oneOf - one, oneOf, all - one - other],
    [otherOf - other, otherOf, all - one - other],
  ];
  return sum(cells.map(([seen, row, column]) => (seen === 0 ? 0 : 2 * seen * Math.log((seen * all) / (row * column)))));
};
