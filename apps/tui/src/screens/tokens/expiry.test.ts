import {expect, test} from 'vitest';
import {expiryText, expiryWords, parseExpiry} from './expiry.ts';

const now = new Date(2026, 10, 20, 12).getTime();
const DAY = 86_400_000;

test.each([
  ['never', 0],
  ['0', 0],
  ['7d', now + 7 * DAY],
  ['in 6 weeks', now + 42 * DAY],
  ['2 mo', now + 60 * DAY],
  ['1 Year', now + 365 * DAY],
  ['12h', now + DAY / 2],
  ['2027-01-31', new Date(2027, 0, 31).getTime()],
  ['2027-01-31T18:05', new Date(2027, 0, 31, 18, 5).getTime()],
  ['2027-01-31 18:05', new Date(2027, 0, 31, 18, 5).getTime()],
])('%j is parsed as an expiry', (text, expire) => {
  expect(parseExpiry(text, now)).toBe(expire);
});

test.each([
  ['', 'not understood'],
  ['soon', 'not understood'],
  ['-3d', 'not understood'],
  ['6m', 'less than an hour'],
  ['2026-02-30', 'no such'],
  ['2027-13-01', 'no such'],
  ['2027-01-31 25:00', 'no such'],
  ['2027-01-31 18:70', 'no such'],
  ['2026-11-20 11:59', 'has passed'],
  ['0d', 'has passed'],
  ['999999999y', 'too far'],
])('the expiry %j is refused', (text, why) => {
  expect(parseExpiry(text, now)).toContain(why);
});

test('expiryWords returns "never expires", or the expiry in local time', () => {
  expect(expiryWords(0)).toBe('never expires');
  expect(expiryWords(new Date(2027, 0, 31, 18).getTime())).toBe('expires 2027-01-31 18:00:00 local time');
});

test.each([
  [0, 'never', 'muted'],
  [now + 90 * DAY, 'in 90d', undefined],
  [now + 13 * DAY + DAY / 2, 'in 13d 12h, soon', 'status.warn'],
  [now - 3 * DAY, 'expired 3d ago', 'status.error'],
  [1_795_000_000, 'unit unclear: 1795000000', 'status.warn'],
])('an expiry of %d is shown as %j', (expire, text, role) => {
  expect(expiryText(expire, now)).toMatchObject({text, ...(role !== undefined && {role})});
});
