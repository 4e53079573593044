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

test.each([
  ['back by a day', -86_400_000],
  ['to the end of the window', 400],
  ['ahead by a day', 86_400_000],
])('a clock that jumps %s during a refusal yields a wait within the window', async (_name, jump) => {
  let times = [0, 0, 0];
  // The jump follows the given times.
  const counter = createSlidingWindowCounter({limit: 1, windowMs: 1000, now: () => times.shift() ?? 600 + jump});
  await counter.begin('ann');
  counter.done('ann', 'failed');
  times = [600];
  expect(await counter.begin('ann')).toBe(400);
});
