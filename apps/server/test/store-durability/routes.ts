import {CREDENTIAL_HEADERS, type Credential, contract, type OperationId} from '@edge-console/schema';
import type {Server} from '../../src/index.ts';
import {ANN_TOKEN, call, login, type Request} from '../support.ts';

export const CONTROL_SECRET = 'correct horse battery staple';

/** Credentials and ids for requests, created before the outage. */
export interface Fixtures {
  readonly credentials: Readonly<Record<Credential, string>>;
  /** A separate session, for logout. */
  readonly ending: string;
  readonly kept: number;
  readonly doomed: number;
  /** A unique number. */
  next(): number;
}

interface Probe {
  readonly kind: 'read' | 'write';
  readonly params?: (fixtures: Fixtures) => Readonly<Record<string, number>>;
  readonly json?: unknown;
}

/** How to call every operation of the contract. A test fails if one is missing. */
export const PROBES: Readonly<Record<OperationId, Probe>> = {
  listApiTokens: {kind: 'read'},
  getApiToken: {kind: 'read', params: ({kept}) => ({api_token_id: kept})},
  createApiToken: {kind: 'write', json: {name: 'created', expire: 0}},
  updateApiToken: {kind: 'write', params: ({kept}) => ({api_token_id: kept}), json: {name: 'updated'}},
  deleteApiToken: {kind: 'write', params: ({doomed}) => ({api_token_id: doomed})},
  login: {kind: 'write', json: {username: 'ann', password: 'ann-password'}},
  logout: {kind: 'write'},
  listErrorLogs: {kind: 'read'},
  listApplications: {kind: 'read', params: () => ({agent_id: 1})},
  listAgents: {kind: 'read'},
};

export const OPERATIONS = Object.keys(contract) as OperationId[];
export const WRITES = OPERATIONS.filter(id => PROBES[id]?.kind === 'write');
export const READS = OPERATIONS.filter(id => PROBES[id]?.kind === 'read');

export type Ask = Request & {readonly path: string};

/** One request per credential of an operation. URLs are unique, so that no cached response is used. */
export const requestsOf = (id: OperationId, fixtures: Fixtures): readonly Ask[] => {
  const {method, path, auth} = contract[id];
  const {params, json} = PROBES[id];
  const values = params?.(fixtures) ?? {};
  const credentials: readonly (Credential | undefined)[] = auth.length > 0 ? auth : [undefined];
  return credentials.map(credential => {
    const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name]));
    const secret = id === 'logout' ? fixtures.ending : credential && fixtures.credentials[credential];
    return {
      path: `${filled}?unique=${fixtures.next()}`,
      method,
      headers: credential && secret ? {[CREDENTIAL_HEADERS[credential]]: secret} : {},
      ...(json !== undefined && {json}),
    };
  });
};

const control = {'Control-Secret': CONTROL_SECRET};
const line = (log: string): string => JSON.stringify({level: 4, log_time: 1_795_000_000, log});

export const ingest = (entries: number, log: string): Ask => ({
  path: '/__control/error_logs',
  method: 'POST',
  headers: control,
  text: `${line(log)}\n`.repeat(entries),
});

/** Writes that are not operations of the contract. */
export const OTHER_WRITES: Readonly<Record<string, (fixtures: Fixtures) => Ask>> = {
  'POST logout': ({ending}) => ({path: '/admin-api/user/logout', method: 'POST', session: ending}),
  'POST /__control/error_logs': () => ingest(1, 'one more'),
  'POST /__control/seed': () => ({path: '/__control/seed', headers: control, json: {agents: [{id: 77, name: 'new'}]}}),
};

/** Deletes the fixtures, so it must be the last request. */
export const RESET: Ask = {path: '/__control/reset', method: 'POST', headers: control};

/** Creates the fixtures: an unused API token, two sessions, and two tokens to update and delete. */
export const prepare = async (server: Server): Promise<Fixtures> => {
  const create = async (name: string) => {
    const {body} = await call(server, '/admin-api/api_token', {token: ANN_TOKEN, json: {name, expire: 0}});
    return body.data as {id: number; token: string};
  };
  const [unused, kept, doomed] = [await create('unused'), await create('kept'), await create('doomed')];
  const [session, ending] = [await login(server), await login(server)];
  let last = 0;
  const next = () => {
    last += 1;
    return last;
  };
  return {credentials: {'api-token': unused.token, session}, ending, kept: kept.id, doomed: doomed.id, next};
};
