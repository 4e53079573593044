import type {Page} from '../page.ts';

/** Reads a page of a list: `(page, page_size) => client.errorLogs.list({...query, page, page_size})`. */
export type ReadSamplePage<T> = (page: number, pageSize: number) => Promise<Page<T>>;

export interface SampleOptions {
  /** Entries to read, about; default 10,000. */
  readonly rows?: number;
  /** Entries per request; default 100. Larger pages need fewer requests and represent the list worse. */
  readonly pageSize?: number;
  /** Requests at a time; default 6. */
  readonly concurrency?: number;
}

export interface SampledPage<T> {
  readonly items: readonly T[];
  /** Rows without an identity and the like, see {@link Page.invalid}. */
  readonly invalid: Page<T>['invalid'];
  /** Pages of the sample, with this one. */
  readonly done: number;
  readonly sampled: number;
  /** Pages of the list; undefined if the gateway sends no count: then the sample is the beginning of the list. */
  readonly pages: number | undefined;
  /** Entries of the list when the sample began. */
  readonly count: number | undefined;
}

const DEFAULT_ROWS = 10_000;
const DEFAULT_PAGE_SIZE = 100;
const DEFAULT_CONCURRENCY = 6;

/**
 * Reads pages spread over a whole list: one at a random place in each of equal parts, the same places for the same count.
 * All pages of a list that has no more than `rows`. In the order of the list. Rejects with the error of a page.
 *
 * Entries that come or go meanwhile move others: an entry may be read twice or not at all, as in any sample.
 */
export async function* samplePages<T>(
  read: ReadSamplePage<T>,
  {rows = DEFAULT_ROWS, pageSize = DEFAULT_PAGE_SIZE, concurrency = DEFAULT_CONCURRENCY}: SampleOptions = {},
): AsyncGenerator<SampledPage<T>, void, undefined> {
  const first = await read(1, pageSize);
  // A gateway may send pages of another size.
  const size = first.items.length + missing(first) > 0 ? first.items.length + missing(first) : pageSize;
  const {count} = first;
  const wanted = Math.max(1, Math.ceil(rows / size));
  if (count === undefined) {
    yield* beginning(read, first, {pageSize, wanted});
    return;
  }
  const pages = Math.max(1, Math.ceil(count / size));
  const numbers = samplePositions(pages, wanted);
  const pending: Promise<Page<T>>[] = [];
  let next = 0;
  const fill = (): void => {
    while (pending.length < concurrency && next < numbers.length) {
      const number = numbers[next++] ?? 1;
      const page = number === 1 ? Promise.resolve(first) : read(number, pageSize);
      // Reported when its turn comes.
      page.catch(() => undefined);
      pending.push(page);
    }
  };
  for (let done = 1; done <= numbers.length; done++) {
    fill();
    const page = await pending.shift();
    if (page) yield {items: page.items, invalid: page.invalid, done, sampled: numbers.length, pages, count};
  }
}

const missing = ({invalid}: Page<unknown>): number => invalid.filter(({row}) => row === undefined).length;

async function* beginning<T>(
  read: ReadSamplePage<T>,
  first: Page<T>,
  {pageSize, wanted}: {readonly pageSize: number; readonly wanted: number},
): AsyncGenerator<SampledPage<T>, void, undefined> {
  let page = first;
  for (let done = 1; ; done++) {
    const {items, invalid} = page;
    yield {items, invalid, done, sampled: wanted, pages: undefined, count: undefined};
    if (done === wanted || items.length + missing(page) < pageSize) return;
    page = await read(done + 1, pageSize);
  }
}

/** Page numbers from 1: one in each of `wanted` equal parts of `pages`, with the first page and the last one. */
const samplePositions = (pages: number, wanted: number): readonly number[] => {
  if (pages <= wanted) return Array.from({length: pages}, (_, at) => at + 1);
  const random = mulberry32(pages);
  const within = (at: number): number => {
    const share = random();
    if (at === 0) return 1;
    return at === wanted - 1 ? pages : 1 + Math.floor(((at + share) * pages) / wanted);
  };
  return Array.from({length: wanted}, (_, at) => within(at));
};

/** Numbers from 0 up to 1 by Mulberry32: the same for the same seed. */
const mulberry32 = (seed: number) => {
  let state = seed >>> 0;
  return (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

export interface Estimate {
  readonly count: number;
  /** Half of the 95 % interval; 0 if all pages were read. */
  readonly plusMinus: number;
}

/**
 * Estimates how many entries of the list have something, from the number of them on each sampled page (pages without any
 * may be left out). Entries of a page are alike, so the interval follows from how pages differ, not from the number of
 * rows. What is on one or two pages only is known badly. `counts` without any page: an upper bound in pages.
 */
export const estimateTotal = (
  counts: readonly number[],
  {sampled, pages}: {readonly sampled: number; readonly pages: number},
): Estimate => {
  const sum = counts.reduce((total, value) => total + value, 0);
  if (sampled >= pages || sampled === 0) return {count: sum, plusMinus: 0};
  const mean = sum / sampled;
  const squares = counts.reduce((total, value) => total + value * value, 0);
  const variance = sampled > 1 ? Math.max(0, (squares - sampled * mean * mean) / (sampled - 1)) : mean * mean;
  const error = pages * Math.sqrt((variance / sampled) * (1 - sampled / pages));
  // Pages that are all alike leave no error to see, but the last one may be short.
  const least = pages / sampled;
  // What is on no page may be on three of a hundred others ("rule of three").
  const unseen = sum === 0 ? 3 * least : 0;
  return {
    count: Math.round(mean * pages),
    plusMinus: Math.ceil(Math.max(least, unseen, quantile(sampled) * error)),
  };
};

/** 97.5 % quantile of Student's t, within 1 % from 4 degrees of freedom on (Cornish and Fisher, 1937). */
const quantile = (sampled: number): number => {
  const z = 1.959964;
  const freedom = Math.max(1, sampled - 1);
  return z + (z ** 3 + z) / (4 * freedom) + (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * freedom ** 2);
};
