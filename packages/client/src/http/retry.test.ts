import {describe, expect, test} from 'vitest';
import {LONGEST_RETRY_AFTER, retryAfter, retryDelay} from './retry.ts';

test('the delay grows, has full jitter and a ceiling', () => {
  const highest = (attempt: number) => retryDelay(attempt, undefined, () => 1);
  expect([1, 2, 3, 9].map(highest)).toEqual([250, 500, 1000, 8000]);
  expect(retryDelay(5, undefined, () => 0)).toBe(0);
  expect(retryDelay(1, undefined, () => 0.5)).toBe(125);
});

test('Retry-After is obeyed, up to a cap', () => {
  expect(retryDelay(1, 3000, () => 0)).toBe(3000);
  expect(retryDelay(1, 3_600_000, () => 0)).toBe(LONGEST_RETRY_AFTER);
});

describe('Retry-After', () => {
  const now = new Date('2026-11-20T12:00:00Z');
  test.each([
    ['7', 7000],
    ['Fri, 20 Nov 2026 12:00:30 GMT', 30_000],
    ['Fri, 20 Nov 2026 11:00:00 GMT', 0],
    ['soon', undefined],
    [undefined, undefined],
  ])('%s is %s ms', (header, expected) => {
    expect(retryAfter(header, now)).toBe(expected);
  });
});
