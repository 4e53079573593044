import {expect, onTestFinished, test, vi} from 'vitest';
import {createDemo, openSqlite, startLiveLogs} from '../src/index.ts';

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

test('live entries arrive with the clock time until stopped, and after a failed write', async () => {
  const store = await openSqlite(':memory:');
  onTestFinished(() => store.close());
  const count = async () => (await store.errorLogs.list({}, {offset: 0, limit: 0})).count;
  let failures = 1;
  const append: typeof store.errorLogs.append = entries => {
    failures -= 1;
    return failures < 0 ? store.errorLogs.append(entries) : Promise.reject(new Error('the disk is full'));
  };
  const failing = {...store, errorLogs: {...store.errorLogs, append}};
  const clock = () => new Date('2031-01-01T00:00:00Z');
  const live = startLiveLogs({store: failing, clock, everyMs: 1});
  await vi.waitFor(async () => expect(await count()).toBeGreaterThan(5), {timeout: 10_000});
  const {rows} = await store.errorLogs.list({}, {offset: 0, limit: 1});
  expect(rows[0]?.log_time).toBe(clock().getTime() / 1000);
  await live.stop();
  const stopped = await count();
  await store.errorLogs.append([]);
  expect(await count()).toBe(stopped);
});
