import {describe, expect, test} from 'vitest';
import {count, plural} from './number.ts';
import {ageText, ago, dateTime, duration, nextTimeFormat, shortTime, type TimeFormat} from './time.ts';

const at = new Date(2026, 10, 20, 12, 0, 3).getTime();
const DAY = 86_400_000;

test('the digits of a number are grouped by commas, and its noun is singular or plural', () => {
  expect(count(184_203)).toBe('184,203');
  expect([plural(0, 'token'), plural(1, 'token'), plural(4_000, 'token')]).toEqual([
    '0 tokens',
    '1 token',
    '4,000 tokens',
  ]);
  expect(plural(2, 'entry', 'entries')).toBe('2 entries');
});

describe('a point in time', () => {
  test('dateTime formats a point in time in local time or UTC', () => {
    expect(dateTime(at)).toBe('2026-11-20 12:00:03');
    expect(dateTime(Date.UTC(2026, 0, 2, 3, 4, 5), true)).toBe('2026-01-02 03:04:05');
    expect(dateTime(Number.NaN)).toBe('invalid time');
    expect(dateTime(9e15)).toBe('invalid time');
  });

  test.each([
    [at, '12:00:03'],
    [at - DAY, '11-19 12:00:03'],
    [new Date(2025, 10, 20, 12, 0, 3).getTime(), '2025-11-20 12:00:03'],
  ])('shortTime of %d omits the parts of the date that equal those of now: %s', (ms, text) => {
    expect(shortTime(ms, {now: at, format: 'local'})).toBe(text);
  });

  test('a relative time is an age such as 1m 30s ago, or in 1m for a time in the future', () => {
    expect(shortTime(at - 90_000, {now: at, format: 'relative'})).toBe('1m 30s ago');
    expect(shortTime(at + 90_000, {now: at, format: 'relative'})).toBe('in 1m');
  });
});

test.each([
  [0, '0s'],
  [999, '0s'],
  [59_000, '59s'],
  [60_000, '1m'],
  [7 * 3_600_000 + 42 * 60_000 + 9_000, '7h 42m'],
  [DAY + 5_000, '1d'],
  [400 * DAY, '1y 35d'],
  [-5, '0s'],
])('a duration of %d ms is %s', (ms, text) => {
  expect(duration(ms)).toBe(text);
});

test('ageText shows the age of data in coarse steps', () => {
  expect([0, 4_999, 5_000, 59_999, 60_000, 7_200_000].map(ageText)).toEqual([
    'just now',
    'just now',
    '5s ago',
    '55s ago',
    '1m ago',
    '2h ago',
  ]);
});

test('a time more than a minute in the future is shown as in the future', () => {
  expect([0, -59_000, -61_000, 7_200_000].map(ago)).toEqual(['0s ago', '0s ago', 'in 1m', '2h ago']);
  const now = Date.UTC(2026, 0, 1);
  expect(shortTime(Date.UTC(9999, 0, 1), {now, format: 'relative'})).toMatch(/^in 79\d\dy$/);
});

test('nextTimeFormat cycles from local time to UTC, relative times and back', () => {
  let format: TimeFormat = 'local';
  const seen = [1, 2, 3].map(() => {
    format = nextTimeFormat(format);
    return format;
  });
  expect(seen).toEqual(['utc', 'relative', 'local']);
});
