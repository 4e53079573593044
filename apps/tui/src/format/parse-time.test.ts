import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {parseLocalTime, parseSpan} from './parse-time.ts';
import {dateTime, duration} from './time.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const now = new Date(2026, 10, 20, 12, 30, 15).getTime();

describe('a span', () => {
  test.each([
    ['7d', 7 * DAY],
    ['1h 30m', 1.5 * HOUR],
    ['1h30m', 1.5 * HOUR],
    ['6 weeks', 42 * DAY],
    ['2 mo', 60 * DAY],
    ['1 Month', 30 * DAY],
    ['2M', HOUR / 30],
    ['1 Year', 365 * DAY],
    ['90 sec', 90_000],
    [' 0d ', 0],
  ])('%j', (text, ms) => expect(parseSpan(text)).toBe(ms));

  test.each(['', 'd', '7', '-3d', '7 dogs', 'in 7d', '1.5h', '1234567890s', '7d!'])('%j is none', text =>
    expect(parseSpan(text)).toBeUndefined(),
  );

  test('is read from every duration that is shown', () => {
    fc.assert(
      fc.property(fc.integer({min: 0, max: 400 * 365 * DAY}), ms => {
        const text = duration(ms);
        expect(duration(parseSpan(text) ?? -1)).toBe(text);
      }),
    );
  });
});

describe('a local time', () => {
  test.each([
    ['2027-01-31', new Date(2027, 0, 31)],
    ['2027-01-31 18:05', new Date(2027, 0, 31, 18, 5)],
    ['2027-01-31T18:05:09', new Date(2027, 0, 31, 18, 5, 9)],
    ['2027-01-31t8:05', new Date(2027, 0, 31, 8, 5)],
    ['2028-02-29', new Date(2028, 1, 29)],
    ['11:00', new Date(2026, 10, 20, 11)],
  ])('%j', (text, time) => expect(parseLocalTime(text, now)).toBe(time.getTime()));

  test.each(['2026-13-01', '2026-00-10', '2026-02-30', '2027-02-29', '25:00', '11:60', '11:00:60', '0001-01-01'])(
    '%j does not exist',
    text => expect(parseLocalTime(text, now)).toBeNaN(),
  );

  test.each(['', '2026-11', '2026-11-2011:00', '2026-11-20 ', '11', 'noon', '2026-11-20 11:00 to 12:00'])(
    '%j is none',
    text =>
      expect(parseLocalTime(text, now)).toBe(text === '2026-11-20 ' ? new Date(2026, 10, 20).getTime() : undefined),
  );

  test('is read from every date that is shown', () => {
    fc.assert(
      fc.property(fc.integer({min: 0, max: 4e9}), seconds => {
        const text = dateTime(seconds * 1000);
        expect(dateTime(parseLocalTime(text, now) ?? 0)).toBe(text);
      }),
    );
  });
});
