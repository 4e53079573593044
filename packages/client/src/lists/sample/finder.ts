import type {Page} from '../page.ts';

/** Reads a page of a list: `query => client.errorLogs.list({...filter, ...query})`. */
export type ReadSamplePage<T> = (query: {
  readonly page: number;
  readonly page_size: number;
  readonly end_time?: number;
}) => Promise<Page<T>>;

interface FinderOptions {
  /** Rows of the list. */
  readonly count: number;
  /** Rows per page, as requested and as received. */
  readonly pageSize: number;
  readonly size: number;
  /** Beginning of the time range of the list in Unix seconds, if it has one. */
  readonly from: number | undefined;
}

/** `place` rows of the list have this time or an earlier one. */
interface Mark {
  readonly time: number;
  readonly place: number;
}

/** Pages between a place and a mark above it, up to which the place is read by page number from the mark. */
const NEAR_PAGES = 4;
/** Requests for one place that estimate a time from two marks; later ones halve the time between them. */
const MAX_ESTIMATES = 4;
/** Requests for one place. */
const MAX_TRIES = 40;

/**
 * Finds pages by place, the number of rows from the oldest one on, in a list that is newest first. The count of a
 * response up to a time is the place of that time; between two such marks, times are estimated. Gives tasks for a
 * number of places, each of which uses what is known when the tasks are made: so the pages do not depend on the speed
 * of responses.
 */
export const createFinder = <T extends {readonly log_time: number}>(
  read: ReadSamplePage<T>,
  {items: top}: Page<T>,
  {count, pageSize, size, from = 1}: FinderOptions,
) => {
  const newest = top[0]?.log_time ?? 0;
  const marks: Mark[] = [
    {time: from - 1, place: 0},
    {time: Math.ceil(newest), place: count},
  ];
  let isByTime = isDescending(top, newest);

  const byNumber = (place: number, mark?: Mark): Promise<Page<T>> => {
    const page = 1 + Math.floor(((mark?.place ?? count) - place) / size);
    return read({page, page_size: pageSize, ...(mark && {end_time: mark.time})});
  };

  /** The page up to a time, and its place; undefined if the gateway does not honour or not count it. */
  const upTo = async (time: number): Promise<(Mark & {readonly page: Page<T>}) | undefined> => {
    const page = await read({page: 1, page_size: pageSize, end_time: time});
    const {count: place} = page;
    isByTime &&= place !== undefined && place < count && isDescending(page.items, time);
    if (!isByTime || place === undefined) return undefined;
    marks.push({time, place});
    return {time, place, page};
  };

  /** A time at which a place is expected. */
  const estimate = (place: number, older: Mark, newer: Mark): number => {
    if (older.place > 0) {
      return older.time + ((place - older.place) / (newer.place - older.place)) * (newer.time - older.time);
    }
    // The time of the oldest entry is unknown: the rate of the entries above, or of the first page, is assumed.
    const [time, rows] = newer.place < count ? [newer.time, count - newer.place] : [top.at(-1)?.log_time ?? 0, size];
    return newer.time - ((newer.place - place) / rows) * (newest - time);
  };

  const find = async (place: number, bracket: readonly [Mark, Mark]): Promise<Page<T>> => {
    let [older, newer] = bracket;
    for (let tries = 1; isByTime; tries++) {
      const distance = newer.place - place;
      const isNear = distance >= size && distance <= NEAR_PAGES * size;
      if (isNear || newer.time - older.time <= 1 || tries > MAX_TRIES) return byNumber(place, newer);
      // A page up to the expected time should have the place in its middle.
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

const isDescending = (rows: readonly {readonly log_time: number}[], most: number): boolean =>
  rows.every(({log_time}, at) => log_time <= (rows[at - 1]?.log_time ?? most));
