import {invalidOption} from '../errors.ts';
import {DEFAULT_PREFETCH, type Page, type PageWalk} from './paging.ts';

const MOST_AHEAD = 16;

/** Reads pages, some of them before they are wanted. */
export interface Reader<T> {
  read(page: number): Promise<Page<T>>;
  /** Says what comes next, and which page is the last worth asking for. */
  ahead(next: number | undefined, last: number): void;
  /** Ends what is still being read. */
  stop(): void;
}

export const createReader = <T>({pageSize, options = {}, fetch}: PageWalk<T>): Reader<T> => {
  const {prefetch = DEFAULT_PREFETCH, signal, ...rest} = options;
  if (!Number.isSafeInteger(prefetch) || prefetch < 0 || prefetch > MOST_AHEAD) {
    throw invalidOption('prefetch', `must be a whole number from 0 to ${MOST_AHEAD}`);
  }
  let ending = new AbortController();
  const pending = new Map<number, Promise<Page<T>>>();
  const begin = (page: number): Promise<Page<T>> => {
    const either = signal ? AbortSignal.any([signal, ending.signal]) : ending.signal;
    const promise = fetch(page, pageSize, {...rest, signal: either});
    // Whoever reads the page is told; nobody may ever read it.
    promise.catch(() => {});
    pending.set(page, promise);
    return promise;
  };
  const stop = (): void => {
    if (pending.size === 0) return;
    pending.clear();
    ending.abort();
    ending = new AbortController();
  };
  return {
    async read(page) {
      const promise = pending.get(page) ?? begin(page);
      const result = await promise;
      pending.delete(page);
      return result;
    },
    ahead(next, last) {
      // A step back: what was read ahead is of the list as it was.
      if (next === undefined || (pending.size > 0 && !pending.has(next))) stop();
      if (next === undefined) return;
      const end = Math.min(next + prefetch - 1, Math.max(next, last));
      for (let page = next; page <= end; page++) if (!pending.has(page)) begin(page);
    },
    stop,
  };
};
