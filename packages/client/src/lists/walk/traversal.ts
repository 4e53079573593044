import {createIdSet} from './id-set.ts';
import {endOf, startOf, type Window, windowFrom} from './overlap.ts';

/** An answer to the request of a window. */
export interface Answer {
  /** Rows in their order; {@link createIdentity} gives one to rows without an id. */
  readonly ids: readonly number[];
  readonly count: number | undefined;
}

/** What is known of the gateway's pages; later traversals start with it. */
export interface Paging {
  /** Rows per request asked for by the caller. */
  readonly pageSize: number;
  /** Rows on a full page, which a gateway may cap; undefined before the first answer. */
  readonly rows?: number | undefined;
  /** Whether the gateway gives the number of rows asked for; if not, windows cannot overlap. */
  readonly sizes?: 'unknown' | 'honoured' | 'fixed';
  /** The last answer. */
  readonly previous?: {readonly ids: readonly number[]; readonly start: number};
}

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
  const {pageSize} = paging;
  const seen = createIdSet();
  let {rows, sizes = 'unknown'} = paging;
  let overlapping = windows === 'overlapping';
  let position = start;
  let page = Math.floor(start / (rows ?? pageSize));
  let tail = after;
  let last: number | undefined;
  let previous = paging.previous ?? {ids: [], start: 0};
  let ahead = new Set<number>();
  let count: number | undefined;
  let drift = 0;
  let retries = 0;
  /** Retries since a window brought new rows. */
  let attempts = 0;
  let probing = false;
  let reread = false;
  let repeats = 0;
  let shortPages = 0;
  let gaps = 0;
  let unproven = 0;
  let ignoresPage = false;
  let trusted = 0;
  let moved = false;
  let disturbed = false;
  let ended = false;
  let advanced = false;

  const sizeNow = (): number => rows ?? pageSize;
  /** No window of the gateway shows rows before the position and behind it. */
  const isRigid = (): boolean =>
    sizes === 'fixed' || sizeNow() < 4 || endOf(windowFrom(position - 1, sizeNow())) <= position;
  const overlap = (): void => {
    if (!overlapping) trusted = position;
    overlapping = true;
  };
  const overlapRows = (): number => Math.max(1, Math.floor(sizeNow() * (gaps > 0 || retries > 0 ? 0.5 : 0.25)));

  const windowAt = (at: number): Window => {
    const size = sizeNow();
    if (probing) return {page: 1, size: Math.ceil(0.75 * size)};
    if (!overlapping) return {page: page + 1, size};
    if (isRigid()) return {page: Math.max(1, Math.floor(at / size) + (reread ? 0 : 1)), size};
    const from = at + drift - overlapRows() - Math.floor((size * retries * (retries + 1)) / 4);
    // Each retry is further up: half a page, then by a page, one and a half, two.
    if (retries > 0) return windowFrom(Math.min(from, (count ?? from) - overlapRows()), size);
    const window = windowFrom(from, size);
    return endOf(window) > at + drift ? window : windowFrom(at - 1, size);
  };
  const asRequested = ({page, size}: Window): Window => ({page, size: size === sizeNow() ? pageSize : size});

  /** What a window shows of the rows read before: `ahead` none, `past` no row at all, `behind` nothing but them. */
  const relationOf = (
    {ids, count: told}: Answer,
    {known, from}: {known: number; from: number},
  ): 'joined' | 'ahead' | 'past' | 'behind' => {
    if (ids.length === 0 && from === 0 && (told ?? 0) > 0) return 'past';
    // A row further down may be one that was raised there.
    if (tail === undefined || from === 0 || (ids[0] !== undefined && tail.has(ids[0]))) return 'joined';
    if (ids.length === 0) return 'past';
    const steady = told === count && known === 0;
    if (steady && !overlapping && told !== undefined) return 'joined';
    if (isRigid() && from <= position && (steady || attempts > 0)) {
      if (!steady || disturbed) unproven++;
      return 'joined';
    }
    return known < ids.length || ids.some(id => ahead.has(id)) ? 'ahead' : 'behind';
  };

  const learnPageSize = ({ids, count: told}: Answer, window: Window): void => {
    const {size} = window;
    // A gateway may cap the size: its first page is short though more rows are promised.
    const capped =
      startOf(window) === 0 && ids.length > 0 && ids.length < Math.min(size, sizeNow()) && told !== ids.length;
    if (ids.length > size) {
      sizes = 'fixed';
      rows = Math.max(sizeNow(), ids.length);
    } else if (rows === undefined || (capped && size >= rows && told !== undefined)) rows = capped ? ids.length : size;
    else rows = Math.max(rows, ids.length);
    if (told === undefined) overlap();
  };

  /** Compares the count with the rows known: adjacent windows are given up at the first contradiction. */
  const compareCounts = ({ids, count: told}: Answer, known: number): void => {
    if (tail === undefined || overlapping) return;
    const rise = (told ?? Number.NaN) - (count ?? Number.NaN);
    if (known > 0) moved = true;
    if ((rise === 0 && known === 0) || (rise > 0 && known === Math.min(rise, ids.length) && seen.has(ids[0] ?? 0)))
      return;
    distrust();
  };
  const distrust = (): void => {
    disturbed = true;
    overlap();
  };

  const measureDrift = ({ids}: Answer, from: number): void => {
    const at = last === undefined ? -1 : ids.lastIndexOf(last);
    if (!overlapping || last === undefined) drift = 0;
    else if (at === -1) {
      drift = 0;
      moved = true;
    } else {
      const shift = at - (position - from - 1);
      if (shift !== 0) moved = true;
      // Rows that move down overlap more; only a shift up needs an earlier window.
      drift = Math.min(0, Math.max(shift, -sizeNow()));
    }
  };

  const accept = ({ids, count: told}: Answer, window: Window, asked: number): void => {
    const isFirst = tail === undefined;
    const from = startOf(window);
    const short = ids.length < window.size;
    const promised = told !== undefined && from + ids.length < told;
    position = from + (short && promised ? window.size : ids.length);
    page = window.page;
    if (ids.length > 0) {
      tail = new Set(ids);
      last = ids.at(-1);
    } else tail ??= new Set();
    shortPages = short || (isFirst && ids.length < asked) ? shortPages + 1 : 0;
    if (repeats === 0 && short && (!promised || (overlapping && shortPages > 1 && !isRigid()))) ended = true;
  };

  const take = (answer: Answer, requested: Window): void => {
    const {ids, count: told} = answer;
    advanced = false;
    if (!probing) {
      repeats = startOf(requested) !== previous.start && isRepeated(ids) ? repeats + 1 : 0;
      probing = repeats === MAX_REPEATS;
      // A cache repeats an answer once; after a burst of a page, the answer is right.
      if (repeats === 1 || probing) {
        distrust();
        count = told;
        return;
      }
    }
    if (!probing && rows !== undefined && sizes !== 'fixed' && ids.length > requested.size) {
      // A page size of the gateway's own, or the answer to another request from a cache.
      probing = true;
      count = told;
      return;
    }
    learnPageSize(answer, requested);
    if (probing) {
      endProbe(ids);
      return;
    }
    previous = {ids, start: startOf(requested)};
    const window = {page: requested.page, size: sizes === 'fixed' ? sizeNow() : Math.min(requested.size, sizeNow())};
    const known = ids.filter(id => seen.has(id) || after?.has(id)).length;
    const wasOverlapping = overlapping;
    const relation = relationOf(answer, {known, from: startOf(window)});
    if (sizes === 'unknown' && overlapping && window.size < sizeNow()) {
      // Where a size is not honoured, the window is elsewhere.
      probing = relation === 'ahead' || relation === 'past';
      if (probing) return;
      sizes = 'honoured';
    }
    if (ids.length > 0 || told !== count) compareCounts(answer, known);
    if (relation === 'joined' || relation === 'behind') {
      measureDrift(answer, startOf(window));
      retries = 0;
      reread = false;
      advanced = known < ids.length;
      if (advanced || ids.some(id => ahead.has(id))) attempts = 0;
      if (relation === 'joined') ahead = new Set();
      accept(answer, window, requested.size);
    } else if (relation === 'past' && isEnd(told, {window, wasOverlapping})) ended = true;
    else if (attempts < MAX_RETRIES) {
      distrust();
      retries++;
      attempts++;
      reread = true;
      drift = 0;
      for (const id of ids) ahead.add(id);
    } else {
      gaps++;
      retries = 0;
      attempts = 0;
      reread = false;
      ahead = new Set();
      if (relation === 'past') ended = true;
      else accept(answer, window, requested.size);
    }
    for (const id of ids) seen.add(id);
    count = told;
  };

  /** Another window was answered with the rows of the one before: by a cache, or by a gateway that ignores `page`. */
  const isRepeated = (ids: readonly number[]): boolean =>
    ids.length > 0 && previous.ids.length > 0 && ids.every((id, at) => (previous.ids[at] ?? id) === id);

  /** The first page shows whether sizes are honoured, and whether page numbers are. */
  const endProbe = (ids: readonly number[]): void => {
    probing = false;
    if (sizes === 'unknown') sizes = 'honoured';
    if (repeats !== MAX_REPEATS) return;
    ignoresPage = isRepeated(ids);
    ended = ignoresPage;
    repeats++;
  };

  /** Whether an empty window proves the end: the one before it was the last by its length or by the count. */
  const isEnd = (
    told: number | undefined,
    at: {readonly window: Window; readonly wasOverlapping: boolean},
  ): boolean => {
    if (shortPages > 0) return true;
    const due = told === undefined || startOf(at.window) >= told;
    return due && (told === count || attempts > 0) && (isRigid() || !at.wasOverlapping);
  };

  return {
    take,
    distrust,
    /** The window to request next. */
    next: (): Window => asRequested(windowAt(position)),
    /** The next windows, at most `many`, if the list rests; one once windows overlap. */
    plan(many: number): readonly Window[] {
      const planned = [windowAt(position)];
      // Concurrent answers come in any order, which overlapping windows would take for movement.
      if (overlapping) return planned.map(asRequested);
      for (let window = planned[0]; window !== undefined && planned.length < many; window = planned.at(-1)) {
        const end = startOf(window) + window.size;
        if (count === undefined || end >= count) break;
        planned.push({page: window.page + 1, size: window.size});
      }
      return planned.map(asRequested);
    },
    /** Trusts the rows read so far, and overlaps windows from now on. */
    trust(): void {
      overlapping = true;
    },
    /** The end of the list was reached. */
    get ended() {
      return ended;
    },
    /** The next window shows how the gateway pages; its rows are read again. */
    get probing() {
      return probing;
    },
    /** The window taken last continued the one before, with rows that this traversal had not seen. */
    get advanced() {
      return advanced;
    },
    /** Gaps accepted. */
    get gaps() {
      return gaps;
    },
    /** Positions from the start that were read as adjacent windows before a count was contradicted. */
    get trusted() {
      return trusted;
    },
    /** Position behind the last window. */
    get position() {
      return position;
    },
    /** Rows moved. */
    get moved() {
      return moved;
    },
    /** A count or a row contradicted adjacent windows, or a window did not join. */
    get disturbed() {
      return disturbed;
    },
    /** Windows that could not overlap the one before, after a disturbance. */
    get unproven() {
      return unproven;
    },
    /** The gateway gives the same page for any number. */
    get ignoresPage() {
      return ignoresPage;
    },
    get paging(): Paging {
      return {pageSize, rows, sizes, previous};
    },
  };
};
