import {setTimeout as sleep} from 'node:timers/promises';
import type {Operation} from '@edge-console/schema';
import type {CallOptions} from '../../options.ts';

/** Maximum backoff in milliseconds before the first retry. Doubles for each further retry, up to `MAX_BACKOFF`. */
const FIRST_BACKOFF = 250;
const MAX_BACKOFF = 8000;
/** Maximum wait for a `Retry-After` header, in milliseconds. Larger values are reduced to it. */
export const MAX_RETRY_AFTER = 30_000;

/**
 * Returns the delay in milliseconds before the retry of a failed attempt. `attempt` counts from 1. The delay is
 * `retryAfter`, up to {@link MAX_RETRY_AFTER}; without `retryAfter` it is an exponential backoff with full jitter.
 * `random` returns a number in [0, 1).
 */
export const retryDelay = (attempt: number, retryAfter: number | undefined, random: () => number): number =>
  retryAfter === undefined
    ? random() * Math.min(MAX_BACKOFF, FIRST_BACKOFF * 2 ** (attempt - 1))
    : Math.min(retryAfter, MAX_RETRY_AFTER);

/**
 * Parses a `Retry-After` header, in seconds or as an IMF-fixdate (RFC 9110, 10.2.3). Returns the milliseconds from
 * `now`; undefined if the header is malformed.
 */
export const parseRetryAfter = (header: string | string[] | undefined, now: Date): number | undefined => {
  if (typeof header !== 'string') return undefined;
  if (/^\d+$/.test(header)) {
    const wait = Number(header) * 1000;
    return Number.isSafeInteger(wait) ? wait : undefined;
  }
  const at = new Date(header);
  // `Date` also accepts other formats, and days that a month does not have.
  if (Number.isNaN(at.getTime()) || at.toUTCString() !== header) return undefined;
  return Math.max(0, at.getTime() - now.getTime());
};

/** Whether `retries` applies to an operation. */
export const isRepeatable = ({method, idempotent}: Operation, repeat: CallOptions['repeat'] = 'reads'): boolean =>
  idempotent && (method === 'GET' || repeat === 'idempotent');

/** Waits. Resolves to false if the signal aborts before the time is over. */
export const pause = async (ms: number, signal: AbortSignal | undefined): Promise<boolean> => {
  try {
    await sleep(ms, undefined, signal && {signal});
    return true;
  } catch {
    return false;
  }
};
