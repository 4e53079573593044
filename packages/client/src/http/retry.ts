import {setTimeout as sleep} from 'node:timers/promises';
import type {Operation} from '@edge-console/schema';
import type {CallOptions} from '../options.ts';

const FIRST_CEILING = 250;
const HIGHEST_CEILING = 8000;
/** The longest that a Retry-After is obeyed, in milliseconds. */
export const LONGEST_RETRY_AFTER = 30_000;

/**
 * Milliseconds before the attempt after `attempt`: Retry-After where the gateway gave one, capped; else exponential
 * with full jitter, so that many clients do not come back at once. `random` gives [0, 1).
 */
export const retryDelay = (attempt: number, asked: number | undefined, random: () => number): number =>
  asked === undefined
    ? random() * Math.min(HIGHEST_CEILING, FIRST_CEILING * 2 ** (attempt - 1))
    : Math.min(asked, LONGEST_RETRY_AFTER);

/** Retry-After in milliseconds from now: seconds or an HTTP date (RFC 9110, 10.2.3); undefined if it is neither. */
export const retryAfter = (header: string | string[] | undefined, now: Date): number | undefined => {
  if (typeof header !== 'string') return undefined;
  if (/^\d+$/.test(header.trim())) return Number(header) * 1000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now.getTime());
};

/** Whether a failed call may be sent again without being asked to. */
export const isRepeatable = ({method, idempotent}: Operation, repeat: CallOptions['repeat'] = 'reads'): boolean =>
  idempotent && (method === 'GET' || repeat === 'idempotent');

/** Waits; false when the signal came first. */
export const pause = async (ms: number, signal: AbortSignal | undefined): Promise<boolean> => {
  try {
    await sleep(ms, undefined, signal && {signal});
    return true;
  } catch {
    return false;
  }
};
