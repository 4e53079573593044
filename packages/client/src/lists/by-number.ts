import type {Page} from './page.ts';
import {hasRows, isShort, isWhole, type Reader, sizeOfPass} from './reader.ts';

const MAX_PASSES = 4;
/** A reading ends after this many successive pages without a new row. */
const MAX_REPEATS = 2;
/** If the count of the list rises, a reading ends after this many times the first count, plus one page. */
const MAX_GROWTH = 4;

interface Timed {
  readonly id: number;
  readonly log_time?: number;
}

/** Reads the list again while a reading finds new or moved rows, at most {@link MAX_PASSES} times. */
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
  /** Whether rows moved between pages: the count fell, or ids repeated for another reason than new rows at the top. */
  readonly moved: boolean;
  /** Whether the reading is known to have every row. */
  readonly steady: boolean;
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
  for (let pages = 1; ; pages++) {
    const number = first + pages - 1;
    const page = await reader.read({page: number, ...size});
    const ids = reader.idsOf(page);
    // Some gateways send the number of rows on the page as count.
    const sentCount = number > 1 && page.count === ids.length ? undefined : page.count;
    reader.count(sentCount);
    const repeated = ids.filter(id => seen.has(id)).length;
    for (const id of ids) seen.add(id);
    // A row added at the top of the list moves the last row of each page to the next page, where its id repeats.
    const explained = count !== undefined && sentCount !== undefined ? sentCount - count : 0;
    const isShifted = repeated === explained && previous.slice(-repeated).every((id, at) => id === ids[at]);
    if (pages > 1 && (explained < 0 || (repeated > 0 && !isShifted))) moved = true;
    previous = ids;
    count = sentCount ?? count;
    firstCount ??= count;
    started ??= page.time;
    const startTime = started;
    repeats = ids.length > 0 && repeated === ids.length ? repeats + 1 : 0;
    const fresh = reader.fresh(page);
    const position = (first - 1) * reader.pageSize + seen.size;
    const {longest, firstCount: expected = 0} = reader;
    const isEmpty = ids.length === 0;
    const isRepeating = repeats >= MAX_REPEATS;
    const isWholeList = pages === 1 && first === 1 && isWhole(ids.length, page);
    const isShorter = pages > 1 && ids.length < Math.min(longest, size.page_size ?? longest);
    const isAtCount = count !== undefined && position >= count;
    const isGrowing = (count ?? 0) > expected && position > MAX_GROWTH * expected + longest;
    const isAddedLater = startTime !== undefined && page.items.every(({log_time = 0}) => log_time > startTime);
    const isLast = isEmpty || isRepeating || isWholeList || (isShorter && isAtCount) || isGrowing || isAddedLater;
    if (!isLast) reader.expect(following(reader, {number, position, count}).map(query => ({...query, ...size})));
    if (hasRows(fresh) || (pages === 1 && reader.requests === 1)) yield fresh;
    if (!isLast) continue;
    const fits =
      count === undefined
        ? pages <= 2 && repeats === 0 && isShort(longest, reader.pageSize)
        : position === count || position === firstCount;
    return {moved, steady: fits && !moved, ignoresPage: isRepeating && pages === MAX_REPEATS + 1};
  }
}

const following = (
  {prefetch, longest}: {readonly prefetch: number; readonly longest: number},
  {number, position, count}: {readonly number: number; readonly position: number; readonly count: number | undefined},
): readonly {readonly page: number}[] => {
  const left = count === undefined ? 1 : Math.ceil(Math.max(0, count - position) / Math.max(1, longest));
  return Array.from({length: Math.min(prefetch, left)}, (_, at) => ({page: number + at + 1}));
};
