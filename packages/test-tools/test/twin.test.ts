import {writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {temporaryFolder} from '../../../apps/server/test/folder.ts';
import {createTestServer, readTwin, type TestServerOptions} from '../src/index.ts';

const TOKEN = '22222222-2222-4222-8222-222222222222';
const SEED = {
  users: [
    {username: 'ann', password: 'a long passphrase'},
    {username: 'twin', password: 'another passphrase'},
  ],
  tokens: [
    {username: 'ann', name: 'first'},
    {username: 'ann', name: 'second'},
    {username: 'twin', name: 'twin', token: TOKEN},
  ],
  error_logs: [{level: 4, log_time: 1_795_176_003, log: 'a'}],
  agents: [{id: 7, name: 'edge-7'}],
};

/** Starts a twin with these habits, from files. Returns a function that sends a GET request. */
const start = async (habits: object, options: TestServerOptions = {}) => {
  const folder = temporaryFolder('twin');
  await writeFile(join(folder, 'seed.json'), JSON.stringify(SEED));
  await writeFile(join(folder, 'habits.json'), JSON.stringify({version: 2, ...habits}));
  const twin = await readTwin(folder);
  const server = await createTestServer({twin, passwordCost: 'minimal', ...options});
  onTestFinished(() => server.close());
  const get = async (path: string, headers: Record<string, string> = {'API-Token': TOKEN}, base = server.url) => {
    const response = await fetch(`${base}${path}`, {headers});
    const text = await response.text();
    return {status: response.status, text, json: text.startsWith('{') ? JSON.parse(text) : undefined};
  };
  return {server, get};
};

const LIST = '/admin-api/api_token';
const response = (features: readonly string[], http: number, more: object = {}) => ({
  ...{operation: 'listApiTokens', features, http, type: 'text/plain', body: `${http}`, ...more},
});

test('a server with the twin option sends the recorded response that matches most features of the request', async () => {
  const {get} = await start({
    responses: [
      response(['page:text'], 422),
      response(['page:text', 'slash'], 404),
      response(['detail:number'], 400, {exact: true}),
    ],
  });
  const statuses = [`${LIST}?page=x`, `${LIST}/?page=x`, `${LIST}?page=1`, `${LIST}?detail=1`].map(path => get(path));
  expect((await Promise.all(statuses)).map(({status}) => status)).toEqual([422, 404, 200, 200]);
});

test('a server with the twin option closes the connection if the recorded gateway sent no response', async () => {
  const {get} = await start({responses: [response(['page:text'], 0)]});
  await expect(get(`${LIST}?page=x`)).rejects.toThrow();
});

test('a server with the twin option ignores the values and accepts the credentials that the gateway did', async () => {
  const {get} = await start({
    ignores: {listApiTokens: ['page:text', 'page_size:zero']},
    accepts: {listApiTokens: ['token:unknown'], listAgents: ['anonymous']},
  });
  expect((await get(`${LIST}?page=x&page_size=0`)).json.data.data.length).toBe(2);
  expect((await get(LIST, {'API-Token': 'unknown'})).status).toBe(200);
  expect((await get(LIST, {})).status).toBe(401);
  expect((await get('/api/agents', {})).json.data).toEqual([{id: 7, name: 'edge-7'}]);
});

test('with the twin option, rows, single tokens, meta and envelope have the fields of the recorded gateway', async () => {
  const {get} = await start({
    shapes: [
      {
        operation: 'listApiTokens',
        envelope: {set: {node: 'a'}},
        meta: {text: ['count']},
        row: {remove: ['_modified_unix'], text: ['id'], set: {owner: 'x'}},
        rows: {2: {set: {owner: null, _created_unix: 5}}},
      },
      {operation: 'listApiTokens', features: ['detail:number'], row: {set: {more: true}}},
      {operation: 'getApiToken', features: [], row: {remove: ['owner']}},
      {operation: 'listErrorLogs', rowsIn: 'data', envelope: {remove: ['time']}},
    ],
  });
  const {json} = await get(LIST);
  expect(json).toMatchObject({status: 0, node: 'a', data: {meta: {count: '2'}}});
  expect(json.data.data[0]).toEqual({id: '1', name: 'first', expire: 0, owner: 'x', _created_unix: expect.any(Number)});
  expect(json.data.data[1]).toEqual({id: '2', name: 'second', expire: 0, owner: null, _created_unix: 5});
  expect((await get(`${LIST}?detail=1`)).json.data.data[0]).toMatchObject({owner: 'x', more: true});
  expect((await get(`${LIST}/2`)).json.data).toEqual({id: '2', name: 'second', expire: 0, _created_unix: 5});
  expect((await get('/admin-api/log_server/errlog')).json).toEqual({
    status: 0,
    data: [expect.objectContaining({id: 1})],
  });
});

test('a server with the twin option issues session tokens in the recorded format, and logout ends a session', async () => {
  const {server, get} = await start({session: {length: 40, hex: false}});
  const body = JSON.stringify({username: 'ann', password: 'a long passphrase'});
  const login = await fetch(`${server.url}/admin-api/user/login`, {method: 'POST', body});
  const {data} = (await login.json()) as {data: Record<string, string>};
  const session = {'edge-token': data['edge-token'] ?? ''};
  expect(session['edge-token']).toMatch(/^g[0-9a-f]{39}$/);
  expect((await get(LIST, session)).status).toBe(200);
  expect((await get('/admin-api/user/logout', session)).json).toEqual({status: 0});
  expect((await get(LIST, session)).status).toBe(401);
});

test('a server with the twin option keeps its API token after a reset on both ports, and serves /readyz', async () => {
  const everything = ['admin', 'console'].map(operation => ({...response([], 404), operation}));
  const {server, get} = await start({responses: everything}, {consolePort: 0, controlSecret: 'a secret of this test'});
  expect((await get(LIST)).status).toBe(200);
  await server.reset();
  expect((await get(LIST)).json.data.meta.count).toBe(2);
  expect((await get('/api/agents', {'API-Token': TOKEN}, server.consoleUrl)).status).toBe(200);
  expect((await get('/readyz')).status).toBe(200);
  expect((await get('/__control/faults', {'Control-Secret': 'a secret of this test'})).status).toBe(200);
  expect((await get('/admin-api/unknown')).text).toBe('404');
});

test('readTwin rejects a missing, invalid, older or newer habits.json with an error of one line', async () => {
  const folder = temporaryFolder('twin');
  const file = join(folder, 'habits.json');
  await expect(readTwin(join(folder, 'no'))).rejects.toThrow(/^\S+ cannot be read \(ENOENT\)$/);
  await writeFile(file, '{"version": 2, "clockOffsetMs": "soon"}');
  await expect(readTwin(folder)).rejects.toThrow(/^habits\.json: clockOffsetMs: [^\n]*$/);
  await writeFile(file, '{"version": 1, "answers": []}');
  await expect(readTwin(folder)).rejects.toThrow(
    `${file} was written by an older edge-conformance (layout 1; this one reads layout 2): record the gateway again`,
  );
  await writeFile(file, '{"version": 3}');
  await expect(readTwin(folder)).rejects.toThrow(
    `${file} was written by a newer edge-conformance (layout 3; this one reads layout 2): ` +
      'update @edge-console/test-tools, or record the gateway again',
  );
});
