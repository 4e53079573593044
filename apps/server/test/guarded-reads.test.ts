import {expect, onTestFinished, test, vi} from 'vitest';
import {openSqlite, type Store} from '../src/index.ts';
import {ANN_TOKEN, BOB_TOKEN, call, login, SEED, start} from './support.ts';

const LOGS = '/admin-api/log_server/errlog';

const startSpied = async (options: object = {}, engine: 'inline' | 'thread' = 'inline') => {
  const store = await openSqlite(':memory:', engine);
  onTestFinished(() => store.close());
  const listFor = vi.spyOn(store.errorLogs as Required<Store['errorLogs']>, 'listFor');
  const findOwner = vi.spyOn(store.credentials, 'findOwner');
  const {server, pass} = await start({store, ...options});
  return {server, pass, listFor, findOwner};
};

test.each(['inline', 'thread'] as const)('a page is read with its credential in one step (%s)', async engine => {
  const {server, listFor, findOwner} = await startSpied({}, engine);
  const session = await login(server);
  findOwner.mockClear();
  for (const credential of [{token: ANN_TOKEN}, {session}]) {
    const {code, body} = await call(server, `${LOGS}?page_size=2`, credential);
    expect([code, body.data]).toMatchObject([200, {data: [{}, {}], meta: {count: 6}}]);
  }
  expect([listFor.mock.calls.length, findOwner.mock.calls.length]).toEqual([2, 0]);
});

test.each(['inline', 'thread'] as const)('no page is read for an unknown credential (%s)', async engine => {
  const {server, listFor} = await startSpied({}, engine);
  for (const credential of [{token: 'wrong'}, {session: 'wrong'}]) {
    expect(await call(server, LOGS, credential)).toMatchObject({
      code: 401,
      body: {msg: 'API-Token or edge-token is not valid or has expired'},
    });
  }
  for (const {value} of listFor.mock.results) expect(await value).toEqual({expiresAt: undefined, page: undefined});
  expect(listFor).toHaveBeenCalledTimes(2);
});

test('the page of an expired credential is not sent', async () => {
  const {server, pass} = await startSpied();
  const session = await login(server);
  expect((await call(server, LOGS, {session})).code).toBe(200);
  pass(40 * 86_400);
  expect((await call(server, LOGS, {session})).code).toBe(401);
});

test('a credential that is not valid is refused before a query that is not', async () => {
  const {server} = await startSpied();
  const codes = async (credential: object) => (await call(server, `${LOGS}?level=x`, credential)).code;
  expect([await codes({token: 'wrong'}), await codes({}), await codes({token: BOB_TOKEN})]).toEqual([401, 401, 400]);
});

test('strict requests and faults check the credential first', async () => {
  const strict = await startSpied({strictRequests: 'refuse'});
  expect((await call(strict.server, `${LOGS}?level=x`, {token: 'wrong'})).code).toBe(401);
  const faulty = await startSpied();
  faulty.server.setFault({kind: 'delay', ms: 1});
  expect((await call(faulty.server, LOGS, {token: 'wrong'})).code).toBe(401);
  expect([strict.listFor.mock.calls, faulty.listFor.mock.calls]).toEqual([[], []]);
});

test('two credentials, large pages and deep pages are read in steps', async () => {
  const {server, listFor} = await startSpied({seed: SEED});
  const session = await login(server);
  const requests = [
    call(server, LOGS, {token: 'wrong', session}),
    call(server, `${LOGS}?page_size=101`, {session}),
    call(server, `${LOGS}?page_size=0`, {session}),
    call(server, `${LOGS}?page_size=100&page=100000`, {session}),
  ];
  expect((await Promise.all(requests)).map(({code}) => code)).toEqual([200, 200, 200, 200]);
  expect((await Promise.all(listFor.mock.results.map(({value}) => value))).filter(Boolean)).toEqual([]);
});
