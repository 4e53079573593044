import type {Client} from '@edge-console/client';
import {expect, test, vi} from 'vitest';
import {clientEntry} from '../../../test/support/log-client.ts';
import type {WatchEvent} from '../../explore/watch.ts';
import {parseWatch} from '../../explore/watch-request.ts';
import {createWatcher, RING_MS} from './watcher.ts';

const client = {} as Client;

const setup = () => {
  const rung: string[] = [];
  const failures: unknown[] = [];
  const runs: {events: ReadableStreamDefaultController<WatchEvent>; signal: AbortSignal}[] = [];
  const clock = {now: 1_000};
  const watcher = createWatcher(
    {
      parse: parseWatch,
      now: () => clock.now,
      changed: () => undefined,
      ring: ({reason, entry}) => void rung.push(`${reason}: ${entry.log}`),
      failed: error => void failures.push(error),
    },
    (_client, _request, {signal}) =>
      new ReadableStream({start: events => void runs.push({events, signal})}) as AsyncIterable<WatchEvent>,
  );
  const alarm = (at: number, reason: string, log: string) =>
    runs[at]?.events.enqueue({kind: 'alarm', reason, entry: clientEntry(1, {log})});
  return {watcher, rung, failures, runs, clock, alarm};
};

test('alarms within a minute ring once, and all alarms are counted', async () => {
  const {watcher, rung, runs, clock, alarm} = setup();
  watcher.start('rate=1/s', client);
  expect(watcher.state()).toMatchObject({text: 'rate=1/s', state: 'starting', alarms: 0});
  runs[0]?.events.enqueue({kind: 'state', failure: undefined});
  alarm(0, 'too many', 'one');
  await vi.waitFor(() => expect(watcher.state()?.alarms).toBe(1));
  clock.now += RING_MS - 1;
  alarm(0, 'too many', 'two');
  await vi.waitFor(() => expect(watcher.state()?.alarms).toBe(2));
  clock.now += 1;
  alarm(0, 'too many', 'three');
  await vi.waitFor(() => expect(rung).toEqual(['too many: one', 'too many: three']));
  expect(watcher.state()).toMatchObject({state: 'watching', alarms: 3, last: {at: clock.now}});
});

test('a new watch ends the previous one, which then neither rings nor reports a failure', async () => {
  const {watcher, rung, failures, runs, alarm} = setup();
  watcher.start('pattern=new', client);
  watcher.start('rate=1/s', client);
  expect(runs[0]?.signal.aborted).toBe(true);
  alarm(0, 'a new pattern', 'x');
  watcher.start('pattern=new', client);
  runs[1]?.events.error(new Error('aborted'));
  await new Promise(resolve => setImmediate(resolve));
  expect([rung, failures]).toEqual([[], []]);
  expect(watcher.state()).toMatchObject({text: 'pattern=new', alarms: 0});
  runs[2]?.events.error(new Error('gone'));
  await vi.waitFor(() => expect(failures).toHaveLength(1));
  expect(watcher.state()).toBeUndefined();
});
