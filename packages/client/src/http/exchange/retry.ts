import {setTimeout as sleep} from 'node:timers/promises';
import type {Operation} from '@edge-console/schema';
import type {CallOptions} from '../../options.ts';

/** Longest backoff of the first and of any retry, in milliseconds. */
const FIRST_BACKOFF = 250;
const MAX_BACKOFF = 8000;
/** Longest Retry-After that is honoured, in milliseconds. */
export const MAX_RETRY_AFTER = 30_000;

/**
 * Delay in milliseconds after a failed attempt (from 1): Retry-After up to its cap, else exponential backoff with full
 * jitter. `random` returns [0, 1).
 */
export const retryDelay = (attempt: number, retryAfter: number | undefined, random: () => number): number =>
  retryAfter === undefined
    ? random() * Math.min(MAX_BACKOFF, FIRST_BACKOFF * 2 ** (attempt - 1))
    : Math.min(retryAfter, MAX_RETRY_AFTER);

/** Milliseconds from now of a Retry-After of seconds or an IMF-fixdate (RFC 9110, 10.2.3); undefined if malformed. */
export const parseRetryAfter = (header: string | string[] | undefined, now: Date): number | undefined => {
  if (typeof header !== 'string') return undefined;
  if (/^\d+$/.test(header)) {
    const wait = Number(header) * 1000;
    return Number.isSafeInteger(wait) ? wait : undefined;
  }
  const at = new Date(header);
  // Date accepts other forms too, and days that a month does not have.
  if (Number.isNaN(at.getTime()) || at.toUTCString() !== header) return undefined;
  return Math.max(0, at.getTime() - now.getTime());
};

/** Whether `retries` applies to an operation. */
export const isRepeatable = ({method, idempotent}: Operation, repeat: CallOptions['repeat'] = 'reads'): boolean =>
  idempotent && (method === 'GET' || repeat === 'idempotent');

/** Sleeps; false if the signal aborted first. */
export const pause = async (ms: number, signal: AbortSignal | undefined): Promise<boolean> => {
  try {
    await sleep(ms, undefined, signal && {signal});
    return true;
  } catch {
    return false;
  }
};
