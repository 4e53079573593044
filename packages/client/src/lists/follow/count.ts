import type {ListOrder} from '../walk/order.ts';

/** Changes of the level remembered while counts are unstable. */
const LEVELS = 64;
/** Polls in which missing entries are looked for, each {@link FollowLimits.depth} deeper. */
export const MAX_SEARCHES = 8;
/** Searches that end with entries found, after which the count is taken to move by itself. */
const MAX_UNDONE = 5;
/** Polls with an unchanged level after which counts are stable again. */
const CALM_POLLS = 60;

/**
 * Compares counts with the entries found. The level is the count less all entries found: constant on an exact gateway,
 * lower after rows were removed, higher by the entries that were missed. Entries that arrive during a poll may be found
 * but not counted, or counted but not found: the level of a poll is known within bounds.
 */
export interface CountState {
  readonly found: number;
  /** Levels at their last changes. */
  readonly levels: readonly number[];
  /** A rise of the level that no entry explains. */
  readonly search?:
    | {
        readonly base: number;
        readonly missing: number;
        readonly polls: number;
        readonly peak: number;
        readonly isHighest: boolean;
      }
    | undefined;
  readonly unstable: boolean;
  /** Searches that ended with enough entries found. */
  readonly undone: number;
  readonly calm: number;
  /** Greatest number that divides all counts seen: the step of rounded counts. */
  readonly step: number;
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
  undone: 0,
  calm: 0,
  step: count,
  lowest: count,
  highest: count,
});

const divisorOf = (a: number, b: number): number => (b === 0 ? a : divisorOf(b, a % b));

/** How far rounded counts may be apart, of lists with as many rows. */
const roundingOf = ({step, lowest, highest}: CountState): number => (lowest === highest || step === 1 ? 0 : step);

/** The level that an exact gateway does not exceed. While counts are unstable, the highest of the last ones. */
const baseOf = (state: CountState): number => {
  const {levels, unstable, search} = state;
  const last = levels.at(-1) ?? 0;
  return search?.base ?? (unstable ? Math.max(...levels, last + roundingOf(state)) : last);
};

/** Entries that a count promises beyond those found. */
export const missingOf = (state: CountState, count: number, arrived: number): number =>
  count - state.found - arrived - baseOf(state);

const record = (state: CountState, level: number): CountState => {
  if (level === state.levels.at(-1)) return {...state, calm: state.calm + 1};
  return {...state, calm: 0, levels: [...state.levels, level].slice(-LEVELS)};
};

/** What a poll found. */
interface Poll {
  readonly count: number | undefined;
  /** Counts of the moment at which the entries were found, within bounds. */
  readonly counted: {readonly least: number; readonly most: number} | undefined;
  readonly arrived: number;
  /** The count rose and fell again and again. */
  readonly wavers: boolean;
}

interface Told {
  readonly order: ListOrder | undefined;
  readonly first: number | undefined;
  readonly last: number | undefined;
  /** Rows with higher ids than those on the first page. */
  readonly later: number;
}

/** Counts of the moment at which the rows read were in the list: in which part of it arrivals show depends on the order. */
export const countedOf = ({order, first, last, later}: Told): Poll['counted'] => {
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
export const pollCount = (before: CountState | undefined, {count, counted, arrived, wavers}: Poll): Counted => {
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
  const isUnstable = (settled: CountState): Counted => ({
    counts: {...settled, unstable: true, undone: 0, calm: 0},
    change: {kind: 'unstable', lowest, highest},
  });
  if (wavers && !unstable) return isUnstable(record(state, Math.max(most, search?.peak ?? most)));
  if (missing > 0) {
    const fewest = Math.min(missing, search?.missing ?? missing);
    const polls = (search?.polls ?? 0) + 1;
    if (polls > MAX_SEARCHES) {
      const settled = record(state, least);
      const isRounding = !unstable && fewest <= roundingOf(state);
      return isRounding ? isUnstable(settled) : {counts: settled, change: {kind: 'gap', missing: fewest}};
    }
    const isHighest = least > Math.max(...before.levels);
    return {counts: {...state, calm: 0, search: {base, missing: fewest, polls, peak: least, isHighest}}};
  }
  // Entries that arrived during the poll hide whether the missing ones were found.
  if (search && most > base) return {counts: {...state, search}};
  const level = Math.min(most, Math.max(least, before.levels.at(-1) ?? least));
  const settled = record(search ? record(state, search.peak) : state, level);
  if (search && !unstable) {
    // The rise was undone. Entries found explain it, unless that happens again and again: then the count moves by itself.
    const undone = arrived < search.missing ? MAX_UNDONE : before.undone + 1;
    return undone < MAX_UNDONE ? {counts: {...settled, undone}} : isUnstable(settled);
  }
  if (!unstable || settled.calm < CALM_POLLS) return {counts: settled};
  return {
    counts: {...startCount(count, level), found: state.found, step},
    change: {kind: 'stable', lowest, highest},
  };
};
