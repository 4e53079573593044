import type {Client} from '@edge-console/client';
import type {ErrorLogEntry} from '@edge-console/schema';
import {Refused} from '../../../core/failure.ts';
import {hasConditions, inRange, type LogFilter, queryOf} from '../../../logs/filter.ts';
import {readEntries, testOf} from '../../../logs/read-entries.ts';

/** Number of equal parts of the range in which entries are counted. */
export const BINS = 64;
const DAY = 86_400;
/** The range is compared with the same hours of this many days before it. */
export const DAYS = 7;
/** Of each day before, this many bins are read: another choice each day, so that together they cover the day. */
const BINS_PER_DAY = 5;
/** Rows read of a bin. */
const PAGE_SIZE = 100;
/** A range of at most this many rows is read as a whole, and so are the days before it. */
const WHOLE_ROWS = {range: 12_800, before: 9_000};
/** Places in a bin of which further pages are read, as parts of its pages. */
const FURTHER = [0.2, 0.4, 0.6, 0.8];
const PARALLEL = 6;
/** See docs/field-facts.md#9. */
const IGNORED =
  'This gateway ignores times, and the list is too long to be read as a whole, so no range can be investigated.';

/** Of a whole list, progress is reported each time that this many rows were read. */
const SAID_ROWS = 500;

/** An entry that was read. `page` is the number of the request. */
export interface Observation {
  readonly entry: ErrorLogEntry;
  readonly page: number;
}

/** A part of the time of day, on one day: how many entries it has, and those that were read. */
export interface Visit {
  readonly bin: number;
  /** Number of the day: how many days the visit is before the range. */
  readonly day: number;
  /** Number of entries, without conditions. */
  readonly volume: number;
  /** Number of entries read, without conditions. `rows` are those that the conditions keep. */
  readonly read: number;
  readonly rows: readonly Observation[];
}

export interface Observations {
  readonly range: {readonly from: number; readonly to: number};
  /** One visit for each bin. */
  readonly now: readonly Visit[];
  /** Visits of the same hours on earlier days. */
  readonly before: readonly Visit[];
  readonly coverage: {
    readonly read: number;
    readonly total: number;
    /** Number of entries in the range of which conditions keep `total`. Absent without conditions, or in a sample. */
    readonly keptOf?: number;
    readonly days: number;
    readonly isWhole: boolean;
  };
}

/** `readMore` is there unless all entries were read: it reads further entries of some bins. */
interface Observed extends Observations {
  readonly readMore?: (bins: readonly number[]) => Promise<Observations>;
}

interface ObserveOptions {
  readonly range: Observations['range'];
  readonly signal: AbortSignal;
  readonly progress?: (read: number, of: number | undefined) => void;
}

/** The last 24 hours, with both ends, are a second longer than a day. */
const TOLERANCE = 60;

/** Returns the days of a range, in seconds: the range is compared with the same hours so much earlier. */
export const periodOf = ({from, to}: Observations['range']): number =>
  DAY * Math.max(1, Math.ceil((to - from + 1 - TOLERANCE) / DAY));

/** Number of the bin of a time in the range. */
const binAt = ({from, to}: Observations['range'], time: number): number =>
  Math.max(0, Math.min(BINS - 1, Math.floor(((time - from) * BINS) / (to - from + 1))));

