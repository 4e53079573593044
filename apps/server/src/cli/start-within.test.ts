import {setTimeout} from 'node:timers/promises';
import {expect, test} from 'vitest';
import {StoreUnavailable} from '../store/store.ts';
import {startWithin} from './start-within.ts';

/** Creates a fake start function that fails with each of these errors in turn, then succeeds. */
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

test('a start is retried until the database is available, and reports the problem once', async () => {
  const {startIn, said, attempts} = failing(refused(), refused());
  expect(await startIn(600_000)).toBe('started');
  expect([attempts(), said]).toEqual([3, ['connection refused']]);
});

test('a start that succeeds at once reports no problem', async () => {
  const {startIn, said, attempts} = failing();
  expect([await startIn(600_000), attempts(), said]).toEqual(['started', 1, []]);
});

test('with a waiting time of 0, a failed start rejects without a retry', async () => {
  const {startIn, said, attempts} = failing(refused());
  await expect(startIn(0)).rejects.toThrow(StoreUnavailable);
  expect([attempts(), said]).toEqual([1, []]);
});

test('a start rejects at once with an error other than StoreUnavailable, also after retries', async () => {
  const first = failing(new RangeError('the seed is invalid'));
  await expect(first.startIn(600_000)).rejects.toThrow('the seed is invalid');
  expect([first.attempts(), first.said]).toEqual([1, []]);
  const second = failing(refused(), new Error('the port is in use'));
  await expect(second.startIn(600_000)).rejects.toThrow('the port is in use');
  expect(second.attempts()).toBe(2);
});

test('the waiting time of a start is measured from its first failure', async () => {
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
