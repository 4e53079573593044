import {contract, type Operation, type OperationId} from '@edge-console/schema';
import {createCredentials} from '../auth/credentials.ts';
import {isEndedSession} from '../auth/ended-session.ts';
import type {Client} from '../create-client.ts';
import {createCall, type Perform} from '../http/call.ts';
import {abortedError, edgeError} from '../http/failure.ts';
import {createRedact} from '../http/redact.ts';
import {encodeRequest, type RawInput} from '../http/request/encode.ts';
import {readExtras} from '../http/request/extras.ts';
import {createRequest} from '../http/request/request.ts';
import {createApplications} from '../resources/applications.ts';
import {createErrorLogs} from '../resources/error-logs.ts';
import {createSessions} from '../resources/session.ts';
import {createApiTokens} from '../resources/tokens.ts';
import {FAKE_ROUTES, type FakeCalls} from './fake-calls.ts';

/**
 * A client for unit tests that sends nothing: it answers the given calls. Inputs and results are validated as by a real
 * client, and lists given as rows have pages, iterators, windows and follow. Other calls reject with `invalid_request`.
 * For tests with retries, logins or failures of a gateway, use {@link startTestServer}.
 *
 * @throws TypeError for a name that the client does not have.
 * @example
 * const client = fakeClient({
 *   errorLogs: {list: [{id: 1, log_time: 1_795_000_000, level: 4, log: 'upstream timed out'}]},
 *   apiTokens: {get: id => ({id, name: 'deploy', expire: 0})},
 * });
 */
export const fakeClient = (calls: FakeCalls = {}): Client => {
  const given = readCalls(calls);
  const auth = {kind: 'session', token: 'fake'} as const;
  const onSession = (): void => {};
  const credentials = createCredentials({auth, consoleToken: undefined, sameOrigin: true, onSession});
  const perform = createFakePerform(given);
  const call = createCall(perform);
  return {
    baseUrl: new URL(BASE),
    consoleUrl: new URL(BASE),
    session: createSessions(call, credentials, isEndedSession),
    call,
    request: createRequest(perform),
    setAuth: credentials.setAuth,
    close() {},
    async [Symbol.asyncDispose]() {},
    apiTokens: createApiTokens(call),
    errorLogs: createErrorLogs(call),
    applications: createApplications(call),
  };
};

const BASE = new URL('https://fake.invalid/');
const redact = createRedact([]);

/** What was given for `resource.method`: rows, or a function. */
type Given = ReadonlyMap<string, readonly unknown[] | ((...args: readonly unknown[]) => unknown)>;

const NAMES = [...Object.values(FAKE_ROUTES).map(({name}) => name), 'request'];
const RESOURCES = NAMES.map(name => name.replace(/\..*/, ''));
const LISTS = new Set(['apiTokens.list', 'errorLogs.list', 'applications.list', 'applications.agents']);

const readCalls = (calls: FakeCalls): Given => {
  const check = (name: string, known: readonly string[]): void => {
    if (!known.includes(name)) throw new TypeError(`fakeClient does not know ${name}; it knows ${NAMES.join(', ')}.`);
  };
  const entries = Object.entries(calls).flatMap(([resource, methods]): [string, unknown][] => {
    check(resource, RESOURCES);
    if (resource === 'request' || typeof methods !== 'object') return [[resource, methods]];
    return Object.entries(methods).map(([method, given]) => [`${resource}.${method}`, given]);
  });
  for (const [name, given] of entries) {
    if (given === undefined) continue;
    check(name, NAMES);
    if (typeof given !== 'function' && !(LISTS.has(name) && Array.isArray(given))) {
      throw new TypeError(`fakeClient needs a function${LISTS.has(name) ? ' or an array' : ''} as ${name}.`);
    }
  }
  return new Map(entries.filter(([, given]) => given !== undefined)) as Given;
};

const createFakePerform =
  (calls: Given): Perform =>
  async (loading, input, options) => {
    const operation = await loading;
    const request = encodeRequest(operation, input, {base: BASE, extras: readExtras(options), redact});
    const attempt = {request, number: 0};
    if (options.signal?.aborted) throw abortedError(attempt, options.signal);
    const id = idOf(operation);
    const name = id ? FAKE_ROUTES[id].name : 'request';
    const given = calls.get(name);
    if (!given) {
      throw edgeError(attempt, 'invalid_request', {
        what: `fakeClient was not given ${name}`,
        advice: 'add it to its calls',
      });
    }
    const ask = typeof given === 'function' ? given : () => given;
    const body = id
      ? FAKE_ROUTES[id].body((await ask(...FAKE_ROUTES[id].args(input))) as never, input)
      : await ask({...requestOf(operation, input), ...(options.query && {query: options.query})});
    const read = operation.response.read.safeParse(body);
    if (!read.success) {
      const [issue] = read.error.issues;
      throw edgeError(attempt, 'invalid_response', {
        what: `${name} of fakeClient gave no valid result at ${issue?.path.join('.')}: ${issue?.message}`,
        advice: 'correct the fake',
      });
    }
    return {
      data: read.data,
      response: {status: 200, headers: {}, attempt: 1, timing: {startedAt: new Date(), total: 0}},
    };
  };

const idOf = (operation: Operation): OperationId | undefined =>
  (Object.keys(contract) as OperationId[]).find(id => contract[id] === operation);

const requestOf = ({method, path, base}: Operation, {params, body}: RawInput): object => ({
  ...{method, path, base},
  ...(params && {params}),
  ...(body && {body}),
});
