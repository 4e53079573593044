import type {Client} from '@edge-console/client';
import {type CountedPart, countParts, sliceCounts, type TimeSlice} from '@edge-console/client/histogram';
import {inRange, type LogFilter, queryOf} from '../../logs/filter.ts';
import {ENTRIES_PER_REQUEST, readEntries} from '../../logs/read-entries.ts';
import {FAR_SECONDS} from './ids/by-count.ts';
import {isOpen} from './spans.ts';

/** Lower numbers are more severe, so every entry is at this level or worse. */
export const ALL_LEVELS = Number.POSITIVE_INFINITY;

/** For each level, the counts of entries at that level or worse, earliest first. */
export type LevelParts = ReadonlyMap<number, readonly CountedPart[]>;

interface LevelStage {
  readonly level: number;
  /** Maximum number of requests. A later stage for the same level refines the counts further. Default: no limit. */
  readonly requests?: number;
}

interface LevelCountRequest {
  readonly whole: TimeSlice;
  readonly slices: readonly TimeSlice[];
  /** Levels to count, in this order. Before the first of them, entries are counted regardless of level. */
  readonly stages: readonly LevelStage[];
  /** If true, a level is not counted in time slices whose most severe level is already known. Default: false. */
  readonly onlyWorst?: boolean;
  readonly now: number;
  readonly signal: AbortSignal;
  readonly concurrency?: number;
  /** Maximum number of requests. If it is reached, some counts are for several slices together. Default: no limit. */
  readonly requests?: number;
  readonly known?: (level: number) => readonly CountedPart[];
  readonly onProgress?: (soFar: LevelParts) => void;
}

/** The client's default of two retries is too low for hundreds of requests if the network loses one in twenty. */
const RETRIES = 5;
/** Reading so few entries takes fewer requests than counting them. */
const FEW_ENTRIES = 2000;

/** Undefined if the gateway ignores `start_time`, `end_time` or `level`, or sends no counts. */
export const countLevels = async (
  client: Client,
  filter: LogFilter,
  request: LevelCountRequest,
): Promise<{readonly parts: LevelParts; readonly isStable: boolean} | undefined> => {
  const {whole, slices, stages, onlyWorst = false, signal, concurrency = 6, known = () => [], onProgress} = request;
  const {requests: maximum = Number.POSITIVE_INFINITY} = request;
  const {count, sent} = createCounts(client, filter, signal);
  const total = await count(whole);
  if (total === undefined) return undefined;
  if (total <= FEW_ENTRIES) {
    const {partsOf, isComplete} = await readSlices(client, {...filter, range: whole}, {slices, signal});
    const levels = [ALL_LEVELS, ...stages.map(({level}) => level)];
    return {parts: new Map(levels.map(level => [level, partsOf(level)])), isStable: isComplete};
  }
  // Test whether the gateway ignores filters: it must find no entries in the far future and in 1970, and not all
  // entries at level 0, the most severe level.
  const far = {from: whole.to + FAR_SECONDS, to: whole.to + FAR_SECONDS + 1};
  const [future, past, lowest] = await Promise.all([count(far), count({from: 0, to: 1}), count(whole, 0)]);
  const ignoresLevels = lowest === undefined || (lowest >= total && filter.level !== 0);
  if (future !== 0 || past !== 0 || ignoresLevels) return undefined;

  const counted = new Map<number, readonly CountedPart[]>();
  const found = (level: number, parts: readonly CountedPart[]): void => {
    counted.set(level, parts);
    onProgress?.(counted);
  };
  const entire = (entries: number): readonly CountedPart[] => [{begin: 0, end: slices.length, count: entries}];
  const countLevel = async (level: number, options: Parameters<typeof countParts>[2]) => {
    const onParts = (parts: readonly CountedPart[]): void => found(level, parts);
    const shared = {concurrency, known: [known(level), ...counted.values()], onParts};
    const parts = await countParts(slice => count(slice, level), slices, {...shared, ...options});
    if (parts !== undefined) counted.set(level, parts);
    return parts !== undefined;
  };
  if (!(await countLevel(ALL_LEVELS, {from: entire(total)}))) return undefined;

  let pages = 0;
  for (const {level, requests = Number.POSITIVE_INFINITY} of stages) {
    // Reserve one request for the consistency check at the end.
    const left = maximum - sent() - pages - 1;
    const most = Math.min(requests, left);
    const wanted = slices.map((_, at) => !onlyWorst || mayDecide(counted, level, at));
    const before = counted.get(level);
    if (most <= 0 || !wanted.includes(true)) continue;
    const entries = before === undefined ? await count(whole, level) : 0;
    if (entries === undefined) return undefined;
    // Three more requests find the end of the list, and read the newest entries again to detect updates.
    const reading = Math.ceil(entries / ENTRIES_PER_REQUEST) + 3;
    if (entries > 0 && entries <= FEW_ENTRIES && reading < Math.min(left, wanted.filter(Boolean).length)) {
      pages += reading;
      const {partsOf, isComplete} = await readSlices(
        client,
        {...orWorse(filter, level), range: whole},
        {slices, signal},
      );
      if (isComplete) {
        found(level, partsOf(level));
        continue;
      }
    }
    const isCounted = await countLevel(level, {
      from: before ?? entire(entries),
      requests: before === undefined ? most - 1 : most,
      halves: ({begin, end}) => wanted.slice(begin, end).includes(true),
    });
    if (!isCounted) return undefined;
  }
  return {parts: counted, isStable: await isConsistent(counted, request, count)};
};

