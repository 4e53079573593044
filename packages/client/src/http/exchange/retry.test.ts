import {describe, expect, test} from 'vitest';
import {MAX_RETRY_AFTER, parseRetryAfter, retryDelay} from './retry.ts';

test('the retry delay grows exponentially up to a maximum, with full jitter', () => {
  const highest = (attempt: number) => retryDelay(attempt, undefined, () => 1);
  expect([1, 2, 3, 9].map(highest)).toEqual([250, 500, 1000, 8000]);
  expect(retryDelay(5, undefined, () => 0)).toBe(0);
  expect(retryDelay(1, undefined, () => 0.5)).toBe(125);
});

test('Retry-After is honoured up to a maximum', () => {
  expect(retryDelay(1, 3000, () => 0)).toBe(3000);
  expect(retryDelay(1, 3_600_000, () => 0)).toBe(MAX_RETRY_AFTER);
});

describe('Retry-After', () => {
  const now = new Date('2026-11-20T12:00:00Z');
  test.each([
    ['7', 7000],
    ['Fri, 20 Nov 2026 12:00:30 GMT', 30_000],
    ['Fri, 20 Nov 2026 11:00:00 GMT', 0],
    ['soon', undefined],
    ['1e3', undefined],
    ['-5', undefined],
    ['1.5', undefined],
    ['+7', undefined],
    ['0x10', undefined],
    ['7, 8', undefined],
    ['9'.repeat(400), undefined],
    ['2026-11-20T12:00:30Z', undefined],
    ['Thu, 20 Nov 2026 12:00:30 GMT', undefined],
    ['Fri, 20 Nov 2026 12:00:30 +0100', undefined],
    ['Fri, 31 Nov 2026 12:00:30 GMT', undefined],
    ['Friday, 20-Nov-26 12:00:30 GMT', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('the header Retry-After: %s is read as %s ms', (header, expected) => {
    expect(parseRetryAfter(header, now)).toBe(expected);
  });
});
