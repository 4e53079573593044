import {createIdSet} from '../id-set.ts';
import {startOf, type Window} from './overlap.ts';
import {isRepeated, type Relation, relationOf, type Taken} from './relation.ts';
import {
  type Answer,
  cannotOverlap,
  fullSize,
  initialState,
  learnPageSize,
  nextWindow,
  nextWindows,
  type Paging,
  type Progress,
} from './traversal-state.ts';

export interface TraversalOptions {
  /** Position of the first row, from 0. */
  readonly start?: number;
  /** Rows read before: the first window has to show one of them. */
  readonly after?: {has(id: number): boolean};
  /**
   * `adjacent`: after {@link TRIAL_WINDOWS} that overlapped and fitted, windows do not overlap until a count or a row
   * shows that the list changed.
   */
  readonly windows: 'adjacent' | 'overlapping';
}

/** Counts that vary and replicas that differ may fit by chance: so many windows in a row rarely do. */
const TRIAL_WINDOWS = 4;
/** Number of windows requested again, each further up, to find the rows read last. */
const MAX_RETRIES = 4;
/** After so many repeated answers in a row, the first page is read: it shows whether the gateway ignores `page`. */
const MAX_REPEATS = 3;

/** The most requests that a walk or a poll may send to read so many rows. */
export const requestBudget = (rows: number, pageSize: number): number => 4 * Math.ceil(rows / pageSize) + 20;

export type Traversal = ReturnType<typeof createTraversal>;

/**
 * Reads a list from a position on, without gaps. If a window shows a row of the window before it, no row between them
 * was missed, even if rows moved or another replica answered. Positions and counts only decide which window to request
 * next. If a window shows no such row, one further up is requested, at most {@link MAX_RETRIES} times. After that, the
 * window is taken all the same, and counted in `gaps`.
 *
 * The state depends only on the answers and their order.
 */
