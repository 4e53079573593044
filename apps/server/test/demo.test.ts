import {expiryState, LEVELS} from '@edge-console/schema';
import {describe, expect, onTestFinished, test, vi} from 'vitest';
import {createDemo, openSqlite, startLiveLogs} from '../src/index.ts';
import {demoSeed} from '../src/seed/demo.ts';
import {demoAgents} from '../src/seed/demo-agents.ts';
import {demoLogs} from '../src/seed/demo-logs.ts';
import {parseSeed} from '../src/seed/seed.ts';

const NOW = new Date('2026-11-20T12:00:00Z');
const END = NOW.getTime() / 1000;
const agents = demoAgents(NOW);
const zeros = (size: number) => new Uint8Array(size);

describe('demo logs', () => {
  const logs = [...demoLogs(20_000, NOW, agents)];

  test('are as many as asked for, the same every time', () => {
    expect(logs.length).toBe(20_000);
    expect([...demoLogs(20_000, NOW, agents)].at(-1)).toEqual(logs.at(-1));
    for (const count of [0, 1, 7]) expect([...demoLogs(count, NOW, agents)].length).toBe(count);
  });

  test('rise in time over seven days, on each of them, of every level', () => {
    const times = logs.map(({log_time}) => log_time);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(new Set(times.map(time => Math.floor((END - time) / 86_400)))).toEqual(new Set([6, 5, 4, 3, 2, 1, 0]));
    expect(new Set(logs.map(({level}) => level)).size).toBe(LEVELS.length);
  });

  test('come in bursts', () => {
    const minutes = new Map<number, number>();
    for (const {log_time} of logs)
      minutes.set(Math.floor(log_time / 60), (minutes.get(Math.floor(log_time / 60)) ?? 0) + 1);
    expect(Math.max(...minutes.values())).toBeGreaterThan(10 * (20_000 / (7 * 1440)));
  });

  test('have the form of nginx lines, some of them over several lines', () => {
    const form = /^\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d \[(emerg|alert|crit|error|warn|notice|info|debug)\] \d+#\d+: /;
    expect(logs.filter(({level, log}) => level !== 0 && !form.test(log))).toEqual([]);
    expect(logs.some(({log}) => log.includes('\nstack traceback:\n'))).toBe(true);
  });

  test('name applications of the agents, and share ids of requests', () => {
    const known = new Set(agents.flatMap(({applications}) => applications.map(({id}) => id)));
    expect(logs.filter(({app_id}) => !known.has(app_id))).toEqual([]);
    expect(logs.every(({req_id}) => /^[0-9a-f]{24}$/.test(req_id))).toBe(true);
    expect(new Set(logs.map(({req_id}) => req_id)).size).toBeLessThan(logs.length * 0.9);
  });
});

test('the demo seed is a valid seed with 40 tokens in all states and 6 agents', () => {
  const {seed} = demoSeed(NOW, zeros);
  expect(parseSeed({...seed, tokens: seed.tokens.map(({created: _, ...token}) => token)}).problems).toBeUndefined();
  expect(seed.tokens.length).toBe(40);
  expect(new Set(seed.tokens.map(({expire}) => expiryState(expire, NOW).kind)).size).toBe(4);
  const sizes = seed.agents.map(({applications}) => applications.length);
  expect([sizes.length, Math.min(...sizes), Math.max(...sizes)]).toEqual([6, 4, 30]);
});

test('createDemo gives credentials that work, other ones each time', async () => {
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

test('live entries keep arriving until they are stopped', async () => {
  const store = await openSqlite(':memory:');
  onTestFinished(() => store.close());
  const count = async () => (await store.errorLogs.list({}, {offset: 0, limit: 0})).count;
  const live = startLiveLogs({store, everyMs: 1});
  await vi.waitFor(async () => expect(await count()).toBeGreaterThan(5), {timeout: 10_000});
  await live.stop();
  const stopped = await count();
  await store.errorLogs.append([]);
  expect(await count()).toBe(stopped);
});
