import {expect, test} from 'vitest';
import {createSingleFlight} from './single-flight.ts';

/** Tasks that the test settles; each rejects with `aborted` when its signal aborts. */
const createTasks = () => {
  const started: {key: string; signal: AbortSignal; finish(value: string): void; fail(error: Error): void}[] = [];
  const join = createSingleFlight(
    (key: string, signal) =>
      new Promise<string>((resolve, reject) => {
        started.push({key, signal, finish: resolve, fail: reject});
        signal.addEventListener('abort', () => reject(new Error('aborted')));
      }),
  );
  const joinAlone = (key: string) => join(key, new AbortController().signal);
  return {join, joinAlone, started};
};

test('callers with the same key share one task, and callers with different keys do not', async () => {
  const {joinAlone, started} = createTasks();
  const results = [joinAlone('a'), joinAlone('a'), joinAlone('b')];
  expect(started.map(({key}) => key)).toEqual(['a', 'b']);
  started[0]?.finish('one');
  started[1]?.finish('two');
  expect(await Promise.all(results)).toEqual(['one', 'one', 'two']);
});

test('a settled task is not reused, whether it resolved or rejected', async () => {
  const {joinAlone, started} = createTasks();
  const first = joinAlone('a');
  started[0]?.fail(new Error('broken'));
  await expect(first).rejects.toThrow('broken');
  const second = joinAlone('a');
  started[1]?.finish('fine');
  expect(await second).toBe('fine');
  void joinAlone('a');
  expect(started).toHaveLength(3);
});

test('an aborting caller is rejected with its own reason, and the task goes on for the other callers', async () => {
  const {join, joinAlone, started} = createTasks();
  const stop = new AbortController();
  const leaving = join('a', stop.signal);
  const staying = joinAlone('a');
  stop.abort(new Error('enough'));
  await expect(leaving).rejects.toThrow('enough');
  expect(started[0]?.signal.aborted).toBe(false);
  started[0]?.finish('done');
  expect(await staying).toBe('done');
});

test('the task is aborted when its last caller aborts, and the next caller starts a new task', async () => {
  const {join, joinAlone, started} = createTasks();
  const stops = [new AbortController(), new AbortController()];
  const outcome = Promise.allSettled(stops.map(({signal}) => join('a', signal)));
  stops[0]?.abort();
  expect(started[0]?.signal.aborted).toBe(false);
  stops[1]?.abort();
  expect(started[0]?.signal.aborted).toBe(true);
  const next = joinAlone('a');
  expect((await outcome).map(({status}) => status)).toEqual(['rejected', 'rejected']);
  const joined = joinAlone('a');
  expect(started).toHaveLength(2);
  started[1]?.finish('new');
  expect(await Promise.all([next, joined])).toEqual(['new', 'new']);
});

test('a caller with an aborted signal starts no task', async () => {
  const {join, started} = createTasks();
  await expect(join('a', AbortSignal.abort(new Error('early')))).rejects.toThrow('early');
  expect(started).toEqual([]);
});
