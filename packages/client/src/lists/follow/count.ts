import type {ListOrder} from '../order.ts';

/** Number of past levels remembered. */
const LEVELS = 64;
/** Polls in a row in which missing entries are searched for. */
export const MAX_SEARCHES = 8;
/** After so many searches that found the missing entries, the count is taken to change by itself. */
const MAX_RESOLVED = 5;
/** After so many polls with an unchanged level, counts are stable again. */
const STABLE_POLLS = 60;

/**
 * Compares counts with the entries found, to detect missed entries. The level is the count minus all entries found
 * since the start: with a count of 120 and 20 entries found, it is 100. If counts are exact, the level stays the same
 * while arrivals are found, falls when rows are removed, and rises by the entries that were missed.
 *
 * Entries that arrive during a poll may be found but not counted, or counted but not found. So a poll gives a least and
 * a greatest possible level.
 */
export interface CountState {
  /** Entries found since the start. */
  readonly found: number;
  /** The last levels, the latest at the end; equal ones in a row once. */
  readonly levels: readonly number[];
  /** Set while missing entries are searched for: the level is higher than the entries found explain. */
  readonly search?:
    | {
        /** The level before the rise. */
        readonly base: number;
        /** Entries missing: the fewest of all polls of the search. */
        readonly missing: number;
        /** Polls of the search so far. */
        readonly polls: number;
        /** The least possible level at the last poll. */
        readonly level: number;
        /** Whether that level is above all levels remembered. */
        readonly isHighest: boolean;
      }
    | undefined;
  /** The count changes by itself: it jitters, is an estimate, is rounded, or comes from replicas that differ. */
  readonly unstable: boolean;
  /** Number of searches that ended because the missing entries were found. */
  readonly resolved: number;
  /** Number of polls in a row with an unchanged level. */
  readonly unchangedPolls: number;
  /** Greatest common divisor of all counts: the rounding step, if counts are rounded. */
  readonly step: number;
  /** Lowest and highest count seen. */
  readonly lowest: number;
  readonly highest: number;
}

export type CountChange =
  | {readonly kind: 'unstable' | 'stable'; readonly lowest: number; readonly highest: number}
  | {readonly kind: 'gap'; readonly missing: number};

const startCount = (count: number, level: number): CountState => ({
  found: 0,
  levels: [level],
  unstable: false,
  resolved: 0,
  unchangedPolls: 0,
  step: count,
  lowest: count,
  highest: count,
});

const divisorOf = (a: number, b: number): number => (b === 0 ? a : divisorOf(b, a % b));

/** How much two rounded counts of the same number of rows may differ; 0 if counts are not rounded. */
const roundingOf = ({step, lowest, highest}: CountState): number => (lowest === highest || step === 1 ? 0 : step);

/** The level above which entries are missing. While counts are unstable: the highest of the levels remembered. */
const baseOf = (state: CountState): number => {
  const {levels, unstable, search} = state;
  const last = levels.at(-1) ?? 0;
  return search?.base ?? (unstable ? Math.max(...levels, last + roundingOf(state)) : last);
};

/** Number of entries that are in the count and were not found; `arrived` are those found in this poll. */
export const missingOf = (state: CountState, count: number, arrived: number): number =>
  count - state.found - arrived - baseOf(state);

/** Adds a level. */
const record = (state: CountState, level: number): CountState => {
  if (level === state.levels.at(-1)) return {...state, unchangedPolls: state.unchangedPolls + 1};
  return {...state, unchangedPolls: 0, levels: [...state.levels, level].slice(-LEVELS)};
};

/** What a poll found. */
interface Poll {
  readonly count: number | undefined;
  /** Least and greatest possible count at the moment at which the entries were read. */
  readonly counted: {readonly least: number; readonly most: number} | undefined;
  /** New entries found. */
  readonly arrived: number;
  /** The count rose and fell several times within the poll. */
  readonly jitters: boolean;
}

interface PollCounts {
  readonly order: ListOrder | undefined;
  /** Counts of the first and of the last page. */
  readonly first: number | undefined;
  readonly last: number | undefined;
  /** Rows read whose ids are higher than all on the first page: they may have arrived after it. */
  readonly later: number;
}

/**
 * Least and greatest possible count at the moment at which the rows were read. Oldest first: arrivals are on the last
 * page, so its count applies. Newest first: the count of the first page, which may lack rows that arrived later and
 * were read.
 */
export const countedOf = ({order, first, last, later}: PollCounts): Poll['counted'] => {
  if (first === undefined || last === undefined) return undefined;
  if (order === 'oldest-first') return {least: last, most: last};
  if (order === 'mixed') return {least: Math.min(first, last), most: Math.max(first, last)};
  return {least: first, most: first + later};
};

interface Counted {
  readonly counts: CountState | undefined;
  readonly change?: CountChange;
}

/** The state after a poll. */
export const pollCount = (before: CountState | undefined, {count, counted, arrived, jitters}: Poll): Counted => {
  if (count === undefined || counted === undefined) return {counts: before};
  if (before === undefined) return {counts: startCount(count, counted.most)};
  const {search, unstable} = before;
  const lowest = Math.min(before.lowest, count);
  const highest = Math.max(before.highest, count);
  const step = divisorOf(before.step, count);
  const state = {...before, found: before.found + arrived, step, lowest, highest, search: undefined};
  const [least, most] = [counted.least - state.found, counted.most - state.found];
  const base = baseOf({...before, step, lowest, highest});
  const missing = least - base;
  const becomeUnstable = (settled: CountState): Counted => ({
    counts: {...settled, unstable: true, resolved: 0, unchangedPolls: 0},
    change: {kind: 'unstable', lowest, highest},
  });
  if (jitters && !unstable) return becomeUnstable(record(state, Math.max(most, search?.level ?? most)));
  if (missing > 0) {
    const fewest = Math.min(missing, search?.missing ?? missing);
    const polls = (search?.polls ?? 0) + 1;
    if (polls > MAX_SEARCHES) {
      const settled = record(state, least);
      const isRounding = !unstable && fewest <= roundingOf(state);
      return isRounding ? becomeUnstable(settled) : {counts: settled, change: {kind: 'gap', missing: fewest}};
    }
    const isHighest = least > Math.max(...before.levels);
    return {counts: {...state, unchangedPolls: 0, search: {base, missing: fewest, polls, level: least, isHighest}}};
  }
  // Entries that arrived during the poll may be counted or not: it is not known whether the missing ones were found.
  if (search && most > base) return {counts: {...state, search}};
  const level = Math.min(most, Math.max(least, before.levels.at(-1) ?? least));
  const settled = record(search ? record(state, search.level) : state, level);
  if (search && !unstable) {
    // The level is no longer too high. If fewer entries were found than were missing, the count changed by itself. The
    // same is assumed after several searches that found enough.
    const resolved = arrived < search.missing ? MAX_RESOLVED : before.resolved + 1;
    return resolved < MAX_RESOLVED ? {counts: {...settled, resolved}} : becomeUnstable(settled);
  }
  if (!unstable || settled.unchangedPolls < STABLE_POLLS) return {counts: settled};
  return {
    counts: {...startCount(count, level), found: state.found, step},
    change: {kind: 'stable', lowest, highest},
  };
};
