import {createMiner, type Pattern} from '@edge-console/patterns';
import type {ErrorLogEntry} from '@edge-console/schema';
import {inTurns} from '../../../core/run-items.ts';
import {type Dimension, dimensionsOf} from '../../../logs/dimensions.ts';
import type {Messages} from '../../../logs/messages.ts';
import {BINS, type Observation, type Observations} from '../observe.ts';
import {type Counts, type History, historyOf, type Rates, ratesOf} from './rates.ts';

/** A value of a dimension, such as a client address. The dimension `total` counts all entries. */
export interface Item {
  /** `family`: a group of known messages. `node`: counted by the gateway, because entries do not name their node. */
  readonly dimension: Dimension | 'total' | 'family' | 'node';
  readonly value: string;
  /** Template of a message pattern. A `<*>` is replaced if nearly all entries have the same text there. */
  readonly text?: string;
  /** Second value of a pair, such as the upstream of "a pattern on one upstream". */
  readonly and?: {readonly dimension: Dimension; readonly value: string};
}

export interface Series extends Rates {
  readonly item: Item;
  /** Indices in {@link Items.rows}. */
  readonly rows: readonly number[];
  /**
   * Rates in which entries at NOTICE or a less severe level count at most once per minute. Absent if the limit leaves
   * out no entry.
   */
  readonly events?: Rates;
  /** Number of entries with the value on the baseline days. */
  readonly seen: number;
  /** Share of the entries on the baseline days that are at NOTICE or a less severe level. */
  readonly calm: number;
}

type BinnedRow = Observation & {readonly bin: number};

export interface Items {
  readonly series: readonly Series[];
  readonly rows: readonly BinnedRow[];
  /** For each bin, the number of all entries in the bin divided by the number of entries read from the bin. */
  readonly weights: Float64Array;
  readonly patternOf: (id: string) => Pattern | undefined;
  readonly patternAt: (row: number) => string;
  readonly has: (entry: ErrorLogEntry, item: Item) => boolean;
}

const PAIRED: readonly Dimension[] = ['server', 'upstream', 'client', 'request', 'lua'];
/** Values with fewer entries are not examined, because they may differ by chance. */
const MIN_ROWS = 4;
/** Without a limit, every line of a log of free text would become a pattern. */
const MAX_PATTERNS = 2_000;
/** The most severe level whose messages are not errors. */
export const NOTICE = 6;
const SEPARATOR = '\u0000';

/**
 * For one value: indices of its entries in the examined time range (`rows`), and for each of its entries on earlier
 * days, the index of the sample that contains the entry (`past`).
 */
interface Tally {
  readonly rows: number[];
  readonly past: number[];
  readonly events: {readonly rows: number[]; readonly past: number[]};
  calm: number;
  /** Minute since the epoch of the last entry at NOTICE or a less severe level. */
  minute: number;
}

const countsOf = ({rows: own, past}: Pick<Tally, 'rows' | 'past'>, rows: readonly BinnedRow[]): Counts => {
  const counts = {now: new Float64Array(BINS), past: new Map<number, number>()};
  for (const at of own) {
    const bin = rows[at]?.bin ?? 0;
    counts.now[bin] = (counts.now[bin] ?? 0) + 1;
  }
  for (const sample of past) counts.past.set(sample, (counts.past.get(sample) ?? 0) + 1);
  return counts;
};

/** A deploy writes many lines at NOTICE, so an entry at that level counts only if it is the first in its minute. */
const isEvent = ({level, log_time}: ErrorLogEntry, tally: Tally): boolean => {
  if ((level ?? 0) < NOTICE) return true;
  const before = tally.minute;
  tally.minute = Math.floor(log_time / 60);
  return tally.minute !== before;
};

