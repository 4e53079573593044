import type {Client} from '@edge-console/client';
import {expect, test} from 'vitest';
import {createWatcher, RING_MS, type WatchReport} from './watcher.ts';

const client = {} as Client;

const setup = () => {
  const rung: string[] = [];
  const failures: unknown[] = [];
  const runs: {report: WatchReport; signal: AbortSignal; fail: (error: Error) => void}[] = [];
  const clock = {now: 1_000};
  const watcher = createWatcher({
    run: (_text, _client, {report, signal}) =>
      new Promise((_, fail) => {
        runs.push({report, signal, fail});
      }),
    now: () => clock.now,
    changed: () => undefined,
    ring: text => void rung.push(text),
    failed: error => void failures.push(error),
  });
  return {watcher, rung, failures, runs, clock};
};

test('rings once for alarms close together, and counts them all', () => {
  const {watcher, rung, runs, clock} = setup();
  watcher.start('rate=1/s', client);
  expect(watcher.state()).toMatchObject({text: 'rate=1/s', state: 'starting', alarms: 0});
  runs[0]?.report.state('watching');
  runs[0]?.report.alarm('too many', 'one');
  clock.now += RING_MS - 1;
  runs[0]?.report.alarm('too many', 'two');
  clock.now += 1;
  runs[0]?.report.alarm('too many', 'three');
  expect(rung).toEqual(['too many: one', 'too many: three']);
  expect(watcher.state()).toMatchObject({state: 'watching', alarms: 3, last: {at: clock.now}});
});

test('another watch ends the one before, which then neither rings nor fails', async () => {
  const {watcher, rung, failures, runs} = setup();
  watcher.start('pattern=new', client);
  watcher.start('rate=1/s', client);
  expect(runs[0]?.signal.aborted).toBe(true);
  runs[0]?.report.alarm('a new pattern', 'x');
  runs[0]?.fail(new Error('aborted'));
  await Promise.resolve();
  expect([rung, failures]).toEqual([[], []]);
  expect(watcher.state()).toMatchObject({text: 'rate=1/s', alarms: 0});
  runs[1]?.fail(new Error('gone'));
  await expect.poll(() => failures.length, {interval: 1}).toBe(1);
  expect(watcher.state()).toBeUndefined();
});
