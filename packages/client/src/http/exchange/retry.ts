import {setTimeout as sleep} from 'node:timers/promises';
import type {Operation} from '@edge-console/schema';
import type {CallOptions} from '../../options.ts';

/** Maximum backoff in milliseconds before the first retry. Doubles for each further retry, up to `MAX_BACKOFF`. */
const FIRST_BACKOFF = 250;
const MAX_BACKOFF = 8000;
/** Maximum wait for a `Retry-After` header, in milliseconds. Larger values are reduced to it. */
export const MAX_RETRY_AFTER = 30_000;

/** Milliseconds: `retryAfter`, up to a limit, else exponential backoff with full jitter. `attempt` is 1 or more. */
export const retryDelay = (attempt: number, retryAfter: number | undefined, random: () => number): number =>
  retryAfter === undefined
    ? random() * Math.min(MAX_BACKOFF, FIRST_BACKOFF * 2 ** (attempt - 1))
    : Math.min(retryAfter, MAX_RETRY_AFTER);

/** Milliseconds from `now`, of a header in seconds or as an IMF-fixdate (RFC 9110, 10.2.3); undefined if malformed. */
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
