const SECOND = 1_000;
const DAY = 86_400 * SECOND;

/** Milliseconds. The key is the first letter of the unit, or `mo` for months. */
const UNITS: Readonly<Record<string, number>> = {
  s: SECOND,
  m: 60 * SECOND,
  h: 3_600 * SECOND,
  d: DAY,
  w: 7 * DAY,
  mo: 30 * DAY,
  y: 365 * DAY,
};
const PART = String.raw`(\d{1,9})\s*(mo(?:nths?)?|s(?:ec(?:onds?)?)?|m(?:in(?:utes?)?)?|h(?:ours?)?|d(?:ays?)?|w(?:eeks?)?|y(?:ears?)?)`;
const DURATION = new RegExp(`^(?:${PART}\\s*)+$`, 'i');
const PARTS = new RegExp(PART, 'gi');

/** Parses a duration such as `7d`, `1h 30m` or `6 weeks` to milliseconds. */
export const parseDuration = (text: string): number | undefined => {
  if (!DURATION.test(text.trim())) return undefined;
  return [...text.matchAll(PARTS)].reduce((sum, [, amount, unit = '']) => {
    const name = unit.toLowerCase();
    return sum + Number(amount) * (UNITS[name.startsWith('mo') ? 'mo' : name.charAt(0)] ?? 0);
  }, 0);
};

const TIME = String.raw`(\d{1,2}):(\d\d)(?::(\d\d))?`;
const ZONED_TIME = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+-]\d\d:\d\d)$/i;
const LOCAL_TIME = new RegExp(`^(?:(\\d{4})-(\\d\\d)-(\\d\\d)(?:[T ]${TIME})?|${TIME})$`, 'i');
const UNIX_TIME = /^\d{10}(?:\d{3})?$/;

export const isLocalTime = (text: string): boolean => LOCAL_TIME.test(text.trim());

/**
 * Parses a local time, an ISO time, or Unix seconds or milliseconds. `day` and the result are in milliseconds since the
 * epoch. A time without a date, such as `18:00`, is on the day of `day`. Returns NaN for a time that does not exist,
 * such as February 30, and undefined for a text that is no time.
 */
export const parseLocalTime = (text: string, day: number): number | undefined => {
  const given = text.trim();
  if (UNIX_TIME.test(given)) return Number(given.padEnd(13, '0'));
  const zoned = ZONED_TIME.exec(given);
  if (zoned !== null) return parseZoned(zoned);
  const match = LOCAL_TIME.exec(given);
  if (match === null) return undefined;
  const on = new Date(day);
  const [year = on.getFullYear(), month = on.getMonth() + 1, date = on.getDate()] = match
    .slice(1, 4)
    .map(part => (part === undefined ? undefined : Number(part)));
  const [hour = 0, minute = 0, second = 0] = [1, 2, 3].map(at => Number(match[3 + at] ?? match[6 + at] ?? 0));
  const time = new Date(year, month - 1, date, hour, minute, second);
  // `Date` converts a 13th month to January of the next year. The hour is not compared, because summer time may skip
  // it.
  const parts = [time.getFullYear(), time.getMonth() + 1, time.getDate(), time.getMinutes(), time.getSeconds()];
  const exists = parts.join() === [year, month, date, minute, second].join();
  return exists ? time.getTime() : Number.NaN;
};

const parseZoned = ([, date = '', time = '', zone = '']: RegExpExecArray): number => {
  // `Date` converts February 30 to a day in March, and 24:00 to the next day.
  const exists = new Date(`${date}T${time}Z`).toJSON()?.startsWith(date) === true;
  return exists ? Date.parse(`${date}T${time}${zone.toUpperCase()}`) : Number.NaN;
};

/** Returns Unix seconds, and undefined for a time that does not exist. */
export const parseSeconds = (text: string, now: number): number | undefined => {
  const time = parseTime(text, now);
  return time === undefined || Number.isNaN(time) ? undefined : Math.floor(time / 1000);
};

/** Parses `2h` and `2h ago` (both before now), `in 2 hours`, and the times that {@link parseLocalTime} parses. */
export const parseTime = (text: string, now: number): number | undefined => {
  const given = text.trim();
  const after = parseDuration(given.replace(/^in\s+/i, ''));
  if (after !== undefined) return /^in\s/i.test(given) ? now + after : now - after;
  const before = parseDuration(given.replace(/\s+ago$/i, ''));
  return before === undefined ? parseLocalTime(given, now) : now - before;
};
