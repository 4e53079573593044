import type {Client} from '@edge-console/client';
import {countSlices, type TimeSlice} from '@edge-console/client/strip';
import {type LogFilter, queryOf, type TimeRange} from '../../logs/filter.ts';

/** Counts of adjacent slices, the earliest first. */
export interface LevelCounts {
  readonly all: readonly number[];
  /** Entries at a level or worse; undefined where they were not asked for, or the requests allowed were used up. */
  readonly atLeast: ReadonlyMap<number, readonly (number | undefined)[]>;
  /** False if the counts of the gateway contradict each other. */
  readonly isStable: boolean;
}

export interface LevelCountRequest {
  readonly whole: TimeSlice;
  /** Adjacent slices of `whole`. */
  readonly slices: readonly TimeSlice[];
  /** Levels to count, the most important first. */
  readonly levels: readonly number[];
  /** Counts a level only in slices that have entries and none at the levels before. */
  readonly onlyWorst?: boolean;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly signal: AbortSignal;
  /** Requests at a time; default 6. */
  readonly concurrency?: number;
  /** Requests at most for the counts of levels; default: one for each slice and level. */
  readonly requests?: number;
  /** Counts of slices from before; of all entries if `level` is undefined. */
  readonly known?: (slice: TimeSlice, level: number | undefined) => number | undefined;
}

/** Why a gateway does not count: there are few entries to read instead, or it ignores times, levels or counts. */
export type NoCounts = {readonly kind: 'few'; readonly total: number} | {readonly kind: 'unable'};

/** More than by default: with hundreds of requests, one in twenty lost would often lose all three tries of one of them. */
const RETRIES = 5;

const DAY = 86_400;
/** A short list is read: that needs fewer requests than counts. */
const FEW_ENTRIES = 2000;
const FAR_SECONDS = 100 * 365 * DAY;

/** The span of a range; one without a beginning is a day long, one without an end ends now. */
export const wholeOf = ({from, to}: TimeRange, now: number): TimeSlice => {
  const end = to ?? Math.floor(now / 1000);
  return {from: from ?? end - DAY + 1, to: end};
};

export const clippedTo =
  (whole: TimeSlice) =>
  ({from, to}: TimeSlice): TimeSlice => ({from: Math.max(from, whole.from), to: Math.min(to, whole.to)});

/** Whether a slice has not ended. */
export const isOpen = ({to}: TimeSlice, now: number): boolean => to >= Math.floor(now / 1000);

/** Counts the entries of slices, and those at some levels or worse, by halving the span. Rejects with the error of a request. */
export const countLevels = async (
  client: Client,
  filter: LogFilter,
  request: LevelCountRequest,
): Promise<LevelCounts | NoCounts> => {
  const {whole, slices, levels, onlyWorst = false, now, signal, concurrency, known} = request;
  const counter = (level: number | undefined) => (slice: TimeSlice) =>
    client.errorLogs.count(queryOf({...filter, ...(level !== undefined && {level}), range: slice}), {
      signal,
      retries: RETRIES,
    });
  const total = await counter(filter.level)(whole);
  if (total === undefined) return {kind: 'unable'};
  if (total <= FEW_ENTRIES) return {kind: 'few', total};
  // A gateway that ignores times or levels counts entries here too.
  const [future, past, lowest] = await Promise.all([
    counter(filter.level)({from: whole.to + FAR_SECONDS, to: whole.to + FAR_SECONDS + 1}),
    counter(filter.level)({from: 0, to: 1}),
    counter(0)(whole),
  ]);
  if (future !== 0 || past !== 0 || lowest === undefined || lowest >= total) return {kind: 'unable'};

  let left = request.requests ?? Number.POSITIVE_INFINITY;
  const countAt = (part: readonly TimeSlice[], level: number | undefined, atMost: readonly number[]) => {
    const count = counter(level === undefined ? filter.level : Math.min(level, filter.level ?? level));
    const guess = part.map(slice => known?.(slice, level));
    const isWhole = ({from, to}: TimeSlice): boolean => from === whole.from && to === whole.to;
    const countAll = async (slice: TimeSlice) => (isWhole(slice) ? total : count(slice));
    const countSome = async (slice: TimeSlice) => (left-- > 0 ? count(slice) : undefined);
    return countSlices(level === undefined ? countAll : countSome, part, {
      ...(concurrency !== undefined && {concurrency}),
      // Part of them may add up by chance with bounds of the others.
      ...(guess.every(value => value === undefined) ? {atMost} : {known: guess}),
    });
  };
  const all = await countAt(slices, undefined, []);
  if (all === undefined) return {kind: 'unable'};
  const atLeast = new Map<number, readonly (number | undefined)[]>();
  for (const level of levels) {
    const isNeeded = slices.map((_, at) => {
      const isDecided = all[at] === 0 || [...atLeast.values()].some(counts => (counts[at] ?? 0) > 0);
      return !(onlyWorst && isDecided);
    });
    const counts: (number | undefined)[] = slices.map(() => undefined);
    for (const {from, to} of runsOf(isNeeded)) {
      if (left <= 0) break;
      const part = await countAt(slices.slice(from, to), level, all.slice(from, to));
      if (part === undefined && left >= 0) return {kind: 'unable'};
      for (const [at, value] of (part ?? []).entries()) counts[from + at] = value;
    }
    atLeast.set(level, counts);
  }
  const closed = slices.filter(slice => !isOpen(slice, now));
  const again = await counter(filter.level)({from: whole.from, to: closed.at(-1)?.to ?? whole.from});
  const sum = closed.reduce((part, _, at) => part + (all[at] ?? 0), 0);
  const ranked = [...atLeast].toSorted(([one], [other]) => one - other).map(([, counts]) => counts);
  const isOrdered = closed.every((_, at) => {
    const counts = [...ranked, all].flatMap(each => each[at] ?? []);
    return counts.every((value, rank) => rank === 0 || value >= (counts[rank - 1] ?? 0));
  });
  return {all, atLeast, isStable: (closed.length === 0 || again === sum) && isOrdered};
};

/** The stretches of true values, [from, to). */
const runsOf = (values: readonly boolean[]): readonly {readonly from: number; readonly to: number}[] => {
  const runs: {from: number; to: number}[] = [];
  for (const [at, value] of values.entries()) {
    const last = runs.at(-1);
    if (value && last?.to === at) last.to++;
    else if (value) runs.push({from: at, to: at + 1});
  }
  return runs;
};
