import type {Client} from '@edge-console/client';
import type {TimeSlice} from '@edge-console/client/histogram';
import type {ErrorLogEntry} from '@edge-console/schema';
import {Refused} from '../../core/failure.ts';
import {concurrently} from '../../core/run-items.ts';
import {sum} from '../../format/number.ts';
import {hasConditions, inRange, type LogFilter, queryOf} from '../../logs/filter.ts';
import {readEntries, testOf} from '../../logs/read-entries.ts';
import {DAY} from '../measures/spans.ts';

/** The time range is divided into this many equal slices, called bins. */
export const BINS = 64;
/** The time range is compared with the same hours on this many days before it, the baseline days. */
export const DAYS = 7;
/** About this many bins are sampled on all baseline days together. They vary by day, to sample more times of day. */
const BASELINE_BINS = 35;
const PAGE_SIZE = 125;
/** Above these numbers of entries, in the range and on all baseline days together, a sample is read. */
const WHOLE_ROWS = {range: 12_800, before: 9_000};
/** In addition to the first page of a bin, pages at these fractions of its page count can be read. */
const FURTHER = [0.25, 0.5, 0.75];
const MAX_FURTHER = 14;
const IGNORED =
  'This gateway ignores times, and the list is too long to be read as a whole, so no range can be investigated.';

const SAID_ROWS = 500;

export interface Observation {
  readonly entry: ErrorLogEntry;
  readonly page: number;
}

export interface BinSample {
  readonly bin: number;
  /** Number of days before the investigated range. 0 is the range itself. */
  readonly day: number;
  /** Number of entries in the bin, including those that do not match the conditions. */
  readonly volume: number;
  /** Number of entries read. `rows` has only those that match the conditions. */
  readonly read: number;
  readonly rows: readonly Observation[];
}

export interface Observations {
  readonly range: TimeSlice;
  readonly now: readonly BinSample[];
  readonly before: readonly BinSample[];
  readonly coverage: {
    readonly read: number;
    readonly total: number;
    /** Number of entries in `range` before conditions are applied. Absent for a sample, and without conditions. */
    readonly keptOf?: number;
    /** Number of earlier days with which `range` is compared. Days before the oldest log entry do not count. */
    readonly days: number;
    readonly isWhole: boolean;
  };
}

interface ObserveOptions {
  readonly range: TimeSlice;
  readonly signal: AbortSignal;
  readonly progress?: (read: number, of: number | undefined) => void;
}

/**
 * A range that is at most this many seconds longer than a number of whole days counts as that number of days. For
 * example, the last 24 hours with both ends included are one second longer than a day.
 */
const TOLERANCE = 60;

/** Returns the length of the range in seconds, rounded up to whole days. */
export const periodOf = ({from, to}: TimeSlice): number =>
  DAY * Math.max(1, Math.ceil((to - from + 1 - TOLERANCE) / DAY));

const binAt = ({from, to}: TimeSlice, time: number): number =>
  Math.max(0, Math.min(BINS - 1, Math.floor(((time - from) * BINS) / (to - from + 1))));

const createReader = async (client: Client, filter: LogFilter, {range, signal, progress}: ObserveOptions) => {
  const isMatch = await testOf({...filter, range: {}});
  let [requests, read] = [0, 0];
  const period = periodOf(range);
  const edge = (bin: number): number => range.from + Math.ceil((bin * (range.to - range.from + 1)) / BINS);

  /** The request also counts the entries of the bin. */
  const readBin = async (bin: number, day: number, page = 1): Promise<BinSample> => {
    const number = requests++;
    const shift = day * period;
    const part = {from: edge(bin) - shift, to: edge(bin + 1) - 1 - shift};
    const query = {...queryOf({...filter, range: part}), page, page_size: PAGE_SIZE};
    const {items, count} = await client.errorLogs.list(query, {signal});
    if (items.length > 0 && items.every(entry => !inRange(entry, part))) throw new Refused(IGNORED);
    read += items.length;
    progress?.(read, undefined);
    const rows = items.filter(isMatch).map(entry => ({entry, page: number}));
    return {bin, day, volume: count ?? items.length, read: items.length, rows};
  };

  const hours = (day: number): TimeSlice => ({
    from: range.from - day * period,
    to: Math.min(range.to, range.from + period - 1) - day * period,
  });

  const readWhole = async (newest: number, oldest = newest): Promise<readonly BinSample[]> => {
    const days = indices(oldest - newest + 1).map(at => newest + at);
    const found = new Map(days.map(day => [day, Array.from({length: BINS}, (): Observation[] => [])]));
    const part = {from: hours(oldest).from, to: hours(newest).to};
    for await (const entry of readEntries(client, {...filter, range: part}, signal)) {
      const day = Math.max(0, Math.ceil((range.from - entry.log_time) / period));
      const time = entry.log_time + day * period;
      if (time <= hours(0).to) found.get(day)?.[binAt(range, time)]?.push({entry, page: day});
      if (++read % SAID_ROWS === 0) progress?.(read, undefined);
    }
    progress?.(read, undefined);
    return [...found].flatMap(([day, bins]) =>
      bins.map((rows, bin) => ({bin, day, volume: rows.length, read: rows.length, rows})),
    );
  };

  const countOf = (day: number): Promise<number | undefined> =>
    client.errorLogs.count(queryOf({...filter, range: day === 0 ? range : hours(day)}), {signal});

  return {readBin, readWhole, countOf, entriesRead: () => read};
};

