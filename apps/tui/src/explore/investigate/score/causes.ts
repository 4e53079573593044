import {sum} from '../../../format/number.ts';
import type {Item, Series} from './items.ts';
import {type Context, type Deviation, entriesIn, rowsIn} from './scan.ts';

/** A value that may explain a finding. `now` is the estimated number of its entries during the finding. */
export interface Cause extends Item {
  readonly now: number;
  /** Number of entries expected from the baseline days. */
  readonly before: number;
  /** Share of the finding's entries that have the value, 0 to 1. */
  readonly share: number;
  readonly isNew: boolean;
}

/** Weights by dimension. A client or an upstream can be a root cause, but a message is a symptom. */
const PRIOR: Readonly<Record<string, number>> = {
  client: 1.4,
  upstream: 1.25,
  lua: 1.15,
  errno: 0.85,
  request: 1.05,
  zone: 1.35,
  server: 1.1,
  pattern: 0.9,
  level: 0.01,
  family: 0.01,
  group: 1.2,
  dictionary: 1.35,
  certificate: 1.35,
  total: 0.01,
};

/** nginx logs an address as the server if the connection failed before the virtual host was known. */
const ADDRESS = /^(?:[\d.]+|\[[\da-f:]+\]|unix:.*)(?::\d+)?$/i;

/** A message that is also written on the baseline days says little about the cause. */
const KNOWN: Readonly<Record<string, number>> = {pattern: 0.45, errno: 0.45};

const priorOf = ({dimension, value}: Pick<Item, 'dimension' | 'value'>, isNew: boolean): number => {
  if (dimension === 'server' && ADDRESS.test(value)) return 0.3;
  return (PRIOR[dimension] ?? 1) * (isNew ? 1 : (KNOWN[dimension] ?? 1));
};

const MAX_GAIN = 3;
/**
 * If the share of a value is at least `share` in the finding and at most `usual` on other days, the divergence of the
 * two shares counts as at least `gain`.
 */
const ONE = {share: 0.95, usual: 0.6, gain: 1.5};
/**
 * A client or upstream with nearly all entries of a finding ranks before a new message if its share on other days is at
 * most `usual`. For this, the divergence of its shares counts as at least `gain`.
 */
const ONE_ACTOR = {usual: 0.3, gain: 2.8};
const ACTORS: ReadonlySet<string> = new Set(['client', 'upstream']);

const gainOf = ({dimension}: Item, share: number, usual: number): number => {
  const gain = Math.min(MAX_GAIN, divergence(share, usual));
  if (share < ONE.share || usual > ONE.usual) return gain;
  return Math.max(ACTORS.has(dimension) && usual <= ONE_ACTOR.usual ? ONE_ACTOR.gain : ONE.gain, gain);
};

export const causesUp = (group: readonly Deviation[], context: Context): readonly Cause[] => {
  const {observations} = context;
  const [seed] = group as [Deviation, ...Deviation[]];
  const {first, last} = seed;
  const inside = new Set(rowsIn(seed, context));
  // Without baseline days, compare with the whole range.
  const compared = observations.before.length === 0 ? observations.now : observations.before;
  const baseline = Math.max(1, sum(compared.map(({read}) => read)));
  const ranked = candidatesOf(group, inside, context).map(series => {
    const rows = rowsIn({...seed, series}, context);
    const share = rows.filter(at => inside.has(at)).length / Math.max(1, inside.size);
    const usual = (series.seen + 0.5) / (baseline + 1);
    const expected = sum(series.expected.slice(first, last + 1));
    const purity = Math.max(0, rows.length - expected) / Math.max(1, rows.length);
    const gain = gainOf(series.item, Math.min(0.999, share), Math.min(0.999, usual));
    const cause: Cause = {
      ...series.item,
      now: Math.round(entriesIn(series.counts, seed, context)),
      before: series.seen === 0 ? 0 : Math.round(entriesIn(series.expected, seed, context)),
      share,
      isNew: series.seen === 0,
    };
    return {cause, value: gain * share * Math.sqrt(purity) * priorOf(series.item, cause.isNew)};
  });
  return ranked
    .filter(({value}) => value > 0)
    .toSorted((one, other) => other.value - one.value)
    .map(({cause}) => cause);
};

/** A value that is not in `group` is a candidate only if it has at least this share of the finding's entries. */
const MIN_COMMON = 0.5;
const MIN_PATTERN = 0.1;

const candidatesOf = (
  group: readonly Deviation[],
  inside: ReadonlySet<number>,
  {items}: Context,
): readonly Series[] => {
  const wanted = new Set(
    group.flatMap(({series: {item}}) => [keyOf(item), ...(item.and === undefined ? [] : [keyOf(item.and)])]),
  );
  const isCommon = ({item, rows}: Series): boolean =>
    rows.filter(at => inside.has(at)).length >= (item.dimension === 'pattern' ? MIN_PATTERN : MIN_COMMON) * inside.size;
  return items.series.filter(
    series => series.item.and === undefined && (wanted.has(keyOf(series.item)) || isCommon(series)),
  );
};

const keyOf = ({dimension, value}: Pick<Item, 'dimension' | 'value'>): string => `${dimension} ${value}`;

/** Kullback-Leibler divergence of two shares. 0 if the first is not the larger. */
const divergence = (share: number, usual: number): number =>
  share <= usual ? 0 : share * Math.log(share / usual) + (1 - share) * Math.log((1 - share) / (1 - usual));

export const causesDown = (group: readonly Deviation[], context: Context): readonly Cause[] =>
  group
    .filter(({series}) => series.item.and === undefined)
    .toSorted((one, other) => missing(other) - missing(one))
    .map(({series, ...interval}) => ({
      ...series.item,
      now: Math.round(entriesIn(series.counts, interval, context)),
      before: Math.round(entriesIn(series.expected, interval, context)),
      share: 1,
      isNew: false,
    }));

/**
 * By dimension: weight of a possible cause of missing entries. `total` (all entries) has a high weight, because a stop
 * of all entries explains why any single value stopped.
 */
const DOWN_PRIOR: Readonly<Record<string, number>> = {level: 0.3, total: 3};

/** The missing fraction is squared, so that a silent server can rank before a total that fell by half. */
const missing = ({series, count, expected}: Deviation): number =>
  (expected - count) *
  (1 - count / Math.max(1, expected)) ** 2 *
  (DOWN_PRIOR[series.item.dimension] ?? PRIOR[series.item.dimension] ?? 1);
