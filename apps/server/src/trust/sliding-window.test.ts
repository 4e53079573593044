import {expect, test} from 'vitest';
import {createSlidingWindowCounter} from './sliding-window.ts';

test('drops the oldest key above 10,000 keys', async () => {
  const counter = createSlidingWindowCounter({limit: 1, windowMs: 1000, now: () => 0});
  const fail = async (key: string) => {
    const waitMs = await counter.begin(key);
    if (waitMs === 0) counter.done(key, 'failed');
    return waitMs;
  };
  for (let at = 0; at <= 10_000; at += 1) await fail(`k${at}`);
  expect(await fail('k10000')).toBe(1000);
  expect(await fail('k0')).toBe(0);
});
