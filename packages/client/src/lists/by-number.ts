import type {Page} from './page.ts';
import {hasRows, isShort, isWhole, type Reader, sizeOfPass} from './reader.ts';

/** Maximum number of readings of the list. The list is read again if rows moved between pages during a reading. */
const MAX_PASSES = 4;
/** A reading ends after this many successive pages without a new row. */
const MAX_REPEATS = 2;
/**
 * Limits a reading of a list that grows. The reading ends after about this many times the number of rows that the list
 * had at its start.
 */
const MAX_GROWTH = 4;

interface Timed {
  readonly id: number;
  readonly log_time?: number;
}

/**
 * Reads a list by page number. Used for lists whose rows have no time, and for gateways that ignore `end_time` or do
 * not send the newest row first. Reads the list again if ids repeat or the number of rows differs from the count, until
 * a reading finds no new and no moved row. After {@link MAX_PASSES} readings, marks the reader as incomplete.
 */
export async function* readByNumber<T extends Timed>(
  reader: Reader<T>,
  first: number,
): AsyncGenerator<Page<T>, void, undefined> {
  for (let pass = 1; pass <= MAX_PASSES; pass++) {
    const {given} = reader;
    const {steady, moved, ignoresPage} = yield* readPass(reader, {first, ...sizeOfPass(reader, pass - 1)});
    if (steady || (pass > 1 && reader.given === given && !moved)) return;
    if (ignoresPage || first > 1) break;
  }
  reader.markIncomplete();
}

interface Pass {
  /**
   * Whether rows moved between pages, other than by new rows at the top of the list. Repeated ids or a lower count show
   * this.
   */
  readonly moved: boolean;
  /**
   * Whether this reading is known to have every row. This requires that no row moved between pages, and that the number
   * of rows equals the count of the gateway. If there is no count, all rows must be on one page.
   */
  readonly steady: boolean;
  /** Whether the gateway sends the same page for every page number. */
  readonly ignoresPage: boolean;
}

async function* readPass<T extends Timed>(
  reader: Reader<T>,
  {first, ...size}: {readonly first: number; readonly page_size?: number},
): AsyncGenerator<Page<T>, Pass, undefined> {
  let previous: readonly number[] = [];
  const seen = new Set<number>();
  let moved = false;
  let repeats = 0;
  let count: number | undefined;
  let firstCount: number | undefined;
  let started: number | undefined;
  let pages = 0;
  for (let number = first; ; number++) {
    const page = await reader.read({page: number, ...size});
    const ids = reader.idsOf(page);
    // Some gateways send the number of rows on the page as count, which says nothing about the length of the list.
    const sentCount = number > 1 && page.count === ids.length ? undefined : page.count;
    pages++;
    reader.count(sentCount);
    const repeated = ids.filter(id => seen.has(id)).length;
    for (const id of ids) seen.add(id);
    // A row added at the top of the list adds 1 to the count, and moves the last row of each page to the next page. So
    // each added row explains one repeated id.
    const explained = count !== undefined && sentCount !== undefined ? sentCount - count : 0;
    const isShifted = repeated === explained && previous.slice(-repeated).every((id, at) => id === ids[at]);
    if (pages > 1 && (explained < 0 || (repeated > 0 && !isShifted))) moved = true;
    previous = ids;
    count = sentCount ?? count;
    firstCount ??= count;
    started ??= page.time;
    repeats = ids.length > 0 && repeated === ids.length ? repeats + 1 : 0;
    const fresh = reader.fresh(page);
    const position = (first - 1) * reader.pageSize + seen.size;
    const isLast =
      ids.length === 0 ||
      repeats >= MAX_REPEATS ||
      (pages === 1 && first === 1 && isWhole(ids.length, page)) ||
      (pages > 1 &&
        ids.length < Math.min(reader.longest, size.page_size ?? reader.longest) &&
        count !== undefined &&
        position >= count) ||
      ((count ?? 0) > (reader.firstCount ?? 0) && position > MAX_GROWTH * (reader.firstCount ?? 0) + reader.longest) ||
      (started !== undefined && page.items.every(({log_time}) => (log_time ?? 0) > (started ?? 0)));
    if (!isLast) reader.expect(following(reader, {number, position, count}).map(query => ({...query, ...size})));
    if (hasRows(fresh) || (pages === 1 && reader.requests === 1)) yield fresh;
    if (!isLast) continue;
    const fits =
      count === undefined
        ? pages <= 2 && repeats === 0 && isShort(reader.longest, reader.pageSize)
        : position === count || position === firstCount;
    return {moved, steady: fits && !moved, ignoresPage: repeats >= MAX_REPEATS && pages === MAX_REPEATS + 1};
  }
}

/**
 * Returns the pages to request before they are needed: at most `prefetch`, and none past the end of the list. If the
 * length of the list is not known, returns at most one page.
 */
const following = (
  {prefetch, longest}: {readonly prefetch: number; readonly longest: number},
  {number, position, count}: {readonly number: number; readonly position: number; readonly count: number | undefined},
): readonly {readonly page: number}[] => {
  const left = count === undefined ? 1 : Math.ceil(Math.max(0, count - position) / Math.max(1, longest));
  return Array.from({length: Math.min(prefetch, left)}, (_, at) => ({page: number + at + 1}));
};
