import {expect, test} from 'vitest';
import {cacheByVersion} from './version-cache.ts';

const setUp = (maxWeight: number, weigh?: (value: string, key: string) => number) => {
  const state = {version: {} as object | undefined, loads: 0};
  const cached = cacheByVersion<string>(() => state.version, {maxWeight, ...(weigh && {weigh})});
  const get = (key: string) =>
    cached(key, async () => {
      state.loads += 1;
      return `value of ${key}`;
    });
  return {state, get};
};

test('loads a value once per version', async () => {
  const {state, get} = setUp(10);
  expect([await get('a'), await get('a'), state.loads]).toEqual(['value of a', 'value of a', 1]);
  state.version = {};
  await get('a');
  expect(state.loads).toBe(2);
});

test('caches nothing without a version', async () => {
  const {state, get} = setUp(10);
  state.version = undefined;
  await get('a');
  await get('a');
  expect(state.loads).toBe(2);
});

test('does not cache a value loaded while the version changed', async () => {
  const state = {version: {}, loads: 0};
  const cached = cacheByVersion<string>(() => state.version, {maxWeight: 10});
  await cached('a', async () => {
    state.version = {};
    return 'old';
  });
  expect(await cached('a', async () => 'new')).toBe('new');
});

test('clears the cache when its weight would exceed the maximum', async () => {
  const {state, get} = setUp(40, (_value, key) => key.length);
  await get('first');
  for (let at = 0; at < 4; at += 1) await get(`key ${at} ----`);
  expect(state.loads).toBe(5);
  await get('first');
  expect(state.loads).toBe(6);
});

test('does not cache a value heavier than a quarter of the maximum', async () => {
  const {state, get} = setUp(40, (_value, key) => key.length);
  await get('x'.repeat(11));
  await get('x'.repeat(11));
  expect(state.loads).toBe(2);
});
