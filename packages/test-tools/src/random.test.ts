import {expect, test} from 'vitest';
import {seededRandom} from './random.ts';

test('seededRandom returns the requested number of bytes, and different bytes at each call', () => {
  const random = seededRandom(7);
  const [long, short] = [random(100), random(16)];
  expect([long.length, short.length]).toEqual([100, 16]);
  expect(Buffer.from(long).includes(Buffer.from(short))).toBe(false);
});
