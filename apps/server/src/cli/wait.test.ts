import {setTimeout} from 'node:timers/promises';
import {expect, test} from 'vitest';
import {StoreUnavailable} from '../store/store.ts';
import {startWithin} from './wait.ts';

/** Starts that fail with these errors, then succeed. */
const failing = (...errors: readonly Error[]) => {
  const left = [...errors];
  const said: string[] = [];
  let attempts = 0;
  const start = async () => {
    attempts += 1;
    const error = left.shift();
    if (error) throw error;
    return 'started';
  };
  const startIn = (ms: number) => startWithin(start, {ms, onWait: problem => said.push(problem)});
  return {startIn, said, attempts: () => attempts};
};

const refused = () => new StoreUnavailable('connection refused\nsecond line');

test('a start succeeds once the database is available, and reports once what it waits for', async () => {
  const {startIn, said, attempts} = failing(refused(), refused());
  expect(await startIn(600_000)).toBe('started');
  expect([attempts(), said]).toEqual([3, ['connection refused']]);
});

test('a start that need not wait reports nothing', async () => {
  const {startIn, said, attempts} = failing();
  expect([await startIn(600_000), attempts(), said]).toEqual(['started', 1, []]);
});

test('a start without a time to wait rejects with the first failure', async () => {
  const {startIn, said, attempts} = failing(refused());
  await expect(startIn(0)).rejects.toThrow(StoreUnavailable);
  expect([attempts(), said]).toEqual([1, []]);
});

test('a start rejects at once with other failures, also after it waited for the database', async () => {
  const first = failing(new RangeError('the seed is invalid'));
  await expect(first.startIn(600_000)).rejects.toThrow('the seed is invalid');
  expect([first.attempts(), first.said]).toEqual([1, []]);
  const second = failing(refused(), new Error('the port is in use'));
  await expect(second.startIn(600_000)).rejects.toThrow('the port is in use');
  expect(second.attempts()).toBe(2);
});

test('the time to wait starts with the first failure', async () => {
  const said: string[] = [];
  const errors = [refused()];
  const start = async () => {
    await setTimeout(20);
    const error = errors.shift();
    if (error) throw error;
    return 'started';
  };
  expect(await startWithin(start, {ms: 10, onWait: problem => said.push(problem)})).toBe('started');
  expect(said).toEqual(['connection refused']);
});
