import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {describe, expect, onTestFinished, test} from 'vitest';
import {createServer, type Server} from '../src/index.ts';
import {expectWritesVisible} from './store-engines/visibility.ts';
import {ANN_TOKEN, BOB_TOKEN, call, login, paged, SEED, START, start} from './support.ts';

const LOGS = '/admin-api/log_server/errlog';
const TOKENS = '/admin-api/api_token';

const oneServer = async (options: object): Promise<readonly [Server, Server]> => {
  const {server} = await start(options);
  return [server, server];
};

const twoServers = async (): Promise<readonly [Server, Server]> => {
  const folder = await mkdtemp(join(tmpdir(), 'edge-fresh-'));
  const options = {database: join(folder, 'edge.db'), clock: () => START};
  const servers = [await createServer({...options, seed: SEED}), await createServer(options)] as const;
  onTestFinished(async () => {
    await Promise.all(servers.map(server => server.close()));
    await rm(folder, {recursive: true});
  });
  return servers;
};

describe.each([
  ['one inline server', () => oneServer({engine: 'inline'})],
  ['one server with a worker thread', () => oneServer({engine: 'thread'})],
  ['two servers on one file', twoServers],
] as const)('%s', (_name, open) => {
  test('the next request sees every write', async () => expectWritesVisible(...(await open())));
});

test('a cached credential is refused once it has expired', async () => {
  const {server, pass} = await start();
  const session = await login(server);
  const codes = async () => [
    (await call(server, TOKENS, {token: BOB_TOKEN})).code,
    (await call(server, TOKENS, {session})).code,
  ];
  expect([await codes(), await codes()]).toEqual([
    [200, 200],
    [200, 200],
  ]);
  pass(60);
  expect(await codes()).toEqual([401, 200]);
  pass(8 * 3600);
  expect(await codes()).toEqual([401, 401]);
});

test('a repeated response has the current time, and an unchanged log', async () => {
  const log = '{"status":0,"time":1}';
  const {server, pass} = await start({seed: {...SEED, error_logs: [{level: 4, log_time: 1, log}]}});
  const times: unknown[] = [];
  for (let second = 0; second < 3; second++) {
    const answer = await call(server, LOGS, {token: ANN_TOKEN});
    times.push(answer.body.time);
    expect(paged(answer).data[0]?.log).toBe(log);
    pass(1);
  }
  const first = Math.floor(START.getTime() / 1000);
  expect(times).toEqual([first, first + 1, first + 2]);
});

test('users get their own responses for the same URL', async () => {
  const {server} = await start();
  const counts = async (token: string) => paged(await call(server, TOKENS, {token})).meta.count;
  expect([await counts(ANN_TOKEN), await counts(BOB_TOKEN), await counts(ANN_TOKEN)]).toEqual([3, 1, 3]);
});

test('the next request sees a reset', async () => {
  const {server} = await start();
  const count = async () => paged(await call(server, TOKENS, {token: ANN_TOKEN})).meta.count;
  await call(server, TOKENS, {token: ANN_TOKEN, json: {name: 'gone soon'}});
  expect([await count(), await count()]).toEqual([4, 4]);
  await server.reset();
  expect(await count()).toBe(3);
});

test('a fault changes a repeated response, until it is removed', async () => {
  const {server} = await start();
  const rows = async () => paged(await call(server, LOGS, {token: ANN_TOKEN})).data.map(({id}) => id);
  const [before] = [await rows(), await rows()];
  const fault = server.setFault({kind: 'sort-order', by: 'log_time'});
  expect(await rows()).not.toEqual(before);
  fault.remove();
  expect(await rows()).toEqual(before);
});
