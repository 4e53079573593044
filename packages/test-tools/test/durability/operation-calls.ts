import {CREDENTIAL_HEADERS, type Credential, contract, type OperationId} from '@edge-console/schema';
import type {TestServer} from '../../src/index.ts';
import {ANN_TOKEN, call, login, type Request} from '../support.ts';

export const CONTROL_SECRET = 'correct horse battery staple';

/** Credentials and ids for requests, created while writes still succeed. */
export interface Fixtures {
  readonly credentials: Readonly<Record<Credential, string>>;
  readonly logoutSession: string;
  readonly tokenId: number;
  readonly deletableTokenId: number;
}

interface OperationCall {
  readonly kind: 'read' | 'write';
  readonly params?: (fixtures: Fixtures) => Readonly<Record<string, number>>;
  readonly json?: unknown;
}

/** How to call every operation of the contract. A test fails if an operation is missing. */
export const OPERATION_CALLS: Readonly<Record<OperationId, OperationCall>> = {
  listApiTokens: {kind: 'read'},
  getApiToken: {kind: 'read', params: ({tokenId}) => ({api_token_id: tokenId})},
  createApiToken: {kind: 'write', json: {name: 'created', expire: 0}},
  updateApiToken: {kind: 'write', params: ({tokenId}) => ({api_token_id: tokenId}), json: {name: 'updated'}},
  deleteApiToken: {kind: 'write', params: ({deletableTokenId}) => ({api_token_id: deletableTokenId})},
  login: {kind: 'write', json: {username: 'ann', password: 'ann-password'}},
  logout: {kind: 'write'},
  listErrorLogs: {kind: 'read'},
  listApplications: {kind: 'read', params: () => ({agent_id: 1})},
  listAgents: {kind: 'read'},
};

export const OPERATIONS = Object.keys(contract) as OperationId[];
export const WRITES = OPERATIONS.filter(id => OPERATION_CALLS[id]?.kind === 'write');
export const READS = OPERATIONS.filter(id => OPERATION_CALLS[id]?.kind === 'read');

export type PathRequest = Request & {readonly path: string};

/** Returns one request for each credential that the operation accepts. */
export const requestsOf = (id: OperationId, fixtures: Fixtures): readonly PathRequest[] => {
  const {method, path, auth} = contract[id];
  const {params, json} = OPERATION_CALLS[id];
  const values = params?.(fixtures) ?? {};
  const credentials: readonly (Credential | undefined)[] = auth.length > 0 ? auth : [undefined];
  return credentials.map(credential => {
    const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name]));
    const secret = id === 'logout' ? fixtures.logoutSession : credential && fixtures.credentials[credential];
    return {
      path: filled,
      method,
      headers: credential && secret ? {[CREDENTIAL_HEADERS[credential]]: secret} : {},
      ...(json !== undefined && {json}),
    };
  });
};

const control = {'Control-Secret': CONTROL_SECRET};
const line = (log: string): string => JSON.stringify({level: 4, log_time: 1_795_000_000, log});

export const ingest = (entries: number, log: string): PathRequest => ({
  path: '/__control/error_logs',
  method: 'POST',
  headers: control,
  text: `${line(log)}\n`.repeat(entries),
});

/** Requests that write to the database, besides the operations of the contract. */
export const OTHER_WRITES: Readonly<Record<string, (fixtures: Fixtures) => PathRequest>> = {
  'POST logout': ({logoutSession}) => ({path: '/admin-api/user/logout', method: 'POST', session: logoutSession}),
  'POST /__control/error_logs': () => ingest(1, 'one more'),
  'POST /__control/seed': () => ({path: '/__control/seed', headers: control, json: {agents: [{id: 77, name: 'new'}]}}),
};

/** Deletes the fixtures, so it must be the last request. */
export const RESET: PathRequest = {path: '/__control/reset', method: 'POST', headers: control};

/** Creates the fixtures: an unused API token, two sessions, and two tokens to update and delete. */
export const prepare = async (server: TestServer): Promise<Fixtures> => {
  const create = async (name: string) => {
    const {body} = await call(server, '/admin-api/api_token', {token: ANN_TOKEN, json: {name, expire: 0}});
    return body.data as {id: number; token: string};
  };
  const [unused, token, deletable] = [await create('unused'), await create('kept'), await create('deletable')];
  const [session, logoutSession] = [await login(server), await login(server)];
  return {
    credentials: {'api-token': unused.token, session},
    logoutSession,
    tokenId: token.id,
    deletableTokenId: deletable.id,
  };
};