/** If there are too many entries to read, each request counts the entries of one bin and reads some of them. */
export const observe = async (client: Client, filter: LogFilter, options: ObserveOptions) => {
  const {range} = options;
  const {readBin, readWhole, countOf, entriesRead} = await createReader(client, filter, options);
  const [total, ...earlier] = await concurrently(indices(DAYS + 1), countOf);
  // Days before the oldest entry of the log do not count as baseline days.
  const days = earlier.findLastIndex(number => number !== 0) + 1;
  const isWhole = total !== undefined && total <= WHOLE_ROWS.range;
  const past = sum(earlier.map((number = Number.POSITIVE_INFINITY) => number));
  // Read the baseline days as one list, instead of one list per day, if the gateway ignores time ranges, or if the
  // range covers most of each day.
  const isIgnored = earlier.every(number => number === total);
  const isOne = isIgnored || range.to - range.from + 1 > periodOf(range) / 2;
  const readBefore = async (): Promise<readonly BinSample[]> => {
    if (days === 0) return [];
    if ((isIgnored ? (total ?? past) : past) > WHOLE_ROWS.before)
      return concurrently(choices(days), ([bin, day]) => readBin(bin, day));
    return isOne ? readWhole(1, days) : (await concurrently(indices(days), day => readWhole(day + 1))).flat();
  };
  const before = await readBefore();
  const first = isWhole ? await readWhole(0) : await concurrently(indices(BINS), bin => readBin(bin, 0));
  // If the gateway ignores time ranges, `total` includes entries outside the range.
  const whole = isWhole ? sum(first.map(({volume}) => volume)) : undefined;
  const observed = (now: readonly BinSample[]): Observations => ({
    ...{range, now, before},
    coverage: {
      ...{read: entriesRead(), total: whole ?? total ?? entriesRead(), days, isWhole},
      ...(isWhole && hasConditions(filter) && {keptOf: total}),
    },
  });
  const readMore = async (bins: readonly number[]): Promise<Observations> => {
    const others = first.filter(({bin}) => !bins.includes(bin)).toSorted((one, other) => other.volume - one.volume);
    const pages = [
      ...bins.flatMap(bin => pagesIn(first[bin]?.volume ?? 0, FURTHER).map(page => [bin, page] as const)),
      ...others.flatMap(({bin, volume}) => pagesIn(volume, [0.5]).map(page => [bin, page] as const)),
    ].slice(0, MAX_FURTHER);
    const further = await concurrently(pages, ([bin, page]) => readBin(bin, 0, page));
    return observed(first.map(each => joined([each, ...further.filter(({bin}) => bin === each.bin)])));
  };
  return {...observed(first), ...(!isWhole && {readMore})};
};

const indices = (length: number): readonly number[] => Array.from({length}, (_, at) => at);

const choices = (days: number): readonly (readonly [bin: number, day: number])[] => {
  const parts = Math.round(BASELINE_BINS / days);
  return indices(days).flatMap(day =>
    indices(parts).map(part => {
      const begin = Math.floor((part * BINS) / parts);
      const width = Math.floor(((part + 1) * BINS) / parts) - begin;
      return [begin + ((day * 4 + part * 3) % width), day + 1] as const;
    }),
  );
};

const pagesIn = (volume: number, places: readonly number[]): readonly number[] => {
  const pages = Math.ceil(volume / PAGE_SIZE);
  return [...new Set(places.map(place => 1 + Math.floor(pages * place)))].filter(page => page > 1 && page <= pages);
};

const joined = (samples: readonly [BinSample, ...BinSample[]]): BinSample => ({
  ...samples[0],
  read: sum(samples.map(({read}) => read)),
  rows: samples.flatMap(({rows}) => rows),
});