export const createTraversal = (paging: Paging, {start = 0, after, windows}: TraversalOptions) => {
  const seen = createIdSet();
  const trial = windows === 'adjacent' ? TRIAL_WINDOWS : 0;
  const state = initialState(paging, {start, after, overlapping: trial === 0, trial});

  /** Windows overlap from now on. */
  const overlap = (): void => {
    if (!state.overlapping) state.trusted = state.position;
    state.overlapping = true;
    state.trial = 0;
  };
  /** Marks the list as changed: windows overlap from now on. */
  const distrust = (): void => {
    state.disturbed = true;
    overlap();
  };

  const take = (answer: Answer, requested: Window): void => {
    const {ids, count} = answer;
    state.advanced = false;
    if (!state.probing && isSuspect(ids, requested)) {
      state.count = count;
      return;
    }
    learnPageSize(state, answer, requested);
    if (count === undefined) overlap();
    if (state.probing) {
      endProbe(ids);
      return;
    }
    state.previous = {ids, start: startOf(requested)};
    const full = fullSize(state);
    const window = {page: requested.page, size: state.sizes === 'fixed' ? full : Math.min(requested.size, full)};
    const known = ids.filter(id => seen.has(id) || after?.has(id)).length;
    const expected = Math.min(Math.max(0, state.position - startOf(window)), ids.length);
    const taken = {window, known, expected};
    const relation = relationOf(state, answer, taken);
    const isJoined = JOINED.has(relation);
    if (state.sizes === 'unknown' && state.overlapping && window.size < full) {
      // If the gateway does not honour sizes, the window starts at another position than requested.
      // It may also be the end of the list in pages of `full` rows.
      state.probing =
        !isJoined || (ids.length < window.size && ids.length === Number(count) - (window.page - 1) * full);
      if (state.probing) return;
      state.sizes = 'honoured';
    }
    if (ids.length > 0 || count !== state.count) compareCounts(answer, taken);
    if (isJoined) {
      join(ids, {...taken, relation});
      accept(answer, window, requested.size);
    } else if (relation === 'end') state.ended = true;
    else if (state.attempts < MAX_RETRIES) retry(ids);
    else {
      acceptGap();
      if (relation === 'past') state.ended = true;
      else accept(answer, window, requested.size);
    }
    for (const id of ids) seen.add(id);
    state.count = count;
  };

  /** Whether an answer cannot be used: it repeats the last one, or has more rows than requested. */
  const isSuspect = (ids: readonly number[], requested: Window): boolean => {
    const {previous, rows, sizes} = state;
    state.repeats = startOf(requested) !== previous.start && isRepeated(ids, previous.ids) ? state.repeats + 1 : 0;
    // The first repeat may come from a cache. A second one is used: after a page of arrivals, the same rows are right.
    // A third one may come from a gateway that ignores `page`: the first page is read to find out.
    if (state.repeats === 1 || state.repeats === MAX_REPEATS) {
      state.probing = state.repeats === MAX_REPEATS;
      distrust();
      return true;
    }
    // Either the gateway has a fixed page size, or a cache gave the answer to another request: a probe shows which.
    state.probing = rows !== undefined && sizes !== 'fixed' && ids.length > requested.size;
    return state.probing;
  };

  /** Takes the answer to a probe, a smaller first page: it shows whether the gateway honours sizes and page numbers. */
  const endProbe = (ids: readonly number[]): void => {
    const {previous} = state;
    state.probing = false;
    state.previous = {ids, start: 0};
    if (state.sizes === 'unknown') state.sizes = 'honoured';
    if (state.repeats !== MAX_REPEATS) return;
    state.ignoresPage = isRepeated(ids, previous.ids);
    state.ended = state.ignoresPage;
    state.repeats++;
  };

  /**
   * Compares the rise of the count with the rows that were read before. Windows overlap for good as soon as the two do
   * not fit.
   */
  const compareCounts = ({ids, count}: Answer, {known, expected}: Taken): void => {
    if (state.tail === undefined || (state.overlapping && state.trial === 0)) return;
    const rise = (count ?? Number.NaN) - (state.count ?? Number.NaN);
    if (known > expected) state.moved = true;
    if (!state.overlapping) state.shifted += known - expected;
    const isShifted = known === Math.min(expected + rise, ids.length) && (known === 0 || seen.has(ids[0] ?? 0));
    if (!(rise >= 0 && isShifted)) distrust();
  };

  const join = (ids: readonly number[], {relation, known, window}: Taken & {relation: Relation}): void => {
    measureShift(ids, startOf(window));
    state.advanced = known < ids.length;
    if (state.advanced || ids.some(id => state.ahead.has(id))) state.attempts = 0;
    state.retries = 0;
    if (relation === 'assumed') state.unproven++;
    if (relation !== 'behind') state.ahead = new Set();
  };

  /** How far the rows of the last window have moved. */
  const measureShift = (ids: readonly number[], from: number): void => {
    const {last, overlapping} = state;
    state.shiftUp = 0;
    if (!overlapping || last === undefined) return;
    const at = last.ids.indexOf(ids[0] ?? 0);
    const shift = at === -1 ? 0 : from - last.start - at;
    if (at === -1 || shift !== 0) state.moved = true;
    state.shifted += shift;
    // If rows move down, windows overlap more. Only if they move up, the next window has to start earlier.
    state.shiftUp = Math.min(0, Math.max(shift, -fullSize(state)));
  };

  const retry = (ids: readonly number[]): void => {
    distrust();
    state.retries++;
    state.attempts++;
    state.shiftUp = 0;
    for (const id of ids) state.ahead.add(id);
  };

  const acceptGap = (): void => {
    state.gaps++;
    state.retries = 0;
    state.attempts = 0;
    state.ahead = new Set();
  };

  /** Moves on after a window. */
  const accept = ({ids, count}: Answer, window: Window, asked: number): void => {
    const isFirst = state.tail === undefined;
    const from = startOf(window);
    const isShort = ids.length < window.size;
    const isPromised = count !== undefined && from + ids.length < count;
    state.position = from + (isShort && isPromised ? window.size : ids.length);
    state.page = window.page;
    if (ids.length > 0) {
      state.tail = new Set(ids);
      state.last = {ids, start: from};
    } else state.tail ??= new Set();
    state.shortPages = isShort || (isFirst && ids.length < asked) ? state.shortPages + 1 : 0;
    const isLast = !isPromised || (state.overlapping && state.shortPages > 1 && !cannotOverlap(state));
    if (state.repeats === 0 && isShort && isLast) state.ended = true;
    if (state.trial > 0) continueTrial(isFirst);
  };

  const continueTrial = (isFirst: boolean): void => {
    if (!isFirst) state.trial--;
    state.overlapping = state.trial > 0 && !cannotOverlap(state);
    if (state.overlapping) return;
    state.trial = 0;
    state.page = Math.floor(state.position / fullSize(state));
  };

  /** A full page is requested with the size of the caller, which the gateway may cap. */
  const asRequested = ({page, size}: Window): Window => ({
    page,
    size: size === fullSize(state) ? state.pageSize : size,
  });
  return {
    progress: state as Readonly<Progress>,
    take,
    distrust,
    /** The window to request next. */
    next: (): Window => asRequested(nextWindow(state)),
    /** The next windows, at most `many`, if the list does not change. Only one if windows overlap. */
    plan: (many: number): readonly Window[] => nextWindows(state, many).map(asRequested),
    /** Windows overlap from now on, but rows read so far need not be read again. */
    trust(): void {
      state.overlapping = true;
      state.trial = 0;
    },
    get paging(): Paging {
      const {pageSize, rows, sizes, previous} = state;
      return {pageSize, rows, sizes, previous};
    },
  };
};

/** Relations of a window that is taken as the continuation of the last one. */
const JOINED: ReadonlySet<Relation> = new Set(['joined', 'assumed', 'behind']);
