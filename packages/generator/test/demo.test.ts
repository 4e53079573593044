import {memoryStore} from '@edge-console/server';
import {expect, onTestFinished, test, vi} from 'vitest';
import {createDemo} from '../src/demo/create-demo.ts';
import {startLiveLogs} from '../src/index.ts';

test('createDemo returns working credentials, different for each demo', async () => {
  const [one, two] = await Promise.all([createDemo({logs: 100, live: false}), createDemo({logs: 0, live: false})]);
  onTestFinished(async () => {
    await Promise.all([one.close(), two.close()]);
  });
  expect(one.password).not.toBe(two.password);
  const {username, password} = one;
  const login = await fetch(`${one.url}/admin-api/user/login`, {
    method: 'POST',
    body: JSON.stringify({username, password}),
  });
  expect(await login.json()).toMatchObject({status: 0, data: {role: 'master'}});
  const logs = await fetch(`${one.url}/admin-api/log_server/errlog`, {headers: {'API-Token': one.apiToken}});
  expect(await logs.json()).toMatchObject({data: {meta: {count: 100}}});
});

test('startLiveLogs appends entries until it is stopped, even after a failed write', async () => {
  const store = memoryStore();
  onTestFinished(() => store.close());
  const clock = () => new Date('2031-01-01T00:00:00Z');
  const startWriter = (failures: number) => {
    const writer = {writes: 0};
    const append: typeof store.errorLogs.append = entries => {
      writer.writes += 1;
      return writer.writes > failures ? store.errorLogs.append(entries) : Promise.reject(new Error('the disk is full'));
    };
    const live = startLiveLogs({store: {...store, errorLogs: {...store.errorLogs, append}}, clock, everyMs: 1});
    onTestFinished(() => live.stop());
    return Object.assign(writer, live);
  };
  const stopped = startWriter(1);
  await vi.waitFor(() => expect(stopped.writes).toBeGreaterThan(5), {timeout: 10_000});
  await stopped.stop();
  const {writes} = stopped;
  const {rows, count} = await store.errorLogs.list({}, {offset: 0, limit: 1});
  expect([rows[0]?.log_time, count >= writes - 1]).toEqual([clock().getTime() / 1000, true]);
  // Waits while another writer appends 20 times. A stopped writer that still ran would append too.
  const running = startWriter(0);
  await vi.waitFor(() => expect(running.writes).toBeGreaterThan(20), {timeout: 10_000});
  expect(stopped.writes).toBe(writes);
});
