import {inTurns} from '../../../core/run-items.ts';
import {sum} from '../../../format/number.ts';
import {BINS, type Observations} from '../observe.ts';
import {type Cause, causesDown, causesUp} from './causes.ts';
import type {Item, Items, Series} from './items.ts';
import {withLoad} from './load.ts';
import {isRemarkable, weighed} from './remarkable.ts';
import {type Context, type Deviation, entriesIn, ratioOf, rowsIn, scan} from './scan.ts';

/** `new`: absent on the baseline days. `growth`: rises until the end of the range. */
type FindingKind = 'new' | 'rise' | 'growth' | 'silence';

export interface RawFinding {
  readonly kind: FindingKind;
  /** Unix seconds. */
  readonly since: number;
  readonly until: number;
  /** Uncertainty of `since` and `until` in seconds. 0 if both are exact times of entries. */
  readonly precision: number;
  readonly goesOn: boolean;
  readonly beganBefore: boolean;
  /** Estimated number of entries above the expected number. For a silence, the number of missing entries. */
  readonly count: number;
  readonly causes: readonly Cause[];
  readonly score: number;
  readonly item: Item;
  /** Indices in {@link Items.rows}. */
  readonly rows: readonly number[];
}

const MAX_FINDINGS = 8;

export const findingsOf = async (
  observations: Observations,
  unscaled: Items,
  signal: AbortSignal,
): Promise<readonly RawFinding[]> => {
  const items = {...unscaled, series: withLoad(unscaled.series)};
  const context = {items, observations};
  const deviations: Deviation[] = [];
  await inTurns(items.series, signal, series => {
    for (const found of scansOf(series)) {
      const deviation = weighed(found, context);
      if (isRemarkable(deviation, context)) deviations.push(deviation);
    }
  });
  const findings: RawFinding[] = [];
  // Rank a rise of all entries last, so that a single value that explains the rise, such as an upstream, is reported
  // instead.
  const rank = ({series, direction, score}: Deviation): number =>
    direction === 'up' && series.item.dimension === 'total' ? 0 : score;
  let left = deviations.toSorted((one, other) => rank(other) - rank(one));
  while (left.length > 0 && findings.length < MAX_FINDINGS) {
    const [seed, ...others] = left;
    if (seed === undefined) break;
    const {absorbed = [], rest = []} = absorb(seed, others, context);
    const finding = findingOf([seed, ...absorbed], context);
    if (!findings.some(earlier => isSameCause(earlier, finding))) findings.push(finding);
    left = rest;
  }
  return findings;
};

const scansOf = (series: Series): readonly Deviation[] => [
  scan(series, {direction: 'up'}),
  ...(series.events === undefined ? [] : [scan(series, {direction: 'up', rates: series.events})]),
  scan(series, {direction: 'down'}),
];

const isSameCause = (one: RawFinding, other: RawFinding): boolean => {
  const [[first], [second]] = [one.causes, other.causes];
  const isSame = first !== undefined && first.dimension === second?.dimension && first.value === second.value;
  return isSame && one.since <= other.until && other.since <= one.until;
};

const BROAD = 5;
const FAR = 4;

const timesOf = ({count, expected}: Deviation): number => count / Math.max(1, expected);

const absorb = (seed: Deviation, others: readonly Deviation[], context: Context) => {
  const own = new Set(rowsIn(seed, context));
  const sharesRows = (other: Deviation): boolean => {
    // A server with twice its usual entries does not explain an upstream with a hundred times its usual entries.
    if (timesOf(seed) < BROAD && timesOf(other) > FAR * timesOf(seed)) return false;
    const rows = rowsIn(other, context);
    const both = rows.filter(at => own.has(at)).length;
    const excess = Math.max(1, other.count - other.expected);
    return both / excess >= 0.5 || both / Math.max(1, own.size) >= 0.6;
  };
  const sharesTime = (other: Deviation): boolean => {
    const [from, to] = [Math.max(seed.first, other.first), Math.min(seed.last, other.last)];
    const all = Math.max(seed.last, other.last) - Math.min(seed.first, other.first) + 1;
    return (to - from + 1) / all >= 0.5;
  };
  const isSame = seed.direction === 'up' ? sharesRows : sharesTime;
  return Object.groupBy(others, other => (other.direction === seed.direction && isSame(other) ? 'absorbed' : 'rest'));
};

