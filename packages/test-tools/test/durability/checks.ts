import {contract, type OperationId} from '@edge-console/schema';
import type {ErrorStyle} from '@edge-console/server';
import {expect} from 'vitest';
import type {TestServer} from '../../src/index.ts';
import {ANN_TOKEN, type ApiResponse, BOB_TOKEN, call} from '../support.ts';
import {
  type Fixtures,
  OPERATION_CALLS,
  OPERATIONS,
  OTHER_WRITES,
  type PathRequest,
  READS,
  requestsOf,
  WRITES,
} from './operation-calls.ts';

/** Maximum time for a response. A request that takes longer fails the test. */
const DEADLINE_MS = 30_000;

export const send = async (server: Pick<TestServer, 'url'>, {path, ...request}: PathRequest): Promise<ApiResponse> => {
  const signal = AbortSignal.timeout(DEADLINE_MS);
  const deadline = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error(`no response: ${request.method ?? 'GET'} ${path}`)));
  });
  return Promise.race([call(server, path, request), deadline]);
};

export const expectSuccess = (id: OperationId, {code, headers, body}: ApiResponse): void => {
  expect([id, code, body.status, headers.get('content-type')]).toEqual([id, 200, 0, 'application/json; charset=utf-8']);
  // The parsed response must equal the input, because the schema strips unknown keys.
  expect(contract[id].response.sent.parse(body)).toEqual(body);
};

/** Expects a failure with status 503 and a message that says when to try again, without internal details. */
export const expectUnavailable = (what: string, {code, headers, body}: ApiResponse, errors: ErrorStyle): void => {
  expect([what, code, headers.get('content-type')]).toEqual([
    what,
    errors === 'http' || what.includes('__control') ? 503 : 200,
    'application/json; charset=utf-8',
  ]);
  expect([what, body]).toEqual([
    what,
    {status: 503, msg: expect.stringMatching(/^the database cannot .*(later|stored: 0)/)},
  ]);
};

export const readAll = async (server: Pick<TestServer, 'url'>): Promise<unknown> => {
  const paths = ['api_token?page_size=1000', 'log_server/errlog?page_size=5'].map(path => `/admin-api/${path}`);
  const all = [...paths, '/api/agents', '/api/agents/1/applications'].map(path =>
    send(server, {path, token: ANN_TOKEN}),
  );
  return (await Promise.all(all)).map(({body: {status, data}}) => ({status, data}));
};

/**
 * Expects every operation to succeed. Sends each write with one credential only, because a second write, such as a
 * delete, would not find its target.
 */
export const expectAllSucceed = async (server: TestServer, fixtures: Fixtures): Promise<void> => {
  for (const id of READS)
    for (const request of requestsOf(id, fixtures)) expectSuccess(id, await send(server, request));
  for (const id of WRITES)
    for (const request of requestsOf(id, fixtures).slice(0, 1)) expectSuccess(id, await send(server, request));
  for (const [what, request] of Object.entries(OTHER_WRITES)) {
    // GET logout has already ended the session.
    if (what === 'POST logout') continue;
    expect([what, (await send(server, request(fixtures))).body.status]).toEqual([what, 0]);
  }
};

/**
 * Expects every read to succeed, every write to fail with 503, and the data to stay the same. Resolves to the failures.
 */
export const expectReadsOnly = async (
  server: TestServer,
  fixtures: Fixtures,
  errors: ErrorStyle,
): Promise<readonly ApiResponse[]> => {
  const failures: ApiResponse[] = [];
  const expectFailure = (what: string, response: ApiResponse) => {
    expectUnavailable(what, response, errors);
    failures.push(response);
  };
  const before = await readAll(server);
  for (const id of OPERATIONS) {
    for (const request of requestsOf(id, fixtures)) {
      const response = await send(server, request);
      if (OPERATION_CALLS[id].kind === 'read') expectSuccess(id, response);
      else expectFailure(id, response);
    }
  }
  for (const [what, request] of Object.entries(OTHER_WRITES))
    expectFailure(what, await send(server, request(fixtures)));
  expect(await readAll(server)).toEqual(before);
  return failures;
};

const SECRETS: Readonly<Record<string, RegExp>> = {
  SQL: /\b(insert into|update "|delete from|select .{1,200} from|pragma|begin immediate|SQLITE_)/i,
  'a password': /ann-password|bob-password|\$argon2|of-the-database/,
  'a token or its hash': new RegExp(`${ANN_TOKEN}|${BOB_TOKEN}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{32}`),
};

const find = (texts: readonly string[], patterns: Readonly<Record<string, RegExp>>): readonly string[] =>
  texts.flatMap(text =>
    Object.entries(patterns).flatMap(([what, pattern]) => {
      const at = text.search(pattern);
      return at < 0 ? [] : [`${what}: ${text.slice(Math.max(0, at - 100), at + 100)}`];
    }),
  );

/** Expects responses and logs to contain no secrets, and responses to contain no paths or error codes. */
export const expectNoSecrets = (failures: readonly ApiResponse[], logged: readonly string[]): void => {
  const responses = failures.map(({body}) => JSON.stringify(body));
  expect(Math.min(responses.length, logged.length)).toBeGreaterThan(0);
  expect(find(logged, SECRETS)).toEqual([]);
  expect(find(responses, {...SECRETS, 'a path or error code': /\/|\.(db|ts|js)\b|ENO|ECONN|SQL/i})).toEqual([]);
};
