import type {Client} from '@edge-console/client';
import {type CountedPart, countParts, sliceCounts, type TimeSlice} from '@edge-console/client/histogram';
import {type LogFilter, queryOf} from '../../logs/filter.ts';
import {ENTRIES_PER_REQUEST, readEntries} from '../../logs/read-entries.ts';
import {isOpen, isWithin} from './spans.ts';

/** In place of a level: every entry is at this level or worse. */
export const ALL_LEVELS = Number.POSITIVE_INFINITY;

/** Counts of adjacent slices, the earliest first, of the entries at a level or worse; absent for a level not counted. */
export type LevelParts = ReadonlyMap<number, readonly CountedPart[]>;

export interface LevelCounts {
  readonly parts: LevelParts;
  /** False if the counts of the gateway contradict each other. */
  readonly isStable: boolean;
}

/** A level to count, and requests for it at most. One that comes again goes on where it stopped. */
interface LevelStage {
  readonly level: number;
  readonly requests?: number;
}

export interface LevelCountRequest {
  readonly whole: TimeSlice;
  /** Adjacent slices of `whole`. */
  readonly slices: readonly TimeSlice[];
  /** Levels to count once the slices are, in this order. */
  readonly stages: readonly LevelStage[];
  /** Counts a level only where it may decide which is the most severe one of a slice. */
  readonly onlyWorst?: boolean;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly signal: AbortSignal;
  /** Requests at a time; default 6. */
  readonly concurrency?: number;
  /** Requests at most. Levels that they are too few for stay counted in parts of several slices. Default: no limit. */
  readonly requests?: number;
  /** Parts counted before. */
  readonly known?: (level: number) => readonly CountedPart[];
  readonly onProgress?: (soFar: LevelParts) => void;
}

/** More than by default: with hundreds of requests, one in twenty lost would often lose all three tries of one of them. */
const RETRIES = 5;
/** A short list is read: that needs fewer requests than counts. */
const FEW_ENTRIES = 2000;
const FAR_SECONDS = 100 * 365 * 86_400;

/**
 * Counts the entries of slices, and those at some levels or worse, by halving the span; reads the entries where that takes
 * fewer requests. Sends no request twice. Undefined if the gateway ignores times, levels or counts. Rejects with the error
 * of a request.
 */
export const countLevels = async (
  client: Client,
  filter: LogFilter,
  request: LevelCountRequest,
): Promise<LevelCounts | undefined> => {
  const {whole, slices, stages, onlyWorst = false, signal, concurrency, known = () => [], onProgress} = request;
  const {count, sent} = createCounts(client, filter, signal);
  const total = await count(whole);
  if (total === undefined) return undefined;
  if (total <= FEW_ENTRIES) {
    const {partsOf, isComplete} = await readSlices(client, {...filter, range: whole}, {slices, signal});
    const levels = [ALL_LEVELS, ...stages.map(({level}) => level)];
    return {parts: new Map(levels.map(level => [level, partsOf(level)])), isStable: isComplete};
  }
  // A gateway that ignores times or levels counts entries here too.
  const far = {from: whole.to + FAR_SECONDS, to: whole.to + FAR_SECONDS + 1};
  const [future, past, lowest] = await Promise.all([count(far), count({from: 0, to: 1}), count(whole, 0)]);
  const ignoresLevels = lowest === undefined || (lowest >= total && filter.level !== 0);
  if (future !== 0 || past !== 0 || ignoresLevels) return undefined;

  const counted = new Map<number, readonly CountedPart[]>();
  const found = (level: number, parts: readonly CountedPart[]): void => {
    counted.set(level, parts);
    onProgress?.(counted);
  };
  const atOnce = concurrency === undefined ? {} : {concurrency};
  const entire = (entries: number): readonly CountedPart[] => [{begin: 0, end: slices.length, count: entries}];
  const all = await countParts(count, slices, {
    ...{...atOnce, from: entire(total), known: known(ALL_LEVELS)},
    onParts: parts => found(ALL_LEVELS, parts),
  });
  if (all === undefined) return undefined;
  counted.set(ALL_LEVELS, all);

  let pages = 0;
  for (const {level, requests = Number.POSITIVE_INFINITY} of stages) {
    // One is left for the check at the end.
    const left = (request.requests ?? Number.POSITIVE_INFINITY) - sent() - pages - 1;
    const most = Math.min(requests, left);
    const wanted = slices.map((_, at) => !onlyWorst || mayDecide(counted, level, at));
    const before = counted.get(level);
    if (most <= 0 || !wanted.includes(true)) continue;
    const entries = before === undefined ? await count(whole, level) : 0;
    if (entries === undefined) return undefined;
    const reading = pagesOf(entries);
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
    const parts = await countParts(slice => count(slice, level), slices, {
      ...{...atOnce, from: before ?? entire(entries), known: known(level)},
      bounds: [...counted.values()].map(each => sliceCounts(each, slices.length)),
      requests: before === undefined ? most - 1 : most,
      halves: ({begin, end}) => wanted.slice(begin, end).includes(true),
      onParts: parts => found(level, parts),
    });
    if (parts === undefined) return undefined;
    counted.set(level, parts);
  }
  return {parts: counted, isStable: await fitsAgain(counted, request, count)};
};

/** A filter for entries at a level or worse. */
export const orWorse = (filter: LogFilter, level: number): LogFilter =>
  level === ALL_LEVELS ? filter : {...filter, level: Math.min(level, filter.level ?? level)};

type Count = (slice: TimeSlice, level?: number) => Promise<number | undefined>;

/** Counts entries at a level or worse; the same count is requested once. */
const createCounts = (client: Client, filter: LogFilter, signal: AbortSignal) => {
  const answers = new Map<string, Promise<number | undefined>>();
  const count: Count = (range, level = ALL_LEVELS) => {
    const query = queryOf({...orWorse(filter, level), range});
    const key = JSON.stringify(query);
    const answer = answers.get(key) ?? client.errorLogs.count(query, {signal, retries: RETRIES});
    answers.set(key, answer);
    return answer;
  };
  return {count, sent: () => answers.size};
};

/** Requests that read so many entries: the pages, the end of the list, and its top again. */
const pagesOf = (entries: number): number => Math.ceil(entries / ENTRIES_PER_REQUEST) + 3;

/** Reads the entries of slices, and counts those at a level or worse. */
const readSlices = async (
  client: Client,
  filter: LogFilter,
  {slices, signal}: Pick<LevelCountRequest, 'slices' | 'signal'>,
) => {
  const reader = readEntries(client, filter, signal);
  const entries = await Array.fromAsync(reader);
  const partsOf = (level: number): readonly CountedPart[] => {
    const times = entries.filter(entry => (entry.level ?? ALL_LEVELS) <= level).map(each => each.log_time);
    return slices.map((slice, begin) => ({begin, end: begin + 1, count: times.filter(isWithin(slice)).length}));
  };
  return {partsOf, isComplete: reader.missing(entries.length) === undefined};
};

/** Whether entries at a level or worse may decide which level is the most severe one of a slice. */
const mayDecide = (counted: LevelParts, level: number, at: number): boolean => {
  const exactAt = (parts: readonly CountedPart[]): number | undefined =>
    parts.find(({begin, end, count}) => begin <= at && at < end && (end - begin === 1 || count === 0))?.count;
  return [...counted].every(([other, parts]) => {
    if (other === level) return exactAt(parts) === undefined;
    return other < level ? exactAt(parts) === 0 : exactAt(parts) !== 0;
  });
};

/** Whether counts do not contradict each other: levels among themselves, and a span that was not counted so far. */
const fitsAgain = async (
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
