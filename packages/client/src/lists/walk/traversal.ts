import {createIdSet} from './id-set.ts';
import {startOf, type Window} from './overlap.ts';
import {isRepeated, type Relation, relationOf} from './relation.ts';
import {
  type Answer,
  fullSize,
  initialState,
  isRigid,
  learnPageSize,
  nextWindow,
  nextWindows,
  type Paging,
  type Progress,
} from './traversal-state.ts';

export interface TraversalOptions {
  /** Position of the first row, from 0. */
  readonly start?: number;
  /** Rows read before, one of which the first window has to show. */
  readonly after?: {has(id: number): boolean};
  /** `adjacent` trusts equal counts, until an answer contradicts them. */
  readonly windows: 'adjacent' | 'overlapping';
}

/** Windows tried, each further up, to find the rows read last. */
const MAX_RETRIES = 4;
/** Repeated answers in a row after which the first page shows whether the gateway ignores `page`. */
const MAX_REPEATS = 3;

/** Requests of a walk or of a poll, at most, that reads so many rows. */
export const requestBudget = (rows: number, pageSize: number): number => 4 * Math.ceil(rows / pageSize) + 20;

export type Traversal = ReturnType<typeof createTraversal>;

/**
 * Reads a list forward from a position, without a gap. A window that shows a row of the window before it continues it:
 * no row between them was missed, wherever rows moved and whichever replica answered. Positions and counts are hints for
 * the window to request next. A window that shows none is requested again further up, at most {@link MAX_RETRIES} times;
 * then the gap is accepted, and counted in `gaps`.
 *
 * A pure function of the answers in the order taken.
 */
export const createTraversal = (paging: Paging, {start = 0, after, windows}: TraversalOptions) => {
  const seen = createIdSet();
  const state = initialState(paging, {start, after, overlapping: windows === 'overlapping'});

  /** Windows overlap from now on. */
  const overlap = (): void => {
    if (!state.overlapping) state.trusted = state.position;
    state.overlapping = true;
  };
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
    const relation = relationOf(state, answer, {window, known});
    const isJoined = JOINED.has(relation);
    if (state.sizes === 'unknown' && state.overlapping && window.size < full) {
      // Where a size is not honoured, the window is elsewhere.
      state.probing = !isJoined;
      if (state.probing) return;
      state.sizes = 'honoured';
    }
    if (ids.length > 0 || count !== state.count) compareCounts(answer, known);
    if (isJoined) {
      join(ids, {relation, known, window});
      accept(answer, window, requested.size);
    } else if (relation === 'end') state.ended = true;
    else if (state.attempts < MAX_RETRIES) retry(ids);
    else {
      passGap();
      if (relation === 'past') state.ended = true;
      else accept(answer, window, requested.size);
    }
    for (const id of ids) seen.add(id);
    state.count = count;
  };

  /** An answer that has no place: one that came before, or one longer than asked for. */
  const isSuspect = (ids: readonly number[], requested: Window): boolean => {
    const {previous, rows, sizes} = state;
    state.repeats = startOf(requested) !== previous.start && isRepeated(ids, previous.ids) ? state.repeats + 1 : 0;
    // A cache repeats an answer once; after a burst of a page, the answer is right.
    if (state.repeats === 1 || state.repeats === MAX_REPEATS) {
      state.probing = state.repeats === MAX_REPEATS;
      distrust();
      return true;
    }
    // A page size of the gateway's own, or the answer to another request from a cache.
    state.probing = rows !== undefined && sizes !== 'fixed' && ids.length > requested.size;
    return state.probing;
  };

  /** The first page shows whether sizes are honoured, and whether page numbers are. */
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

  /** Compares the count with the rows known: adjacent windows are given up at the first contradiction. */
  const compareCounts = ({ids, count}: Answer, known: number): void => {
    if (state.tail === undefined || state.overlapping) return;
    const rise = (count ?? Number.NaN) - (state.count ?? Number.NaN);
    if (known > 0) state.moved = true;
    const isAtRest = rise === 0 && known === 0;
    const isShifted = rise > 0 && known === Math.min(rise, ids.length) && seen.has(ids[0] ?? 0);
    if (!isAtRest && !isShifted) distrust();
  };

  const join = (ids: readonly number[], {relation, known, window}: Joined): void => {
    measureDrift(ids, startOf(window));
    state.advanced = known < ids.length;
    if (state.advanced || ids.some(id => state.ahead.has(id))) state.attempts = 0;
    state.retries = 0;
    if (relation === 'assumed') state.unproven++;
    if (relation !== 'behind') state.ahead = new Set();
  };

  const measureDrift = (ids: readonly number[], from: number): void => {
    state.drift = 0;
    if (!state.overlapping || state.last === undefined) return;
    const at = ids.lastIndexOf(state.last);
    const shift = at - (state.position - from - 1);
    if (at === -1 || shift !== 0) state.moved = true;
    // Rows that move down overlap more; only a shift up needs an earlier window.
    if (at !== -1) state.drift = Math.min(0, Math.max(shift, -fullSize(state)));
  };

  const retry = (ids: readonly number[]): void => {
    distrust();
    state.retries++;
    state.attempts++;
    state.drift = 0;
    for (const id of ids) state.ahead.add(id);
  };

  const passGap = (): void => {
    state.gaps++;
    state.retries = 0;
    state.attempts = 0;
    state.ahead = new Set();
  };

  const accept = ({ids, count}: Answer, window: Window, asked: number): void => {
    const isFirst = state.tail === undefined;
    const from = startOf(window);
    const isShort = ids.length < window.size;
    const isPromised = count !== undefined && from + ids.length < count;
    state.position = from + (isShort && isPromised ? window.size : ids.length);
    state.page = window.page;
    if (ids.length > 0) {
      state.tail = new Set(ids);
      state.last = ids.at(-1);
    } else state.tail ??= new Set();
    state.shortPages = isShort || (isFirst && ids.length < asked) ? state.shortPages + 1 : 0;
    const isLast = !isPromised || (state.overlapping && state.shortPages > 1 && !isRigid(state));
    if (state.repeats === 0 && isShort && isLast) state.ended = true;
  };

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
    /** The next windows, at most `many`, if the list rests; one once windows overlap. */
    plan: (many: number): readonly Window[] => nextWindows(state, many).map(asRequested),
    /** Trusts the rows read so far, and overlaps windows from now on. */
    trust(): void {
      state.overlapping = true;
    },
    get paging(): Paging {
      const {pageSize, rows, sizes, previous} = state;
      return {pageSize, rows, sizes, previous};
    },
  };
};

interface Joined {
  readonly relation: Relation;
  /** Rows of the window that were read before. */
  readonly known: number;
  readonly window: Window;
}

/** A window that continues the one before. */
const JOINED: ReadonlySet<Relation> = new Set(['joined', 'assumed', 'behind']);