export const orWorse = (filter: LogFilter, level: number): LogFilter =>
  level === ALL_LEVELS ? filter : {...filter, level: Math.min(level, filter.level ?? level)};

type Count = (slice: TimeSlice, level?: number) => Promise<number | undefined>;

const createCounts = (client: Client, filter: LogFilter, signal: AbortSignal) => {
  const responses = new Map<string, Promise<number | undefined>>();
  const count: Count = (range, level = ALL_LEVELS) => {
    const query = queryOf({...orWorse(filter, level), range});
    const key = JSON.stringify(query);
    const response = responses.get(key) ?? client.errorLogs.count(query, {signal, retries: RETRIES});
    responses.set(key, response);
    return response;
  };
  return {count, sent: () => responses.size};
};

const readSlices = async (
  client: Client,
  filter: LogFilter,
  {slices, signal}: Pick<LevelCountRequest, 'slices' | 'signal'>,
) => {
  const reader = readEntries(client, filter, signal);
  const entries = await Array.fromAsync(reader);
  const partsOf = (level: number): readonly CountedPart[] => {
    const counted = entries.filter(entry => (entry.level ?? ALL_LEVELS) <= level);
    const countIn = (slice: TimeSlice): number => counted.filter(entry => inRange(entry, slice)).length;
    return slices.map((slice, begin) => ({begin, end: begin + 1, count: countIn(slice)}));
  };
  return {partsOf, isComplete: reader.missing(entries.length) === undefined};
};

/** Whether `level` must be counted to find the most severe level in the slice at index `at`. */
const mayDecide = (counted: LevelParts, level: number, at: number): boolean => {
  const exactAt = (parts: readonly CountedPart[]): number | undefined =>
    parts.find(({begin, end, count}) => begin <= at && at < end && (end - begin === 1 || count === 0))?.count;
  return [...counted].every(([other, parts]) => {
    if (other === level) return exactAt(parts) === undefined;
    return other < level ? exactAt(parts) === 0 : exactAt(parts) !== 0;
  });
};

/**
 * The count of a level includes more severe levels, so it must not be lower than the count of a more severe level. The
 * count of a time range must be the sum of the counts of its slices.
 */
const isConsistent = async (
  counted: LevelParts,
  {slices, now}: Pick<LevelCountRequest, 'slices' | 'now'>,
  count: Count,
): Promise<boolean> => {
  const ranked = [...counted].toSorted(([one], [other]) => one - other);
  const counts = ranked.map(([, parts]) => sliceCounts(parts, slices.length));
  const closed = slices.filter(slice => !isOpen(slice, now));
  const isOrdered = closed.every((_, at) => {
    const values = counts.flatMap(each => each[at] ?? []);
    return values.every((value, rank) => rank === 0 || value >= (values[rank - 1] ?? 0));
  });
  const [, second] = closed;
  const last = closed.at(-1);
  if (second === undefined || last === undefined || second === last) return isOrdered;
  const all = counts.at(-1)?.slice(1, closed.length) ?? [];
  const sum = all.reduce<number>((part, value) => part + (value ?? 0), 0);
  return isOrdered && (await count({from: second.from, to: last.to})) === sum;
};
