import type {InvalidRow} from '@edge-console/schema';
import {invalidOption} from '../errors.ts';
import type {CallOptions} from '../options.ts';

/** One page of a list. */
export interface Page<T> {
  /** Rows with identity. Those with odd fields have `problems`. */
  readonly items: readonly T[];
  /** Rows that are not in order (docs/field-facts.md#22): with odd fields, or not in `items` for want of identity. */
  readonly invalid: readonly InvalidRow<T>[];
  /** Entries in the whole list; undefined if the gateway sends no count. */
  readonly count: number | undefined;
  /** Page number, from 1. */
  readonly page: number;
  /** Entries requested. A gateway may send another number. */
  readonly pageSize: number;
  /** Clock of the gateway in Unix seconds, if sent. */
  readonly time?: number;
}

/** Options of an iterator. */
export interface WalkOptions extends CallOptions {
  /**
   * Pages requested ahead of the consumer, 0 to 16. More than 1 requests pages concurrently, on gateways that send a
   * count only.
   *
   * @default 1
   */
  readonly prefetch?: number;
}

const MAX_PREFETCH = 16;

/** Validated `prefetch` of the options. */
export const readPrefetch = ({prefetch = 1}: WalkOptions): number => {
  if (!Number.isSafeInteger(prefetch) || prefetch < 0 || prefetch > MAX_PREFETCH) {
    throw invalidOption('prefetch', `must be a whole number from 0 to ${MAX_PREFETCH}`);
  }
  return prefetch;
};

/** Reads pages, and requests further ones before they are needed. */
interface PageReader<T> {
  read(page: number): Promise<Page<T>>;
  /** Requests `next` and the pages after it, up to `last`. */
  prefetch(next: number | undefined, last: number): void;
  /** Aborts pending requests. */
  stop(): void;
}

export const createPageReader = <T>(
  fetch: (page: number, signal: AbortSignal) => Promise<Page<T>>,
  {prefetch, signal}: {readonly prefetch: number; readonly signal: AbortSignal | undefined},
): PageReader<T> => {
  let stopping = new AbortController();
  const pending = new Map<number, Promise<Page<T>>>();
  const request = (page: number): Promise<Page<T>> => {
    const promise = fetch(page, signal ? AbortSignal.any([signal, stopping.signal]) : stopping.signal);
    // A prefetched page may never be read: its rejection must not be unhandled.
    promise.catch(() => {});
    pending.set(page, promise);
    return promise;
  };
  const stop = (): void => {
    if (pending.size === 0) return;
    pending.clear();
    stopping.abort();
    stopping = new AbortController();
  };
  return {
    async read(page) {
      const result = await (pending.get(page) ?? request(page));
      pending.delete(page);
      return result;
    },
    prefetch(next, last) {
      // After a step back, prefetched pages show the list as it was.
      if (next === undefined || (pending.size > 0 && !pending.has(next))) stop();
      if (next === undefined) return;
      const end = Math.min(next + prefetch - 1, Math.max(next, last));
      for (let page = next; page <= end; page++) if (!pending.has(page)) request(page);
    },
    stop,
  };
};
