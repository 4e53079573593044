import type {Client} from '@edge-console/client';
import type {TimeSlice} from '@edge-console/client/histogram';
import {createMiner} from '@edge-console/patterns';
import {count} from '../../format/number.ts';
import type {LogFilter} from '../../logs/filter.ts';
import {type Messages, noMessages} from '../../logs/messages.ts';
import {
  type Coverage,
  coverageText,
  readSample,
  type SampledEntry,
  type SampleRequest,
  totalOf,
} from '../sample/sample.ts';
import {DIMENSIONS, type Dimension} from './dimension-names.ts';
import {createValueTallies} from './facets.ts';
import {type Baseline, baselineOf, spanOf} from './spans.ts';

/** A value, such as a client address, whose share of the entries differs between two samples. */
export interface ChangeRow {
  readonly dimension: Dimension;
  /** Not sanitised: may contain control characters. */
  readonly value: string;
  /** Share of the entries with the value, 0 to 1: in the earlier time range, the later one, and the difference. */
  readonly before: number;
  readonly now: number;
  readonly difference: number;
  /** Significance of `difference`: the log-likelihood ratio (Dunning, 1993) divided by the {@link designEffect}. */
  readonly g2: number;
  readonly kind: 'new' | 'gone' | 'grown' | 'shrunk';
}

/** Values with a smaller `g2` are omitted. One value in 1,000 exceeds it by chance (chi-squared distribution). */
const SIGNIFICANT = 10.83;

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
  // The miner drops rare patterns. A dropped pattern has no template: it gets an empty one, which `rows` omits.
  const templateOf = (id: string): string => miner.pattern(id)?.template ?? '';
  return {
    now,
    then,
    /** Returns the values whose shares in `now` and `then` differ significantly, the largest difference first. */
    rows(): readonly ChangeRow[] {
      const rows = [...now.tallies.keys()].flatMap(dimension => {
        const as = dimension === 'pattern' ? templateOf : undefined;
        const [after, before] = [now, then].map(({tallies}) => tallies.get(dimension)?.parts(as) ?? new Map());
        const values = new Set<string>([...(after?.keys() ?? []), ...(before?.keys() ?? [])]);
        values.delete('');
        return [...values].map(value =>
          changeOf({dimension, value}, [
            {counts: after?.get(value) ?? new Map(), sizes: now.sizes},
            {counts: before?.get(value) ?? new Map(), sizes: then.sizes},
          ]),
        );
      });
      return rows
        .filter(({g2}) => g2 >= SIGNIFICANT)
        .toSorted(
          (one, other) =>
            Math.abs(other.difference) - Math.abs(one.difference) ||
            other.g2 - one.g2 ||
            (one.value < other.value ? -1 : 1),
        );
    },
  };
};

type Part = readonly [count: number, of: number];

const sum = (counts: Iterable<number>): number => [...counts].reduce((all, one) => all + one, 0);

const changeOf = (
  {dimension, value}: Pick<ChangeRow, 'dimension' | 'value'>,
  [after, before]: readonly [Clustered, Clustered],
): ChangeRow => {
  const [ours, theirs] = [after, before].map(
    ({counts, sizes}): Part => [sum(counts.values()), sum(sizes.values())],
  ) as [Part, Part];
  const shareOf = ([count, of]: Part): number => (of === 0 ? 0 : count / of);
  const [now, earlier] = [shareOf(ours), shareOf(theirs)];
  const kind = theirs[0] === 0 ? 'new' : ours[0] === 0 ? 'gone' : now >= earlier ? 'grown' : 'shrunk';
  return {
    dimension,
    value,
    before: earlier,
    now,
    difference: now - earlier,
    g2: likelihoodRatio(ours, theirs) / designEffect(after, before),
    kind,
  };
};

/**
 * Numbers of entries by page: `counts` of the entries that have a value, `sizes` of all entries. Pages are kept apart,
 * because entries on the same page are not statistically independent.
 */
interface Clustered {
  readonly counts: ReadonlyMap<number, number>;
  readonly sizes: ReadonlyMap<number, number>;
}

/** Returns the variance of a share twice: with pages as clusters (Cochran, 1977, 3.33), and for independent entries. */
const variancesOf = ({counts, sizes}: Clustered): {readonly clustered: number; readonly single: number} => {
  const all = sum(sizes.values());
  if (all === 0) return {clustered: 0, single: 0};
  const share = sum(counts.values()) / all;
  const squares = sum([...sizes].map(([page, size]) => ((counts.get(page) ?? 0) - share * size) ** 2));
  return {clustered: squares / all ** 2, single: (share * (1 - share)) / all};
};

// Returns the variance with pages as clusters, divided by that for independent entries (Kish, 1965); at least 1.
// `g2` is divided by it (Rao and Scott, 1984), so that 30 entries of a client on one page do not count as 30 events.
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
  return cells.reduce(
    (sum, [seen, row, column]) => sum + (seen === 0 ? 0 : 2 * seen * Math.log((seen * all) / (row * column))),
    0,
  );
};

/** Returns the numbers of entries in both time ranges, such as `entries 3,004 (exact) against 0 (exact)`. */
export const volumeText = ({coverage: {now, baseline}}: Pick<Comparison, 'coverage'>): string => {
  const side = (coverage: Coverage): string => {
    const total = totalOf(coverage);
    return total === undefined ? coverageText(coverage) : `${count(total)} (${coverageText(coverage)})`;
  };
  return `entries ${side(now)} against ${side(baseline)}`;
};

export const volumeWords = ({coverage: {now, baseline}}: Pick<Comparison, 'coverage'>): string => {
  const sides = [now, baseline];
  const isExact = sides.every(side => side.kind === 'all' && side.complete);
  const isKnown = sides.every(side => side.kind === 'sample' || (side.kind === 'all' && side.complete));
  const what = isExact ? 'exact' : isKnown ? 'samples' : 'incomplete';
  return `${sides.map(side => count(totalOf(side))).join(' / ')} ${what}`;
};

interface ComparisonRequest extends Omit<SampleRequest, 'add'> {
  readonly filter: LogFilter;
  readonly baseline: Baseline;
  readonly now: number;
  /** Messages of the config. Default: none. */
  readonly messages?: Messages | undefined;
  /** Called with each entry of the time range of `filter`, so that the caller need not read the entries again. */
  add?(entry: SampledEntry): void;
}

export interface Comparison {
  readonly span: TimeSlice;
  readonly baseline: TimeSlice;
  readonly rows: readonly ChangeRow[];
  readonly coverage: {readonly now: Coverage; readonly baseline: Coverage};
}

export const compareSpans = async (
  client: Client,
  {filter, baseline, now, messages, add, ...request}: ComparisonRequest,
): Promise<Comparison> => {
  const span = spanOf(filter.range, now);
  const earlier = baselineOf(span, baseline);
  const comparison = createComparison(messages);
  const feed = (range: TimeSlice, each: SampleRequest['add']) =>
    readSample(client, {...filter, range}, {...request, add: each});
  const addNow = (entry: SampledEntry): void => {
    comparison.now.add(entry);
    add?.(entry);
  };
  // The samples are read one after the other, because reading one sample already sends six requests at the same time.
  const coverage = {now: await feed(span, addNow), baseline: await feed(earlier, comparison.then.add)};
  return {span, baseline: earlier, rows: comparison.rows(), coverage};
};
