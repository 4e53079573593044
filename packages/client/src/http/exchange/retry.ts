import {setTimeout as sleep} from 'node:timers/promises';
import type {Operation} from '@edge-console/schema';
import type {CallOptions} from '../../options.ts';

/** Maximum delay before the first retry, in milliseconds. The maximum doubles with each retry, up to `MAX_BACKOFF`. */
const FIRST_BACKOFF = 250;
const MAX_BACKOFF = 8000;
/** Maximum time in milliseconds that a `Retry-After` header can make a call wait. */
export const MAX_RETRY_AFTER = 30_000;

/**
 * Returns the delay before a retry, in milliseconds. If `retryAfter` is given, returns it, but at most 30 seconds.
 * Otherwise returns a random delay whose maximum doubles with each retry (exponential backoff with full jitter).
 */
export const retryDelay = (attempt: number, retryAfter: number | undefined, random: () => number): number =>
  retryAfter === undefined
    ? random() * Math.min(MAX_BACKOFF, FIRST_BACKOFF * 2 ** (attempt - 1))
    : Math.min(retryAfter, MAX_RETRY_AFTER);

/**
 * Returns the time that a `Retry-After` header asks to wait, in milliseconds from `now`. Undefined if the header is
 * malformed.
 */
export const parseRetryAfter = (header: string | string[] | undefined, now: Date): number | undefined => {
  if (typeof header !== 'string') return undefined;
  if (/^\d+$/.test(header)) {
    const wait = Number(header) * 1000;
    return Number.isSafeInteger(wait) ? wait : undefined;
  }
  const at = new Date(header);
  // Only the format of `toUTCString` is valid. `Date` also parses other formats, and dates such as 31 February.
  if (Number.isNaN(at.getTime()) || at.toUTCString() !== header) return undefined;
  return Math.max(0, at.getTime() - now.getTime());
};

export const isRepeatable = ({method, idempotent}: Operation, repeat: CallOptions['repeat'] = 'reads'): boolean =>
  idempotent && (method === 'GET' || repeat === 'idempotent');

/** Resolves to true after `ms` milliseconds, or to false as soon as the signal aborts. */
export const pause = async (ms: number, signal: AbortSignal | undefined): Promise<boolean> => {
  try {
    await sleep(ms, undefined, signal && {signal});
    return true;
  } catch {
    return false;
  }
};
