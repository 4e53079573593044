import {expiryState} from '@edge-console/schema/values';
import {NO_VALUE} from '../../format/number.ts';
import {parseDuration, parseLocalTime} from '../../format/parse-time.ts';
import {age, dateTime, duration} from '../../format/time.ts';
import type {Role} from '../../theme/theme.ts';

const SOON_MS = 14 * 86_400_000;

/** `soon` is the remaining time of a token that expires in less than 14 days. */
export const expiryText = (
  expire: number | undefined,
  now: number,
): {readonly text: string; readonly role?: Role; readonly soon?: string} => {
  const state = expiryState(expire, new Date(now));
  switch (state.kind) {
    case 'unknown':
      return {text: NO_VALUE, role: 'status.warn'};
    case 'never':
      return {text: 'never', role: 'muted'};
    case 'unclear':
      return {text: `unit unclear: ${state.raw}`, role: 'status.warn'};
    case 'expired':
      return {text: `expired ${age(now - state.at.getTime())} ago`, role: 'status.error'};
    case 'active': {
      const left = state.at.getTime() - now;
      if (left >= SOON_MS) return {text: `in ${age(left)}`};
      const soon = duration(left);
      return {text: `in ${soon}, soon`, role: 'status.warn', soon};
    }
    default:
      return state satisfies never;
  }
};

const HOUR_MS = 3_600_000;

const UNIX_SECONDS = /^\d{10}$/;

/** Returns epoch milliseconds (0: never), or why the text is invalid. A duration must be at least `least` ms. */
export const parseExpiry = (text: string, now: number, least = HOUR_MS): number | string => {
  const given = text.trim().toLowerCase();
  if (given === 'never' || given === '0') return 0;
  if (UNIX_SECONDS.test(given)) return inFuture(Number(given) * 1000, now);
  const duration = parseDuration(given.replace(/^in\s+/, ''));
  if (duration !== undefined && duration > 0 && duration < least) {
    return `that is less than ${least === HOUR_MS ? 'an hour' : 'a minute'}; 6mo is six months`;
  }
  const expire = duration === undefined ? parseLocalTime(given, now) : now + duration;
  if (expire === undefined) return 'not understood; try 30d, in 6 weeks, 2027-01-31 18:00, or never';
  return Number.isNaN(expire) ? 'there is no such time' : inFuture(expire, now);
};

const MAX_EXPIRY = new Date(9999, 11, 31).getTime();

const inFuture = (expire: number, now: number): number | string => {
  if (expire > MAX_EXPIRY) return 'that is too far away';
  return expire > now ? expire : 'that time has passed';
};

export const expiryWords = (expire: number | undefined): string => {
  if (expire === undefined) return 'its expiry is not known';
  return expire === 0 ? 'never expires' : `expires ${dateTime(expire)} local time`;
};