const findingOf = (group: readonly Deviation[], context: Context): RawFinding => {
  const {from, to} = context.observations.range;
  const step = (to - from + 1) / BINS;
  const [seed] = group as [Deviation, ...Deviation[]];
  const {first, last, direction} = seed;
  const causes = direction === 'up' ? causesUp(group, context) : causesDown(group, context);
  const bins = {since: Math.floor(from + first * step), until: Math.floor(from + (last + 1) * step) - 1};
  const goesOn = last >= BINS - 2;
  const {rows, ...times} = direction === 'up' ? narrowed(seed, bins, context) : {...bins, goesOn, rows: []};
  return {
    kind: kindOf(seed, causes[0]),
    ...times,
    precision: direction === 'up' && context.observations.coverage.isWhole ? 0 : Math.ceil(step),
    beganBefore: direction === 'up' && first === 0 && isDenseAtStart(seed),
    count: Math.round(
      Math.abs(entriesIn(seed.series.counts, seed, context) - entriesIn(seed.series.expected, seed, context)),
    ),
    causes,
    score: seed.score,
    item: seed.series.item,
    rows,
  };
};

const isDenseAtStart = ({series: {counts}, count, first, last}: Deviation): boolean =>
  (counts[first] ?? 0) + (counts[first + 1] ?? 0) >= count / (last - first + 1);

const narrowed = (seed: Deviation, {since, until}: Pick<RawFinding, 'since' | 'until'>, context: Context) => {
  const timeOf = (at: number): number => context.items.rows[at]?.entry.log_time ?? until;
  const rows = rowsIn(seed, context).toSorted((one, other) => timeOf(one) - timeOf(other));
  const rate = seed.expected / (until - since + 1);
  const ratio = (count: number, seconds: number): number => ratioOf(count, Math.max(0.01, rate * seconds));
  const first = best(rows, (at, row) => ratio(rows.length - at, until - timeOf(row) + 1));
  const begin = timeOf(rows[first] ?? -1);
  const dense = rows.slice(first);
  if (seed.last >= BINS - 2 && !isOver(dense.map(timeOf), context))
    return {since: begin, until, goesOn: true, rows: dense};
  const last = best(dense, (at, row) => ratio(at + 1, timeOf(row) - begin + 1));
  return {since: begin, until: timeOf(dense[last] ?? -1), goesOn: false, rows: dense.slice(0, last + 1)};
};

/** If entries come at random, 1 in 1,000 pauses is longer than this many mean pauses. */
const LONG = 7;

/** Whether a long pause follows the last entry. False for a sample, since a sample has gaps. */
const isOver = (times: readonly number[], {observations: {range, coverage}}: Context): boolean => {
  const [first = range.from, last = range.to] = [times[0], times.at(-1)];
  return coverage.isWhole && range.to - last > LONG * Math.max(1, (last - first) / Math.max(1, times.length - 1));
};

const best = (all: readonly number[], score: (at: number, element: number) => number): number => {
  const values = all.map((element, at) => score(at, element));
  return Math.max(0, values.indexOf(Math.max(...values)));
};

const kindOf = ({direction, series, first, last}: Deviation, top: Cause | undefined): FindingKind => {
  if (direction === 'down') return 'silence';
  if (top?.isNew === true || series.seen === 0) return 'new';
  const length = last - first + 1;
  if (last === BINS - 1 && length >= BINS / 8) {
    const half = first + Math.floor(length / 2);
    const later = sum(series.counts.slice(half, last + 1));
    const earlier = sum(series.counts.slice(first, half));
    if (later > 1.6 * earlier && earlier > 0) return 'growth';
  }
  return 'rise';
};
