import {describe, expect, test} from 'vitest';
import {z} from 'zod';
import {CREDENTIAL_HEADERS, contract, type Operation, type PathParams} from './contract.ts';
import {Secret} from './secret.ts';

const operations: [string, Operation][] = Object.entries(contract);

describe('the table', () => {
  test('has the eight operations of the contract, logout and the agent list', () => {
    expect(operations.map(([, {base, method, path}]) => `${base} ${method} ${path}`).toSorted()).toEqual([
      'admin DELETE /admin-api/api_token/{api_token_id}',
      'admin GET /admin-api/api_token',
      'admin GET /admin-api/api_token/{api_token_id}',
      'admin GET /admin-api/log_server/errlog',
      'admin GET /admin-api/user/logout',
      'admin POST /admin-api/api_token',
      'admin POST /admin-api/user/login',
      'admin PUT /admin-api/api_token/{api_token_id}',
      'console GET /api/agents',
      'console GET /api/agents/{agent_id}/applications',
    ]);
  });

  test('has no method and path twice', () => {
    const routes = operations.map(([, {method, path}]) => `${method} ${path}`);
    expect(new Set(routes).size).toBe(routes.length);
  });

  test.each(operations)(
    '%s: a body goes with POST and PUT alone, a query with GET, a summary always',
    (_, operation) => {
      const {method, body, query, summary, idempotent} = operation;
      expect(body !== undefined).toBe(method === 'POST' || method === 'PUT');
      if (query) expect(method).toBe('GET');
      expect(summary).toMatch(/^[A-Z]/);
      expect(idempotent).toBe(method !== 'POST');
    },
  );

  test('the console takes the API token alone, login takes nothing', () => {
    for (const [, {base, auth}] of operations) if (base === 'console') expect(auth).toEqual(['api-token']);
    expect([contract.login.auth, contract.logout.auth]).toEqual([[], ['session']]);
    expect(CREDENTIAL_HEADERS).toEqual({'api-token': 'API-Token', session: 'edge-token'});
  });

  test('every path parameter is typed', () => {
    const token: PathParams<'getApiToken'> = {api_token_id: 1};
    const agent: PathParams<'listApplications'> = {agent_id: 'a'};
    const none: PathParams<'listApiTokens'> = {};
    // @ts-expect-error a parameter that the path does not have
    const wrong: PathParams<'getApiToken'> = {agent_id: 1};
    const named = operations.flatMap(([, {path}]) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
    expect(new Set(named)).toEqual(new Set([...Object.keys(token), ...Object.keys(agent)]));
    expect([none, wrong]).toHaveLength(2);
  });
});

const TOKEN = {id: 1, name: 'ci', expire: 0, _created_unix: 1.5, _modified_unix: 1.5};
const ENTRY = {id: 1, level: 4, count: 2, src: 0, log_time: 7, log: 'x'};
const APPLICATION = {
  ...{id: 1, name: 'a', online: true, created: 1.5, modified: 1.5, cmd_line: 'a', exe: '/a', cwd: '/', pgid: 1},
  ...{processes: [{kind: 'worker', id: 1, pid: 2}], ports: ['0.0.0.0:80'], version: {libc: '2'}},
};
const DATED = {_created_unix: '2026-11-20 12:00:00.000000', _modified_unix: '2026-11-20 12:00:00.000000'};
const LOGIN = {id: 1, username: 'ann', role: 'master', 'edge-token': 'e', login_2fa: {}, ...DATED};

/** An answer of each operation as the server has to send it. */
const answers: Record<keyof typeof contract, Record<string, unknown>> = {
  listApiTokens: {status: 0, data: {data: [TOKEN], meta: {count: 1}}},
  getApiToken: {status: 0, data: TOKEN},
  createApiToken: {status: 0, data: {...TOKEN, uid: 1, token: 't'}},
  updateApiToken: {status: 0},
  deleteApiToken: {status: 0},
  login: {status: 0, msg: 'login successful.', time: 1, data: LOGIN},
  logout: {status: 0},
  listErrorLogs: {status: 0, time: 1, data: {data: [ENTRY], meta: {count: 1}}},
  listApplications: {status: 0, data: [APPLICATION]},
  listAgents: {status: 0, data: [{id: 1, name: 'a'}]},
};

/** The same value with an unknown key in every object, also inside lists. */
const withExtras = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withExtras);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).map(([key, field]) => [key, isMap(key) ? field : withExtras(field)]);
  return {...Object.fromEntries(fields), extra: 'leak'};
};
// Open maps: any key belongs in them.
const isMap = (key: string): boolean => key === 'version' || key === 'login_2fa';

const unwrapSecrets = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (_, field) => (typeof field === 'string' && field === '[secret]' ? '*' : field)));

describe.each(operations)('%s', (id, {response}) => {
  const answer = answers[id as keyof typeof contract];

  test('sent: exactly what the contract has; extra keys are stripped at every depth', () => {
    expect(response.sent.parse(answer)).toEqual(answer);
    expect(response.sent.parse(withExtras(answer))).toEqual(answer);
  });

  test('read: what was sent, and keys that it does not know survive at every depth', () => {
    const expected = withExtras(JSON.parse(JSON.stringify(answer).replace(/"(token|edge-token)":"\w"/g, '"$1":"*"')));
    expect(unwrapSecrets(response.read.parse(withExtras(answer)))).toEqual(expected);
  });

  test('read: not a failure', () => {
    expect(response.read.safeParse({...answer, status: 1}).success).toBe(false);
  });
});

describe('what is read', () => {
  test('secrets come wrapped', () => {
    expect(contract.createApiToken.response.read.parse(answers.createApiToken).data.token).toBeInstanceOf(Secret);
    expect(contract.login.response.read.parse(answers.login).data['edge-token']).toBeInstanceOf(Secret);
  });

  test.each([undefined, null, [], {}])('login_2fa %j means that no second factor is due', login_2fa => {
    const read = contract.login.response.read.parse({status: 0, data: {...LOGIN, login_2fa}});
    expect(read.data.login_2fa).toEqual({});
  });

  test('a second factor that comes as a list is not overlooked', () => {
    const read = contract.login.response.read.parse({status: 0, data: {...LOGIN, login_2fa: ['totp']}});
    expect(read.data.login_2fa).toEqual({0: 'totp'});
  });

  test('applications may be wrapped once more, and have empty Lua tables', () => {
    const lua = {...APPLICATION, processes: {}, ports: {}, version: []};
    const read = contract.listApplications.response.read.parse({status: 0, data: {data: [lua], meta: {count: 1}}});
    expect(read.data).toMatchObject([{processes: [], ports: [], version: {}}]);
    expect(contract.listApplications.response.read.parse({status: 0, data: {}}).data).toEqual([]);
  });

  test('levels that the contract does not name, and absent stamps, are read', () => {
    const data = {data: [{...ENTRY, level: 42}]};
    expect(contract.listErrorLogs.response.read.parse({status: 0, data}).data.data[0]?.level).toBe(42);
    const bare = {id: 1, name: 'ci', expire: 0};
    expect(contract.getApiToken.response.read.parse({status: 0, data: bare}).data).toEqual(bare);
  });
});

test('requests are strict', () => {
  for (const [, {query, body}] of operations) {
    for (const schema of [query, body]) {
      const result = schema?.safeParse({surplus: 1});
      if (result) expect(z.prettifyError(result.error ?? new z.ZodError([]))).toContain('surplus');
    }
  }
});
