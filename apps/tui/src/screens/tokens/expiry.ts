import {expiryState} from '@edge-console/schema/values';
import {age, dateTime, duration} from '../../format/time.ts';
import type {Token} from '../../theme/theme.ts';

const SOON_MS = 14 * 86_400_000;

/** When a token expires, relative to now, with the look that it deserves. The word says it without the colour. */
export const expiryText = (expire: number, now: number): {readonly text: string; readonly token?: Token} => {
  const state = expiryState(expire, new Date(now));
  switch (state.kind) {
    case 'never':
      return {text: 'never', token: 'muted'};
    case 'unclear':
      return {text: `unit unclear: ${state.raw}`, token: 'status.warn'};
    case 'expired':
      return {text: `expired ${age(now - state.at.getTime())} ago`, token: 'status.error'};
    case 'active': {
      const left = state.at.getTime() - now;
      const text = `in ${left < SOON_MS ? duration(left) : age(left)}`;
      return left < SOON_MS ? {text: `${text}, soon`, token: 'status.warn'} : {text};
    }
    default:
      return state satisfies never;
  }
};

const SPAN = /^(?:in\s+)?(\d+)\s*(h|hours?|d|days?|w|weeks?|mo|months?|y|years?)$/i;
const DATE = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d{1,2}):(\d\d))?$/;
const HOUR = 3_600_000;
const MS: Readonly<Record<string, number>> = {
  h: HOUR,
  d: 24 * HOUR,
  w: 168 * HOUR,
  m: 30 * 24 * HOUR,
  y: 365 * 24 * HOUR,
};

/**
 * Reads when a token shall expire, as `expire` of the contract (milliseconds, 0 = never): `never`, `30d`, `in 6 weeks`,
 * `2027-01-31`, `2027-01-31 18:00` (local). A sentence when it is not understood or has passed.
 */
export const parseExpiry = (text: string, now: number): number | string => {
  const given = text.trim().toLowerCase();
  if (given === 'never' || given === '0') return 0;
  const span = SPAN.exec(given);
  if (span !== null) return inFuture(now + Number(span[1]) * (MS[(span[2] ?? 'd').charAt(0)] ?? 0), now);
  const date = DATE.exec(given);
  if (date === null) return 'not understood; try 30d, in 6 weeks, 2027-01-31 18:00, or never';
  const [, year, month, day, hour = '0', minute = '0'] = date;
  const at = new Date(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute));
  const kept =
    at.getMonth() === Number(month) - 1 && at.getDate() === Number(day) && at.getMinutes() === Number(minute);
  return kept ? inFuture(at.getTime(), now) : 'there is no such time';
};

const LATEST = new Date(9999, 11, 31).getTime();

const inFuture = (expire: number, now: number): number | string => {
  if (expire > LATEST) return 'that is too far away';
  return expire > now ? expire : 'that time has passed';
};

/** An expiry as the operator typed or will read it. */
export const expiryWords = (expire: number): string =>
  expire === 0 ? 'never expires' : `expires ${dateTime(expire)} local time`;
