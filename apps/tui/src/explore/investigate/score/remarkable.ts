import {BINS} from '../read/observe.ts';
import {type Context, entriesIn, rowsIn, scaleOf} from './context.ts';
import {NOTICE} from './items.ts';
import type {Deviation} from './scan.ts';

/** Deviations below this log-likelihood ratio are chance: there are thousands of items and intervals. */
const MIN_SCORE = 18;
/** A log has thousands of clients and requests, each with sessions of its own, so chance goes further. */
const MANY: Readonly<Record<string, number>> = {client: 40, request: 55, server: 22, upstream: 23};
/** Of what has few values, such as messages, a value that was never seen before, in this part of the range, is rare. */
const NEW = 0.75;
const SHORT = 0.25;
/** How much less a row weighs that reports no trouble. */
const CALM = 0.3;

/** Lowers the score of what is rarely a cause: messages that report no trouble, and values without a common message. */
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
  const isMixed = dimension !== 'pattern' && dimension !== 'family' && commonest(rows, context) < 0.45;
  return {...deviation, score: deviation.score * (1 - CALM * calm) * (isMixed ? 0.4 : 1)};
};

/** Rows of which this share reports no trouble are judged by their minutes, unless they are a storm or very many. */
const MOSTLY = 0.5;
/** A sample shows few minutes of a storm: at least so many, and so many an hour. */
const STORM = {minutes: 4, perHour: 6};

const isStorm = (rows: readonly number[], {items}: Context): boolean => {
  const minutes = new Set(rows.map(at => Math.floor((items.rows[at]?.entry.log_time ?? 0) / 60)));
  const hours = (Math.max(...minutes) - Math.min(...minutes)) / 60;
  return minutes.size >= STORM.minutes && minutes.size >= STORM.perHour * hours;
};

/** Deploys of a day have at most this many entries, or this many times more than on other days. */
const DAY_ENTRIES = 60;
const MANY_TIMES = 6;

const isMany = (deviation: Deviation, context: Context): boolean => {
  const {series} = deviation;
  const usual = context.scale * entriesIn(series.expected, {first: 0, last: BINS - 1}, context);
  return entriesIn(series.counts, deviation, context) >= MANY_TIMES * Math.max(DAY_ENTRIES, usual);
};

/** Returns the share of the commonest pattern among rows. */
const commonest = (rows: readonly number[], {items}: Context): number => {
  const counts = new Map<string, number>();
  for (const at of rows) {
    const id = items.patternAt(at);
    counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return Math.max(0, ...counts.values()) / Math.max(1, rows.length);
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
  // What lasts as long as the range is often only a weight that shifted.
  if (score < usual * (isNew ? NEW : 1 + length)) return false;
  if (count < (dimension === 'total' ? BUSY_RATIO : MIN_RATIO) * expected) return false;
  const entries =
    entriesIn(series.counts, deviation, context) -
    scaleOf(series, context.scale) * entriesIn(series.expected, deviation, context);
  return count - expected >= MIN_EXCESS && entries >= MIN_SHARE * volumeOf(context);
};

const volumeOf = ({observations}: Context): number => observations.now.reduce((all, {volume}) => all + volume, 0);

/** Dimensions whose values may report trouble. That an error stops is no silence. */
const TROUBLE: ReadonlySet<string> = new Set(['pattern', 'lua', 'upstream']);

/** Dimensions whose values come and go: that one stops says nothing. */
const VISITORS: ReadonlySet<string> = new Set(['client', 'request', 'host', 'errno', 'family', 'level']);

/** Least score of a silence, which is about the number of missing rows, and the share that may be left of them. */
const MIN_SILENT = 19;
const SILENT = 0.1;
/** An upstream may rest for hours. */
const SELDOM: Readonly<Record<string, number>> = {upstream: 40};
/** How many times more than expected is out of the ordinary. */
const MIN_RATIO = 1.6;
/** All entries vary from day to day. */
const BUSY_RATIO = 3;
/** Rows, and share of the entries of the range, beyond what is expected. A new message of a few lines is no finding. */
const MIN_EXCESS = 7.5;
const MIN_SHARE = 0.0003;
