const SECOND = 1_000;
const DAY = 86_400 * SECOND;

/** Milliseconds of a unit, by its first letter; months by their first two. A month has 30 days, a year 365. */
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
const SPAN = new RegExp(`^(?:${PART}\\s*)+$`, 'i');
const PARTS = new RegExp(PART, 'gi');

/** Milliseconds of `7d`, `1h 30m` or `6 weeks`; undefined for anything else. */
export const parseSpan = (text: string): number | undefined => {
  if (!SPAN.test(text.trim())) return undefined;
  return [...text.matchAll(PARTS)].reduce((sum, [, amount, unit = '']) => {
    const name = unit.toLowerCase();
    return sum + Number(amount) * (UNITS[name.startsWith('mo') ? 'mo' : name.charAt(0)] ?? 0);
  }, 0);
};

const TIME = String.raw`(\d{1,2}):(\d\d)(?::(\d\d))?`;
const ZONED_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/i;
const LOCAL_TIME = new RegExp(`^(?:(\\d{4})-(\\d\\d)-(\\d\\d)(?:[T ]${TIME})?|${TIME})$`, 'i');

/**
 * Milliseconds since the epoch of `2027-01-31`, `2027-01-31 18:00`, `2027-01-31T18:00:05` or `18:00`, on the local clock,
 * or of `2027-01-31T18:00:05Z` and other times with a zone. A time without a date is on the day of `day`, also in milliseconds. NaN for a date or time that does not exist,
 * undefined for anything else.
 */
export const parseLocalTime = (text: string, day: number): number | undefined => {
  if (ZONED_TIME.test(text.trim())) return Date.parse(text.trim().toUpperCase());
  const match = LOCAL_TIME.exec(text.trim());
  if (match === null) return undefined;
  const on = new Date(day);
  const [year = on.getFullYear(), month = on.getMonth() + 1, date = on.getDate()] = match
    .slice(1, 4)
    .map(part => (part === undefined ? undefined : Number(part)));
  const [hour, minute, second] = [1, 2, 3].map(at => Number(match[3 + at] ?? match[6 + at] ?? 0)) as [
    number,
    number,
    number,
  ];
  const time = new Date(year, month - 1, date, hour, minute, second);
  // `Date` reads the 13th month and the 25th hour as later days. The hour itself may move when clocks change.
  const exists =
    time.getFullYear() === year &&
    time.getMonth() === month - 1 &&
    time.getDate() === date &&
    time.getMinutes() === minute &&
    time.getSeconds() === second;
  return exists ? time.getTime() : Number.NaN;
};
