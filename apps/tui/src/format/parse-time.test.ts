import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {isLocalTime, parseDuration, parseLocalTime, parseTime} from './parse-time.ts';
import {dateTime, duration} from './time.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const now = new Date(2026, 10, 20, 12, 30, 15).getTime();

describe('a duration', () => {
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
  ])('parseDuration parses the duration %j', (text, ms) => expect(parseDuration(text)).toBe(ms));

  test.each(['', 'd', '7', '-3d', '7 dogs', 'in 7d', '1.5h', '1234567890s', '7d!'])(
    'parseDuration rejects the text %j',
    text => expect(parseDuration(text)).toBeUndefined(),
  );

  test('parseDuration parses every duration that the console shows', () => {
    fc.assert(
      fc.property(fc.integer({min: 0, max: 400 * 365 * DAY}), ms => {
        const text = duration(ms);
        expect(duration(parseDuration(text) ?? -1)).toBe(text);
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
    ['2027-01-31T18:05:09+02:00', new Date(Date.UTC(2027, 0, 31, 16, 5, 9))],
    ['2027-01-31 18:05:09Z', new Date(Date.UTC(2027, 0, 31, 18, 5, 9))],
    ['2027-01-01T00:30+01:00', new Date(Date.UTC(2026, 11, 31, 23, 30))],
    ['1795000000', new Date(1_795_000_000_000)],
    ['1795000000123', new Date(1_795_000_000_123)],
  ])('parseLocalTime parses %j', (text, time) => expect(parseLocalTime(text, now)).toBe(time.getTime()));

  test.each([
    ...['2026-13-01', '2026-00-10', '2026-02-30', '2027-02-29', '25:00', '11:60', '11:00:60', '0001-01-01'],
    ...['2026-02-30T10:00Z', '2026-02-28T24:00:00+01:00', '2026-13-01T10:00Z', '2026-02-28T10:00+99:00'],
  ])('parseLocalTime returns NaN for the nonexistent time %j', text => expect(parseLocalTime(text, now)).toBeNaN());

  test.each([
    '',
    '2026-11',
    '2026-11-2011:00',
    '2026-11-20 ',
    '11',
    'noon',
    '179500000',
    '17950000000',
    '2026-11-20 11:00 to 12:00',
  ])('parseLocalTime ignores spaces around a time, and rejects other texts: %j', text =>
    expect(parseLocalTime(text, now)).toBe(text === '2026-11-20 ' ? new Date(2026, 10, 20).getTime() : undefined),
  );

  test('parseLocalTime parses every time that the console shows', () => {
    fc.assert(
      fc.property(fc.integer({min: 0, max: 4e9}), seconds => {
        const text = dateTime(seconds * 1000);
        expect(dateTime(parseLocalTime(text, now) ?? 0)).toBe(text);
      }),
    );
  });
});

describe('a time', () => {
  test.each([
    ['2h', now - 2 * HOUR],
    ['6 weeks', now - 42 * DAY],
    ['2h ago', now - 2 * HOUR],
    ['in 2 hours', now + 2 * HOUR],
    ['1795000000', 1_795_000_000_000],
    ['2026-11-20 11:00', new Date(2026, 10, 20, 11).getTime()],
    ['2026-02-30', Number.NaN],
    ['in 2h ago', undefined],
    ['in 11:00', undefined],
    ['soon', undefined],
  ])('parseTime parses %j', (text, time) => expect(parseTime(text, now)).toBe(time));

  test.each([
    ['11:00', true],
    ['2026-11-20', true],
    ['2026-11-20T11:00', true],
    ['2026-11-20T11:00Z', false],
    ['1795000000', false],
    ['2h', false],
  ])('isLocalTime of %j is %j', (text, isLocal) => expect(isLocalTime(text)).toBe(isLocal));
});
