import {setTimeout as sleep} from 'node:timers/promises';
import type {Operation} from '@edge-console/schema';
import type {CallOptions} from '../../options.ts';

/** Milliseconds. The maximum delay doubles with each retry, up to `MAX_BACKOFF`. */
const FIRST_BACKOFF = 250;
const MAX_BACKOFF = 8000;
/** Milliseconds. */
export const MAX_RETRY_AFTER = 30_000;

/**
 * Returns `retryAfter`, at most 30 seconds, or a random delay (exponential backoff with full jitter), in milliseconds.
 */
export const retryDelay = (attempt: number, retryAfter: number | undefined, random: () => number): number =>
  retryAfter === undefined
    ? random() * Math.min(MAX_BACKOFF, FIRST_BACKOFF * 2 ** (attempt - 1))
    : Math.min(retryAfter, MAX_RETRY_AFTER);

/** Milliseconds from `now`; undefined for a malformed header. */
export const parseRetryAfter = (header: string | string[] | undefined, now: Date): number | undefined => {
  if (typeof header !== 'string') return undefined;
  if (/^\d+$/.test(header)) {
    const wait = Number(header) * 1000;
    return Number.isSafeInteger(wait) ? wait : undefined;
  }
  const at = new Date(header);
  // `Date` also parses other formats than that of `toUTCString`, and dates such as 31 February.
  if (Number.isNaN(at.getTime()) || at.toUTCString() !== header) return undefined;
  return Math.max(0, at.getTime() - now.getTime());
};

/** PUT and DELETE are idempotent (RFC 9110, 9.2.2). */
export const isRepeatable = ({method}: Operation, repeat: CallOptions['repeat']): boolean =>
  method === 'GET' || (repeat === 'idempotent' && (method === 'PUT' || method === 'DELETE'));

/** Resolves to true after `ms` milliseconds, or to false as soon as the signal aborts. */
export const pause = async (ms: number, signal: AbortSignal | undefined): Promise<boolean> => {
  try {
    await sleep(ms, undefined, signal && {signal});
    return true;
  } catch {
    return false;
  }
};
