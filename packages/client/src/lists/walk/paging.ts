import type {InvalidRow} from '@edge-console/schema';
import {invalidOption} from '../../errors.ts';
import type {CallOptions} from '../../options.ts';
import type {Window} from './overlap.ts';

/** One page of a list. */
export interface Page<T> {
  /** Rows with identity. Those with invalid fields have `problems`. */
  readonly items: readonly T[];
  /** Malformed rows (docs/field-facts.md#22): those in `items` with invalid fields, and those without identity. */
  readonly invalid: readonly InvalidRow<T>[];
  /** Entries in the whole list; undefined if the gateway sends no count. */
  readonly count: number | undefined;
  /** Page number, from 1. */
  readonly page: number;
  /** Entries requested. A gateway may send another number. */
  readonly pageSize: number;
  /** Clock of the gateway in Unix seconds, if sent: `time` of the response, else its header `Date`. */
  readonly time?: number;
}

/**
 * Reported once at the end of a walk if counts did not fit the rows: they fell, jittered, were estimates, or came from
 * replicas that differ (docs/field-facts.md#20).
 */
export interface WalkStatus {
  readonly state: 'unstable-count';
  /** Lowest and highest count that the gateway gave; undefined if it gave none. */
  readonly lowest: number | undefined;
  readonly highest: number | undefined;
  /** Distinct rows given. */
  readonly rows: number;
  readonly requests: number;
  /** Requests beyond one per page. */
  readonly rereads: number;
  /**
   * Every row that was in the list from start to end of the walk was given. False if this could not be proven:
   *
   * - pages did not overlap, because the gateway has a fixed page size, ignores `page`, or more rows moved between two
   *   requests than fit on a page;
   * - fewer rows were given than the counts say;
   * - the list changed faster than it was read.
   */
  readonly complete: boolean;
}

/** Options of an iterator. */
export interface WalkOptions extends CallOptions {
  /**
   * Called at most once, at the end of the walk. Also published on the channel `edge-client:walk` of
   * node:diagnostics_channel. Errors that it throws are ignored.
   */
  readonly onStatus?: (status: WalkStatus) => void;
  /**
   * Pages requested ahead of the consumer, 0 to 16. With more than 1, pages are requested concurrently, but only on
   * gateways that send a count.
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

/** Reads windows, and requests further ones before they are needed. */
interface WindowReader<T> {
  read(window: Window): Promise<Page<T>>;
  /** Requests windows that are expected to be read, and aborts requests for others. */
  prefetch(windows: readonly Window[]): void;
  /** Aborts pending requests. */
  stop(): void;
}

export const createWindowReader = <T>(
  fetch: (window: Window, signal: AbortSignal) => Promise<Page<T>>,
  signal: AbortSignal | undefined,
): WindowReader<T> => {
  let stopping = new AbortController();
  const pending = new Map<string, Promise<Page<T>>>();
  const keyOf = ({page, size}: Window): string => `${page}/${size}`;
  const request = (window: Window): Promise<Page<T>> => {
    const promise = fetch(window, signal ? AbortSignal.any([signal, stopping.signal]) : stopping.signal);
    // A prefetched page may never be read: its rejection must not be unhandled.
    promise.catch(() => {});
    pending.set(keyOf(window), promise);
    return promise;
  };
  const stop = (): void => {
    if (pending.size === 0) return;
    pending.clear();
    stopping.abort();
    stopping = new AbortController();
  };
  return {
    async read(window) {
      const result = await (pending.get(keyOf(window)) ?? request(window));
      pending.delete(keyOf(window));
      return result;
    },
    prefetch(windows) {
      // If the last window did not join, the next ones are not those that were prefetched.
      const expected = new Set(windows.map(keyOf));
      if ([...pending.keys()].some(key => !expected.has(key))) stop();
      for (const window of windows) if (!pending.has(keyOf(window))) request(window);
    },
    stop,
  };
};
