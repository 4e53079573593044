import {CREDENTIAL_HEADERS, type Credential, contract, type OperationId} from '@edge-console/schema';
import type {Server} from '../../src/index.ts';
import {ANN_TOKEN, call, login, type Request} from '../support.ts';

export const CONTROL_SECRET = 'correct horse battery staple';

/** What requests are made of. Credentials and ids of things that were acknowledged before anything went wrong. */
export interface Known {
  readonly credentials: Readonly<Record<Credential, string>>;
  /** A session of its own, for logout. */
  readonly ending: string;
  readonly kept: number;
  readonly doomed: number;
  /** Another number each time. */
  next(): number;
}

interface Probe {
  /** Whether it changes what is stored. */
  readonly does: 'read' | 'write';
  readonly params?: (known: Known) => Readonly<Record<string, number>>;
  readonly json?: unknown;
}

/** Every row of the contract. One that is missing here fails the test until somebody has said what it does. */
export const PROBES: Readonly<Record<OperationId, Probe>> = {
  listApiTokens: {does: 'read'},
  getApiToken: {does: 'read', params: ({kept}) => ({api_token_id: kept})},
  createApiToken: {does: 'write', json: {name: 'created', expire: 0}},
  updateApiToken: {does: 'write', params: ({kept}) => ({api_token_id: kept}), json: {name: 'updated'}},
  deleteApiToken: {does: 'write', params: ({doomed}) => ({api_token_id: doomed})},
  login: {does: 'write', json: {username: 'ann', password: 'ann-password'}},
  logout: {does: 'write'},
  listErrorLogs: {does: 'read'},
  listApplications: {does: 'read', params: () => ({agent_id: 1})},
  listAgents: {does: 'read'},
};

export const OPERATIONS = Object.keys(contract) as OperationId[];
export const WRITES = OPERATIONS.filter(id => PROBES[id]?.does === 'write');
export const READS = OPERATIONS.filter(id => PROBES[id]?.does === 'read');

/** A request and where it goes. */
export type Ask = Request & {readonly path: string};

/** A request for each credential that an operation takes. No URL is asked twice, so that no kept answer serves it. */
export const requestsOf = (id: OperationId, known: Known): readonly Ask[] => {
  const {method, path, auth} = contract[id];
  const {params, json} = PROBES[id];
  const values = params?.(known) ?? {};
  const credentials: readonly (Credential | undefined)[] = auth.length > 0 ? auth : [undefined];
  return credentials.map(credential => {
    const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name]));
    const secret = id === 'logout' ? known.ending : credential && known.credentials[credential];
    return {
      path: `${filled}?asked=${known.next()}`,
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

/** What stores something and is no row of the contract. */
export const OTHER_WRITES: Readonly<Record<string, (known: Known) => Ask>> = {
  'POST logout': ({ending}) => ({path: '/admin-api/user/logout', method: 'POST', session: ending}),
  'POST /__control/error_logs': () => ingest(1, 'one more'),
  'POST /__control/seed': () => ({path: '/__control/seed', headers: control, json: {agents: [{id: 77, name: 'new'}]}}),
};

/** Takes back everything, so that nothing can be asked for after it. */
export const RESET: Ask = {path: '/__control/reset', method: 'POST', headers: control};

/** Makes what the requests are about: an API token that nobody has used yet, two sessions, and two tokens more. */
export const prepare = async (server: Server): Promise<Known> => {
  const create = async (name: string) => {
    const {body} = await call(server, '/admin-api/api_token', {token: ANN_TOKEN, json: {name, expire: 0}});
    return body.data as {id: number; token: string};
  };
  const [unused, kept, doomed] = [await create('unused'), await create('kept'), await create('doomed')];
  const [session, ending] = [await login(server), await login(server)];
  let asked = 0;
  const next = () => {
    asked += 1;
    return asked;
  };
  return {credentials: {'api-token': unused.token, session}, ending, kept: kept.id, doomed: doomed.id, next};
};
