import {describe, expect, expectTypeOf, test} from 'vitest';
import {contract, type Operation, type PathParams} from './contract.ts';
import {exampleOf} from './openapi/parameters.ts';
import {applicationSent} from './resources/application.ts';
import {errorLogEntrySent} from './resources/error-log.ts';
import {loginResultSent} from './resources/session.ts';
import {createdApiTokenSent} from './resources/token.ts';
import {Secret} from './secret.ts';
import {CREDENTIAL_HEADERS} from './values.ts';

const operations: [string, Operation][] = Object.entries(contract);

describe('the contract', () => {
  test('the contract has the eight operations of docs/contract.md, logout and the agent list', () => {
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

  test('no two operations of the contract have the same method and path', () => {
    const routes = operations.map(([, {method, path}]) => `${method} ${path}`);
    expect(new Set(routes).size).toBe(routes.length);
  });

  test.each(operations)('%s has a body if it is POST or PUT, and a query only if it is GET', (_, operation) => {
    const {method, body, query} = operation;
    expect(body !== undefined).toBe(method === 'POST' || method === 'PUT');
    if (query) expect(method).toBe('GET');
  });

  test('the console accepts only API tokens, login needs no credential, and logout needs a session', () => {
    for (const [, {base, auth}] of operations) if (base === 'console') expect(auth).toEqual(['api-token']);
    expect([contract.login.auth, contract.logout.auth]).toEqual([[], ['session']]);
    expect(CREDENTIAL_HEADERS).toEqual({'api-token': 'API-Token', session: 'edge-token'});
  });

  test('every path parameter of the contract has a type and a schema', () => {
    expectTypeOf<keyof PathParams<'getApiToken'>>().toEqualTypeOf<'api_token_id'>();
    expectTypeOf<keyof PathParams<'listApplications'>>().toEqualTypeOf<'agent_id'>();
    expectTypeOf<keyof PathParams<'listApiTokens'>>().toEqualTypeOf<never>();
    const named = operations.map(([, {path}]) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
    expect(operations.map(([, {params = {}}]) => Object.keys(params))).toEqual(named);
  });
});

const withExtras = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withExtras);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).map(([key, field]) => [key, isMap(key) ? field : withExtras(field)]);
  return {...Object.fromEntries(fields), extra: 'leak'};
};
// Fields that are maps, in which every key is valid.
const isMap = (key: string): boolean => key === 'version' || key === 'login_2fa';

/** Converts a parsed response back to the received form: rows become their `raw`, secrets become `*`. */
const asReceived = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (key, field) => {
      if (key === 'invalid') return undefined;
      if (typeof field === 'string') return field.startsWith('[secret') ? '*' : field;
      return Object(field).raw ?? field;
    }),
  );

describe.each(operations)('%s', (_, {response}) => {
  const example = Object(exampleOf(response.sent));

  test('extra keys are removed from a sent response at every depth', () => {
    expect(response.sent.parse(example)).toEqual(example);
    expect(response.sent.parse(withExtras(example))).toEqual(example);
  });

  test('a received response keeps unknown keys at every depth, and a row keeps them in its field raw', () => {
    const expected = withExtras(
      JSON.parse(JSON.stringify(example).replace(/"(token|edge-token)":"[\w-]+"/g, '"$1":"*"')),
    );
    expect(asReceived(response.read.parse(withExtras(example)))).toEqual(expected);
  });

  test('a response with a status other than 0 is not read as a success', () => {
    expect(response.read.safeParse({...example, status: 1}).success).toBe(false);
  });
});

const APPLICATION = Object(exampleOf(applicationSent));
const LOGIN = Object(exampleOf(loginResultSent));
const ENTRY = Object(exampleOf(errorLogEntrySent));
const created = {status: 0, data: exampleOf(createdApiTokenSent)};

describe('received responses', () => {
  test('the secrets of a created token and of a login are read as Secret objects', () => {
    expect(contract.createApiToken.response.read.parse(created).data.token).toBeInstanceOf(Secret);
    expect(contract.login.response.read.parse({status: 0, data: LOGIN}).data['edge-token']).toBeInstanceOf(Secret);
  });

  test.each([undefined, null, [], {}])(
    'a login_2fa of %j is read as {}, since no second factor is required',
    login_2fa => {
      const read = contract.login.response.read.parse({status: 0, data: {...LOGIN, login_2fa}});
      expect(read.data.login_2fa).toEqual({});
    },
  );

  test('the login schema reads a list in login_2fa as an object whose keys are the indexes', () => {
    const read = contract.login.response.read.parse({status: 0, data: {...LOGIN, login_2fa: ['totp']}});
    expect(read.data.login_2fa).toEqual({0: 'totp'});
  });

  test('applications in data.data are read, and {} is read as an empty list', () => {
    const lua = {...APPLICATION, processes: {}, ports: {}, version: []};
    const read = contract.listApplications.response.read.parse({status: 0, data: {data: [lua], meta: {count: 1}}});
    expect(read).toMatchObject({data: [{processes: [], ports: [], version: {}}], invalid: []});
    expect(contract.listApplications.response.read.parse({status: 0, data: {}}).data).toEqual([]);
  });

  test('the schemas accept an entry with a level that has no name, and a token without times', () => {
    const data = {data: [{...ENTRY, level: 42}]};
    expect(contract.listErrorLogs.response.read.parse({status: 0, data}).data.data[0]?.level).toBe(42);
    const bare = {id: 1, name: 'ci', expire: 0};
    expect(contract.getApiToken.response.read.parse({status: 0, data: bare}).data).toEqual(bare);
  });
});

test('the request schemas refuse an unknown field', () => {
  for (const [, {query, body}] of operations) {
    for (const schema of [query, body]) {
      const {issues = []} = schema?.safeParse({surplus: 1}).error ?? {};
      if (schema) expect(issues).toContainEqual(expect.objectContaining({keys: ['surplus']}));
    }
  }
});
