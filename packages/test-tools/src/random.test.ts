import {expect, test} from 'vitest';
import {seededSource} from './random.ts';

test('seededSource returns the requested number of bytes, and different bytes at each call', () => {
  const {next} = seededSource(7);
  const [long, short] = [next(100), next(16)];
  expect([long.length, short.length]).toEqual([100, 16]);
  expect(Buffer.from(long).includes(Buffer.from(short))).toBe(false);
});
