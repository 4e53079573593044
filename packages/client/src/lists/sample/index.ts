import {inOrder} from '../../in-order.ts';
import {receivedRows} from '../page.ts';
import {createFinder, type ReadSamplePage} from './finder.ts';

export {type Estimate, estimateTotal} from './estimate.ts';
export {createFinder, type FinderOptions, type ReadSamplePage} from './finder.ts';

export interface SampleOptions {
  /** Number of rows in the list, as returned by `client.errorLogs.count`. */
  readonly count: number;
  /** Approximate number of rows to read; default 10,000. A shorter list is read completely. */
  readonly rows?: number;
  /** Rows per request; default 100. Larger pages need fewer requests, but make the sample less representative. */
  readonly pageSize?: number;
  /** Start of the list's time range in Unix seconds, if it has one. */
  readonly from?: number | undefined;
}

export interface SampledPage<T> {
  readonly items: readonly T[];
  /** Number of pages read so far, including this one. */
  readonly done: number;
  /** Number of pages in the sample. */
  readonly sampled: number;
  readonly pages: number;
}

const DEFAULT_ROWS = 10_000;
const DEFAULT_PAGE_SIZE = 100;

/**
 * Reads a sample of the pages of a list that has the newest row first. Divides the list into parts with equal numbers
 * of rows, and yields the first page of the list and a page at a random position in each part after the first. Two
 * calls with the same options choose the same positions. Rejects with the error of a request.
 *
 * A page is found by time, because high page numbers are slow (docs/field-facts.md#26). This takes one request if rows
 * arrive evenly, and two if they arrive in bursts. If the gateway ignores `end_time`, a page is found by number. New
 * rows move other rows to later pages, so a row may be read twice or not at all.
 */
export async function* samplePages<T extends {readonly log_time: number}>(
  read: ReadSamplePage<T>,
  options: SampleOptions,
): AsyncGenerator<SampledPage<T>, void, undefined> {
  const {count, rows = DEFAULT_ROWS, pageSize = DEFAULT_PAGE_SIZE, from} = options;
  const first = await read({page: 1, page_size: pageSize});
  const size = receivedRows(first).length || pageSize;
  const pages = Math.max(1, Math.ceil(count / size));
  const sampled = Math.min(pages, Math.max(1, Math.ceil(rows / size)));
  let done = 0;
  const given = ({items}: {readonly items: readonly T[]}): SampledPage<T> => ({items, done: ++done, sampled, pages});
  yield given(first);
  if (sampled === pages) {
    const others = Array.from({length: pages - 1}, (_, at) => () => read({page: at + 2, page_size: pageSize}));
    for await (const page of inOrder(others)) yield given(page);
    return;
  }
  const finder = createFinder(read, first, {count, size, pageSize, from});
  for (const places of levelsOf(randomPlaces({count, size, sampled}))) {
    for await (const page of inOrder(finder(places))) yield given(page);
  }
}

/** Returns row numbers, counted from the oldest row. */
const randomPlaces = ({count, size, sampled}: Readonly<Record<'count' | 'size' | 'sampled', number>>) => {
  const random = mulberry32(count);
  return Array.from({length: sampled - 1}, (_, at) =>
    Math.max(size, count - Math.floor(((at + 1 + random()) * count) / sampled)),
  );
};

/**
 * Groups row numbers in the order of a bisection: the middle one, the quarters, the eighths, and so on. A row is then
 * found with fewer requests, because earlier requests have shown the times of rows near it.
 */
const levelsOf = (places: readonly number[]): readonly (readonly number[])[] => {
  const levels: number[][] = [];
  for (let step = 2 ** Math.ceil(Math.log2(places.length + 1)); step > 1; step /= 2) {
    levels.push(places.filter((_, at) => (at + 1) % step === step / 2));
  }
  return levels;
};

const mulberry32 = (seed: number) => {
  let state = seed >>> 0;
  return (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};
