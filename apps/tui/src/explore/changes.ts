import type {Client} from '@edge-console/client';
import {count} from '../format/number.ts';
import type {LogFilter, TimeRange} from '../logs/filter.ts';
import {type Clustered, clustersOf, designEffect} from './design-effect.ts';
import {DIMENSIONS, type Dimension, dimensionsOf} from './dimensions.ts';
import {minePatterns} from './patterns.ts';
import {type Coverage, coverageText, type LogSample, readSample, type SampleRequest, totalOf} from './sample.ts';

/** A value whose share differs between two samples. */
export interface ChangeRow {
  readonly dimension: Dimension;
  /** Not sanitised. */
  readonly value: string;
  /** Parts of the entries, 0 to 1. */
  readonly before: number;
  readonly now: number;
  /** `now` - `before`. */
  readonly difference: number;
  /** Log-likelihood ratio (Dunning, 1993) by the design effect: small where few entries, or few pages, differ. */
  readonly g2: number;
  readonly kind: 'new' | 'gone' | 'grown' | 'shrunk';
}

/** A difference this large comes by chance once in 1,000 values (chi-squared, one degree of freedom). */
const SIGNIFICANT = 10.83;

/** The values whose share changed from one sample to another, by more than chance: those that changed most come first. */
export const changesOf = (now: LogSample, then: LogSample): readonly ChangeRow[] => {
  const both = minePatterns({entries: [...now.entries, ...then.entries], coverage: now.coverage});
  const templates = new Map(both.rows.map(({id, template}) => [id, template]));
  const patternAt = (index: number): string => {
    const id = both.byEntry[index] ?? '';
    return templates.get(id) ?? id;
  };
  const values = [...now.entries, ...then.entries].map(({entry}) => dimensionsOf(entry));
  const sides = [sideOf(now, 0), sideOf(then, now.entries.length)] as const;
  const rows = [...DIMENSIONS, 'pattern' as const].flatMap(dimension => {
    const valueAt = (index: number): string | undefined =>
      dimension === 'pattern' ? patternAt(index) : values[index]?.[dimension];
    const [after, before] = sides.map(side => countClusters(side, valueAt)) as [Counts, Counts];
    return [...new Set([...after.keys(), ...before.keys()])].map(value => {
      const clustered = [after, before].map((counts, at) => ({
        counts: counts.get(value) ?? new Map<number, number>(),
        sizes: sides[at]?.sizes ?? new Map<number, number>(),
      })) as [Clustered, Clustered];
      return changeOf({dimension, value}, clustered);
    });
  });
  return rows
    .filter(({g2}) => g2 >= SIGNIFICANT)
    .toSorted(
      (one, other) =>
        Math.abs(other.difference) - Math.abs(one.difference) ||
        other.g2 - one.g2 ||
        (one.value < other.value ? -1 : 1),
    );
};

interface Side {
  /** Index of its first entry among those of both sides. */
  readonly offset: number;
  readonly clusters: readonly number[];
  readonly sizes: ReadonlyMap<number, number>;
}

const sideOf = (sample: LogSample, offset: number): Side => {
  const clusters = clustersOf(sample);
  return {offset, clusters, sizes: tallied(clusters)};
};

const tallied = (keys: Iterable<number>): Map<number, number> => {
  const counts = new Map<number, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
};

/** Entries by value and cluster. */
type Counts = ReadonlyMap<string, ReadonlyMap<number, number>>;

const countClusters = ({offset, clusters}: Side, valueAt: (index: number) => string | undefined): Counts => {
  const byValue = Map.groupBy(clusters.keys(), index => valueAt(offset + index));
  return new Map(
    [...byValue].flatMap(([value, indexes]) =>
      value === undefined ? [] : [[value, tallied(indexes.map(index => clusters[index] ?? 0))]],
    ),
  );
};

type Part = readonly [count: number, of: number];

const sum = (counts: ReadonlyMap<number, number>): number => [...counts.values()].reduce((all, one) => all + one, 0);

const changeOf = (
  {dimension, value}: Pick<ChangeRow, 'dimension' | 'value'>,
  [after, before]: readonly [Clustered, Clustered],
): ChangeRow => {
  const [ours, theirs] = [after, before].map(({counts, sizes}): Part => [sum(counts), sum(sizes)]) as [Part, Part];
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

/** G² of a table of two rows: with the value and without it. */
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

/** What a span is compared with. */
export const BASELINES = ['before', 'yesterday', 'week'] as const;
export type Baseline = (typeof BASELINES)[number];

export interface Span {
  /** Unix seconds, inclusive. */
  readonly from: number;
  readonly to: number;
}

/** The span that a baseline means: just before, or at the same time a day or a week earlier. */
export const baselineOf = ({from, to}: Span, baseline: Baseline): Span => {
  const back = {before: to - from + 1, yesterday: 86_400, week: 7 * 86_400}[baseline];
  return {from: from - back, to: to - back};
};

const QUARTER_HOUR = 900;

/** The span of a filter; without both ends, the last 15 minutes before its end. */
export const spanOf = ({from, to}: TimeRange, now: number): Span => {
  const end = to ?? Math.floor(now / 1000);
  return {from: from ?? end - QUARTER_HOUR, to: end};
};

/** `3,004 entries (exact) against 0 (exact)`: shares do not tell how many came. */
export const volumeText = ({coverage: {now, baseline}}: Pick<Comparison, 'coverage'>): string => {
  const side = (coverage: Coverage): string => {
    const total = totalOf(coverage);
    return total === undefined ? coverageText(coverage) : `${count(total)} (${coverageText(coverage)})`;
  };
  return `entries ${side(now)} against ${side(baseline)}`;
};

/** The same for a status line: `3,004 / 0 exact`. */
export const volumeWords = ({coverage: {now, baseline}}: Pick<Comparison, 'coverage'>): string => {
  const sides = [now, baseline];
  const isExact = sides.every(side => side.kind === 'all' && side.complete);
  const isKnown = sides.every(side => side.kind === 'sample' || (side.kind === 'all' && side.complete));
  const what = isExact ? 'exact' : isKnown ? 'samples' : 'incomplete';
  return `${sides.map(side => count(totalOf(side))).join(' / ')} ${what}`;
};

interface Compared {
  readonly filter: LogFilter;
  readonly baseline: Baseline;
  readonly rows: number;
  readonly now: number;
  readonly signal: AbortSignal;
  readonly progress?: SampleRequest['progress'];
}

export interface Comparison {
  readonly span: Span;
  readonly baseline: Span;
  readonly rows: readonly ChangeRow[];
  readonly coverage: {readonly now: Coverage; readonly baseline: Coverage};
}

/** Compares the span of a filter with a baseline: a sample of each. */
export const compareSpans = async (
  client: Client,
  {filter, baseline, rows, now, signal, progress}: Compared,
): Promise<Comparison> => {
  const span = spanOf(filter.range, now);
  const earlier = baselineOf(span, baseline);
  const sampleOf = (range: Span) => readSample(client, {...filter, range}, {rows, signal, ...(progress && {progress})});
  // One after the other: each reads six pages at a time.
  const after = await sampleOf(span);
  const before = await sampleOf(earlier);
  return {
    ...{span, baseline: earlier, rows: changesOf(after, before)},
    coverage: {now: after.coverage, baseline: before.coverage},
  };
};
