import type {Page, PageQuery} from '../page.ts';
import {fits} from '../seek.ts';

/** Reads a page of a list, for example `query => client.errorLogs.list({...filter, ...query})`. */
export type ReadSamplePage<T> = (query: PageQuery) => Promise<Page<T>>;

export interface FinderOptions {
  /** Number of rows in the list. */
  readonly count: number;
  /** Number of rows requested per page. */
  readonly pageSize: number;
  /** Number of rows received per page. Default: `pageSize`. */
  readonly size?: number;
  /** No row is older than this Unix time. */
  readonly from?: number | undefined;
  /** As `from`, if the oldest row has about this time. Saves requests if rows are evenly spread. */
  readonly oldest?: number;
}

/** A time, and the number of rows of the list that have this time or an earlier one (`place`). */
interface Mark {
  readonly time: number;
  readonly place: number;
}

/**
 * If a row is at most this many pages after a {@link Mark}, its page is requested by page number, counted from the
 * mark, without an estimate of the row's time.
 */
const NEAR_PAGES = 4;
/** Number of requests that estimate the time of a row by interpolation. Further requests bisect the time. */
const MAX_ESTIMATES = 4;
const MAX_TRIES = 40;

/**
 * Returns a function that takes the places of rows and returns one task per place. A task resolves to the page that
 * contains the row at the place. The place of a row is its number, counted from the oldest row. The list must have the
 * newest row first.
 *
 * The count of a response to a request with `end_time` gives a {@link Mark}. A task estimates the time of its row from
 * marks, and requests pages until a page contains the row. All tasks of one call start from the same marks, so that the
 * order of the responses does not change which pages are read. Rejects with the error of a request.
 *
 * If the gateway ignores `end_time` or sends no count, the page is found by number (docs/field-facts.md#26).
 *
 * @example
 * const range = {start_time: 1_768_000_000, end_time: 1_768_086_399};
 * const read = (part: ErrorLogQuery) => client.errorLogs.list({...range, ...part});
 * const first = await read({page: 1, page_size: 100});
 * const find = createFinder(read, first, {count: first.count ?? 0, pageSize: 100, oldest: range.start_time});
 * const [middle] = await Promise.all(find([(first.count ?? 0) / 2]).map(task => task()));
 */
export const createFinder = <T extends {readonly log_time: number}>(
  read: ReadSamplePage<T>,
  {items: top}: Page<T>,
  {count, pageSize, size = pageSize, oldest, from = oldest ?? 1}: FinderOptions,
) => {
  const newest = top[0]?.log_time ?? 0;
  const marks: Mark[] = [
    {time: from - 1, place: 0},
    {time: Math.ceil(newest), place: count},
  ];
  let isByTime = fits({items: top}, newest);

  const byNumber = (place: number, mark?: Mark): Promise<Page<T>> => {
    const page = 1 + Math.floor(((mark?.place ?? count) - place) / size);
    return read({page, page_size: pageSize, ...(mark && {end_time: mark.time})});
  };

  /** Resolves to undefined if the gateway ignores `end_time` or sends no count. */
  const upTo = async (time: number): Promise<(Mark & {readonly page: Page<T>}) | undefined> => {
    const page = await read({page: 1, page_size: pageSize, end_time: time});
    const {count: place} = page;
    isByTime &&= place !== undefined && place < count && fits(page, time);
    if (!isByTime || place === undefined) return undefined;
    marks.push({time, place});
    return {time, place, page};
  };

  const estimate = (place: number, older: Mark, newer: Mark): number => {
    if (older.place > 0 || oldest !== undefined) {
      return older.time + ((place - older.place) / (newer.place - older.place)) * (newer.time - older.time);
    }
    // The time of the oldest row is unknown, so rows older than `newer` are assumed to be as frequent as newer ones.
    const [time, rows] = newer.place < count ? [newer.time, count - newer.place] : [top.at(-1)?.log_time ?? 0, size];
    return newer.time - ((newer.place - place) / rows) * (newest - time);
  };

  const find = async (place: number, bracket: readonly [Mark, Mark]): Promise<Page<T>> => {
    let [older, newer] = bracket;
    for (let tries = 1; isByTime; tries++) {
      const distance = newer.place - place;
      const isNear = distance >= size && distance <= NEAR_PAGES * size;
      if (isNear || newer.time - older.time <= 1 || tries > MAX_TRIES) return byNumber(place, newer);
      // Half a page is added, so that the row is in the middle of the page.
      const time = tries <= MAX_ESTIMATES ? estimate(place + size / 2, older, newer) : (older.time + newer.time) / 2;
      const found = await upTo(Math.max(older.time + 1, Math.min(newer.time - 1, Math.floor(time))));
      if (found === undefined) break;
      const above = found.place - place;
      if (above >= 0 && above < size) return found.page;
      if (above < 0) older = found;
      else newer = found;
    }
    return byNumber(place);
  };

  return (places: readonly number[]): readonly (() => Promise<Page<T>>)[] => {
    const sorted = marks.toSorted((one, other) => one.time - other.time);
    return places.map(place => {
      const above = sorted.findIndex(mark => mark.place >= place);
      const [older, newer] = [sorted[above - 1], sorted[above]];
      return () => (older === undefined || newer === undefined ? byNumber(place) : find(place, [older, newer]));
    });
  };
};
