import {createIdSet} from './list-id-set.ts';
import type {Page} from './paging.ts';

/** What a page brings to a walk. */
export interface Step<T> {
  /** Entries that no earlier page brought. */
  readonly items: readonly T[];
  /** The page to read next; undefined at the end. */
  readonly next: number | undefined;
  /** The last page worth reading ahead, as far as is known. */
  readonly last: number;
}

/** Readings of the list, the first included, that may be needed until nothing is missing. */
const MOST_PASSES = 20;
/** Passes in a row that bring nothing although the count says that something is missing: then the count is wrong. */
const MOST_BARREN = 2;

/**
 * The course of a walk, as a function of the pages in the order they are taken. A pass goes from the first page to the
 * end. Entries in all, less those brought, are those missing: arrived meanwhile, raised from an unread page, or skipped
 * where pages read at once saw the list at different times; a further pass brings them.
 */
export const createWalk = <T>(first: number, key: (item: T) => number, atOnce: boolean) => {
  const seen = createIdSet();
  let pass = 1;
  let longest = 0;
  let count: number | undefined;
  let removed = 0;
  let highest = 0;
  let repeats = 0;
  let disturbed = false;
  let found = 0;
  let barren = 0;
  let before: readonly number[] = [];

  const finish = (items: readonly T[], all: boolean): Step<T> => {
    barren = pass > 1 && found === 0 ? barren + 1 : 0;
    const again =
      first === 1 && !all && disturbed && pass < MOST_PASSES && barren < (count === undefined ? 1 : MOST_BARREN);
    pass++;
    found = 0;
    before = [];
    return {items, next: again ? first : undefined, last: first};
  };

  const take = (page: Page<T>): Step<T> => {
    const ids = page.items.map(key);
    const endsInSeen = ids.length > 0 && seen.has(ids.at(-1) ?? 0);
    const items = page.items.filter((_, at) => seen.add(ids[at] ?? 0));
    const fall = (count ?? 0) - (page.count ?? count ?? 0);
    const moved = page.count !== count && count !== undefined;
    const same = !moved && ids.length > 0 && ids.length === before.length && ids.every((id, at) => id === before[at]);
    count = page.count;
    longest = Math.max(longest, ids.length);
    found += items.length;
    repeats = same ? repeats + 1 : 0;
    before = ids;
    disturbed ||= moved || items.length < ids.length;
    // Answers to requests made at once may come in any order: there a lower count is at first only an earlier one.
    const ordered = !atOnce || pass > 1;
    const below = count === undefined ? 0 : Math.max(0, highest - count);
    if (ordered && below > 0) removed += below;
    highest = ordered ? (count ?? 0) : Math.max(highest, count ?? 0);

    const gone = ordered ? removed : below;
    const whole = count !== undefined && (first - 1) * longest + seen.size - gone >= count;
    if (whole) return {items, next: undefined, last: first};
    if (fall > 0 && page.page > first) {
      // Rows moved up over the edge between this page and the one before.
      const back = Math.max(first, page.page - Math.ceil(fall / Math.max(1, longest)));
      return {items, next: back, last: page.page};
    }
    const ended = ids.length === 0 || (count === undefined && ids.length < longest);
    // Where rows went, the count proves nothing any more: the top is read again as far as it is new.
    if (pass > 1 && endsInSeen && removed > 0) return finish(items, page.page === first);
    // A gateway that has no pages brings the same again; so does a burst of exactly one page, seldom twice.
    if (ended || repeats > (count === undefined ? 1 : 0)) return finish(items, false);
    const next = page.page + 1;
    return {items, next, last: count === undefined || pass > 1 ? next : Math.ceil(count / longest)};
  };
  return {take};
};