export const itemsOf = async (
  {now, before}: Observations,
  {messages, signal}: {readonly messages: Messages; readonly signal: AbortSignal},
): Promise<Items> => {
  const miner = createMiner({maxPatterns: MAX_PATTERNS, messages: messages.find});
  const tallies = new Map<string, Tally>();
  const tallyOf = (key: string): Tally => {
    const found = tallies.get(key);
    if (found !== undefined) return found;
    const made: Tally = {rows: [], past: [], events: {rows: [], past: []}, calm: 0, minute: 0};
    tallies.set(key, made);
    return made;
  };
  const rows: readonly BinnedRow[] = now.flatMap(({bin, rows: own}) => own.map(row => ({...row, bin})));
  const past = before.flatMap(({rows: own}, at) => own.map(row => ({...row, sample: at})));
  const ids: string[] = [];
  const pastIds: string[] = [];
  await inTurns(rows, signal, ({entry}) => ids.push(miner.add(entry.log)));
  await inTurns(past, signal, ({entry}) => pastIds.push(miner.add(entry.log)));
  const patterns = new Map<string, Pick<Pattern, 'id' | 'known'>>();
  const patternOf = (id = ''): Pick<Pattern, 'id' | 'known'> => {
    const found = patterns.get(id) ?? miner.pattern(id) ?? {id};
    patterns.set(id, found);
    return found;
  };
  await inTurns(rows, signal, (row, at) => {
    for (const key of keysOf(row.entry, patternOf(ids[at]))) {
      const tally = tallyOf(key);
      tally.rows.push(at);
      if (isEvent(row.entry, tally)) tally.events.rows.push(at);
    }
  });
  await inTurns(past, signal, (row, at) => {
    for (const key of keysOf(row.entry, patternOf(pastIds[at]))) {
      const tally = tallyOf(key);
      if ((row.entry.level ?? 0) >= NOTICE) tally.calm++;
      tally.past.push(row.sample);
      if (isEvent(row.entry, tally)) tally.events.past.push(row.sample);
    }
  });
  const has: Items['has'] = (entry, item) =>
    keysOf(entry, patternOf(miner.match(entry.log))).some(key => key === keyOf(item));
  const history = historyOf(now, before);
  const series: Series[] = [];
  await inTurns(tallies, signal, ([key, tally]) => {
    if (tally.rows.length + tally.past.length >= MIN_ROWS) series.push(seriesOf(key, tally, {rows, history}));
  });
  const weights = Float64Array.from(now, ({volume, read}) => (read === 0 ? 1 : volume / read));
  return {series, rows, weights, patternOf: id => miner.pattern(id), patternAt: at => patternOf(ids[at]).id, has};
};

function* keysOf(entry: ErrorLogEntry, {id: pattern, known}: Pick<Pattern, 'id' | 'known'>): Generator<string> {
  yield `total${SEPARATOR}`;
  yield `pattern${SEPARATOR}${pattern}`;
  if (known !== undefined) yield `family${SEPARATOR}${known.group}`;
  const values = dimensionsOf(entry);
  for (const [dimension, value] of Object.entries(values)) yield `${dimension}${SEPARATOR}${value}`;
  for (const dimension of PAIRED) {
    const value = values[dimension as keyof typeof values];
    if (value !== undefined) yield `pattern${SEPARATOR}${pattern}${SEPARATOR}${dimension}${SEPARATOR}${value}`;
  }
}

const keyOf = ({dimension, value, and}: Item): string =>
  [dimension, value, ...(and === undefined ? [] : [and.dimension, and.value])].join(SEPARATOR);

const itemOf = (key: string): Item => {
  const [dimension = '', value = '', other, second] = key.split(SEPARATOR);
  const item = {dimension: dimension as Item['dimension'], value};
  return other === undefined || second === undefined
    ? item
    : {...item, and: {dimension: other as Dimension, value: second}};
};

const seriesOf = (
  key: string,
  tally: Tally,
  {rows, history}: {readonly rows: readonly BinnedRow[]; readonly history: History},
): Series => {
  const {rows: own, past, events, calm} = tally;
  const seen = history.before.length === 0 ? own.length : past.length;
  const isSame = events.past.length === past.length && events.rows.length === own.length;
  return {
    ...{item: itemOf(key), rows: own, seen, calm: calm / Math.max(1, seen)},
    ...ratesOf(countsOf(tally, rows), history),
    ...(!isSame && {events: ratesOf(countsOf(events, rows), history)}),
  };
};
