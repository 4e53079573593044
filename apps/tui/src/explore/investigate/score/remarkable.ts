import {sum} from '../../../format/number.ts';
import {BINS} from '../observe.ts';
import {NOTICE} from './items.ts';
import {type Context, type Deviation, entriesIn, rowsIn} from './scan.ts';

/** Minimum log-likelihood ratio. It is high, because thousands of values and intervals are tested. */
const MIN_SCORE = 18;
/** Minimum scores of dimensions with so many values that some exceed `MIN_SCORE` by chance. */
const MANY: Readonly<Record<string, number>> = {client: 40, request: 55, server: 22, upstream: 23};
/**
 * A brief rise of a value, such as a new upstream, that has no entries on earlier days needs only this fraction of the
 * usual minimum score.
 */
const NEW = 0.75;
/** A rise is brief if it lasts at most this fraction of the time range. */
const SHORT = 0.25;
/** Share by which the score is reduced if all entries are at NOTICE or a less severe level. */
const CALM = 0.3;

export const weighed = (deviation: Deviation, context: Context): Deviation => {
  if (deviation.direction === 'down' || deviation.score < MIN_SCORE) return deviation;
  const rows = rowsIn(deviation, context);
  const calm =
    rows.filter(at => (context.items.rows[at]?.entry.level ?? 0) >= NOTICE).length / Math.max(1, rows.length);
  const {dimension} = deviation.series.item;
  if (
    calm > MOSTLY &&
    deviation.isRows &&
    !(dimension !== 'level' && isStorm(rows, context)) &&
    !isMany(deviation, context)
  )
    return {...deviation, score: 0};
  const isMixed = dimension !== 'pattern' && dimension !== 'family' && shareOfCommonest(rows, context) < 0.45;
  return {...deviation, score: deviation.score * (1 - CALM * calm) * (isMixed ? 0.4 : 1)};
};

/**
 * A rise is ignored if more than this share of its entries is at NOTICE or a less severe level. A rise that is very
 * large or spread over many minutes is not ignored.
 */
const MOSTLY = 0.5;
/** A storm has entries in at least `minutes` minutes, and on average in `perHour` minutes of each hour. */
const STORM = {minutes: 4, perHour: 6};

const isStorm = (rows: readonly number[], {items}: Context): boolean => {
  const minutes = new Set(rows.map(at => Math.floor((items.rows[at]?.entry.log_time ?? 0) / 60)));
  const hours = (Math.max(...minutes) - Math.min(...minutes)) / 60;
  return minutes.size >= STORM.minutes && minutes.size >= STORM.perHour * hours;
};

/** Deploys write about this many log lines per day. A rise `MANY_TIMES` as large has another cause. */
const DAY_ENTRIES = 60;
const MANY_TIMES = 6;

const isMany = (deviation: Deviation, context: Context): boolean => {
  const {series} = deviation;
  const usual = entriesIn(series.expected, {first: 0, last: BINS - 1}, context);
  return entriesIn(series.counts, deviation, context) >= MANY_TIMES * Math.max(DAY_ENTRIES, usual);
};

const shareOfCommonest = (rows: readonly number[], {items}: Context): number => {
  const sizes = [...Map.groupBy(rows, items.patternAt).values()].map(({length}) => length);
  return Math.max(0, ...sizes) / Math.max(1, rows.length);
};

export const isRemarkable = (deviation: Deviation, context: Context): boolean => {
  const {score, count, expected, direction, series} = deviation;
  const {dimension, and} = series.item;
  if (direction === 'down')
    return (
      and === undefined &&
      !VISITORS.has(dimension) &&
      !(TROUBLE.has(dimension) && series.calm < 0.5) &&
      score >= (SELDOM[dimension] ?? MIN_SILENT) &&
      count <= SILENT * expected
    );
  const usual = Math.max(MANY[dimension] ?? 0, MANY[and?.dimension ?? ''] ?? 0, MIN_SCORE);
  const length = (deviation.last - deviation.first + 1) / BINS;
  const isNew = series.seen === 0 && and === undefined && !VISITORS.has(dimension) && length <= SHORT;
  // A long deviation needs a higher score, because it is often a normal change of traffic and no incident.
  if (score < usual * (isNew ? NEW : 1 + length)) return false;
  if (count < (dimension === 'total' ? BUSY_RATIO : MIN_RATIO) * expected) return false;
  const volume = sum(context.observations.now.map(each => each.volume));
  const entries = entriesIn(series.counts, deviation, context) - entriesIn(series.expected, deviation, context);
  return count - expected >= MIN_EXCESS && entries >= MIN_SHARE * volume;
};

/**
 * Entries with a value of these dimensions are often errors. It is good news if errors stop, so that is not reported.
 */
const TROUBLE: ReadonlySet<string> = new Set(['pattern', 'lua', 'upstream']);

/** Dimensions whose values come and go all the time. The absence of such a value is no anomaly. */
const VISITORS: ReadonlySet<string> = new Set(['client', 'request', 'host', 'errno', 'family', 'level']);

/** Minimum score of a silence. With no entries, the score is the expected number divided by the dispersion. */
const MIN_SILENT = 19;
/** Maximum number of entries during a silence, as a share of the expected number. */
const SILENT = 0.1;
/** Minimum scores of silences in dimensions with long normal pauses, such as an idle upstream. */
const SELDOM: Readonly<Record<string, number>> = {upstream: 40};
/** Minimum ratio of counted to expected entries in a rise. */
const MIN_RATIO = 1.6;
/**
 * Minimum ratio of counted to expected entries in a rise of the whole log. It is higher than for a single value,
 * because the total number of entries varies from day to day.
 */
const BUSY_RATIO = 3;
/** Minimum number of unexpected entries in a rise. A few lines of a new message are no finding. */
const MIN_EXCESS = 7.5;
/** Minimum number of unexpected entries in a rise, as a share of all entries in the range. */
const MIN_SHARE = 0.0003;