/** Reads a sample of the range and of the same hours of the days before, by time: one request counts and reads a bin. */
export const observe = async (
  client: Client,
  filter: LogFilter,
  {range, signal, progress}: ObserveOptions,
): Promise<Observed> => {
  const isMatch = await testOf({...filter, range: {}});
  let [requests, read] = [0, 0];
  const length = range.to - range.from + 1;
  const period = periodOf(range);
  const edge = (bin: number): number => range.from + Math.ceil((bin * length) / BINS);

  const visit = async (bin: number, day: number, page = 1): Promise<Visit> => {
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

  /** Reads all entries of a time, as visits of all its bins. Entries outside the hours of the range are left out. */
  const readWhole = async (part: Observations['range']): Promise<readonly Visit[]> => {
    const found = new Map<number, Observation[]>();
    for await (const entry of readEntries(client, {...filter, range: part}, signal)) {
      const into = range.from + mod(entry.log_time - range.from, period);
      if (into > range.to) continue;
      const day = Math.floor((entry.log_time - range.from) / period);
      const key = (day + DAYS) * BINS + binAt(range, into);
      const rows = found.get(key) ?? [];
      if (rows.length === 0) found.set(key, rows);
      rows.push({entry, page: key});
      if (++read % SAID_ROWS === 0) progress?.(read, undefined);
    }
    progress?.(read, undefined);
    const days = part.from < range.from ? Array.from({length: DAYS}, (_, day) => day) : [DAYS];
    return days.flatMap(day =>
      Array.from({length: BINS}, (_, bin): Visit => {
        const rows = found.get(day * BINS + bin) ?? [];
        return {bin, day: DAYS - day, volume: rows.length, read: rows.length, rows};
      }),
    );
  };

  const past = {from: range.from - DAYS * period, to: range.from - 1};
  const count = (part: Observations['range']) => client.errorLogs.count(queryOf({...filter, range: part}), {signal});
  const [total, earlier] = [await count(range), await count(past)];
  const isWhole = total !== undefined && total <= WHOLE_ROWS.range;
  const before =
    earlier !== undefined && earlier <= WHOLE_ROWS.before
      ? await readWhole(past)
      : await inParallel(choices(), ([bin, day]) => visit(bin, day));
  const first = isWhole ? await readWhole(range) : await inParallel(indices(BINS), bin => visit(bin, 0));
  // A gateway that ignores times counts the entries of all times.
  const whole = isWhole ? first.reduce((all, {volume}) => all + volume, 0) : undefined;
  const observed = (now: readonly Visit[]): Observations => ({
    ...{range, now, before},
    coverage: {
      ...{read, total: whole ?? total ?? read, days: DAYS, isWhole},
      ...(isWhole && hasConditions(filter) && {keptOf: total}),
    },
  });
  const readMore = async (bins: readonly number[]): Promise<Observations> => {
    const pages = bins.flatMap(bin => pagesIn(first[bin]?.volume ?? 0).map(page => [bin, page] as const));
    const further = await inParallel(pages, ([bin, page]) => visit(bin, 0, page));
    return observed(
      first.map(each =>
        joined(
          each,
          further.filter(({bin}) => bin === each.bin),
        ),
      ),
    );
  };
  return {...observed(first), ...(!isWhole && {readMore})};
};

const mod = (value: number, by: number): number => ((value % by) + by) % by;

const indices = (length: number): readonly number[] => Array.from({length}, (_, at) => at);

/** Bins and days to visit: each day another bin of each part of the day. */
const choices = (): readonly (readonly [bin: number, day: number])[] =>
  indices(DAYS).flatMap(day =>
    indices(BINS_PER_DAY).map(part => {
      const begin = Math.floor((part * BINS) / BINS_PER_DAY);
      const width = Math.floor(((part + 1) * BINS) / BINS_PER_DAY) - begin;
      return [begin + ((day * 4 + part * 3) % width), day + 1] as const;
    }),
  );

export const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;

/** Returns pages of a bin of `volume` entries, besides the first. */
const pagesIn = (volume: number): readonly number[] => {
  const pages = Math.ceil(volume / PAGE_SIZE);
  return [...new Set(FURTHER.map(place => 1 + Math.floor(pages * place)))].filter(page => page > 1 && page <= pages);
};

const joined = (visit: Visit, others: readonly Visit[]): Visit =>
  others.length === 0
    ? visit
    : {
        ...visit,
        read: visit.read + others.reduce((all, each) => all + each.read, 0),
        rows: [...visit.rows, ...others.flatMap(each => each.rows)],
      };

const inParallel = async <T, R>(items: readonly T[], run: (item: T) => Promise<R>): Promise<readonly R[]> => {
  const results: R[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    try {
      while (next < items.length) {
        const at = next++;
        results[at] = await run(items[at] as T);
      }
    } catch (error) {
      // The other workers end too.
      next = items.length;
      throw error;
    }
  };
  await Promise.all(indices(PARALLEL).map(worker));
  return results;
};
