import {randomBytes} from 'node:crypto';
import {CREDENTIAL_HEADERS, contract, decodeQuery, type Operation} from '@edge-console/schema';
import {requestFeatures} from '@edge-console/schema/request-features';
import {hashSecret, pathOf, type SiteContext} from '@edge-console/server/extension';
import type {FastifyRequest} from 'fastify';
import type {Habits} from './read-twin.ts';

const TOKEN = CREDENTIAL_HEADERS['api-token'].toLowerCase();
const SESSION = CREDENTIAL_HEADERS.session.toLowerCase();

/**
 * Account and API token that a server accepts while it imitates a recorded gateway. `edge-conformance record` generates
 * the password and the token, so that the recording contains no secrets of the gateway.
 */
export interface TwinCredentials {
  readonly username: string;
  readonly password: string;
  readonly apiToken: string;
}

export type TwinFeatures = ReturnType<typeof requestFeatures>;

/** Returns functions that replace the credentials of a request by those that the underlying server accepts. */
export const createAccess = ({store, clock}: SiteContext, habits: Habits, credentials: TwinCredentials) => {
  const {username, password, apiToken} = credentials;
  // Maps session tokens in the format of the recorded gateway to session tokens of this server. Empty if both have the
  // same format.
  const sessions = new Map<string, string>();
  const ended = new Set<string>();
  let own = '';

  /** Returns a session token for requests whose credentials the recorded gateway accepts, but this server does not. */
  const ownSession = async (): Promise<string> => {
    // The session may have been deleted by a reset of the server.
    if (await isValid('session', own)) return own;
    own = randomBytes(32).toString('hex');
    const user = await store.users.find(username);
    await store.sessions.begin({hash: hashSecret(own), uid: user?.id ?? 0, ends: Number.MAX_SAFE_INTEGER});
    return own;
  };

  const isValid = async (credential: 'api-token' | 'session', value: string): Promise<boolean> => {
    const owner = await store.credentials.findOwner({credential, hash: hashSecret(value)});
    return owner !== undefined && owner.expiresAt > clock().getTime();
  };

  const credentialsOf = async (headers: FastifyRequest['headers']): Promise<readonly string[]> => {
    const {[TOKEN]: token, [SESSION]: session} = headers;
    const states: string[] = [];
    if (typeof token === 'string' && token !== '') {
      states.push(`token:${(await isValid('api-token', token)) ? 'valid' : 'unknown'}`);
    }
    if (typeof session === 'string' && session !== '') {
      const isLive = await isValid('session', sessions.get(session) ?? session);
      states.push(`session:${isLive ? 'valid' : ended.has(session) ? 'ended' : 'unknown'}`);
    }
    return states.length === 0 ? ['anonymous'] : states;
  };

  return {
    featuresOf: async (request: FastifyRequest, body?: string): Promise<TwinFeatures> => {
      const {method, headers, params, raw} = request;
      const path = pathOf(request.url);
      const at = raw.rawHeaders.findIndex((name, index) => index % 2 === 0 && name.toLowerCase() === 'content-type');
      const contentType = at < 0 ? undefined : raw.rawHeaders[at + 1];
      const idKnown = await isIdKnown(store, params);
      return requestFeatures({
        base: path.startsWith('/admin-api') ? 'admin' : 'console',
        ...{method, path, query: new URLSearchParams(request.url.split('?')[1])},
        credentials: await credentialsOf(headers),
        ...{idKnown, contentType, body},
        isAccount: (name, secret) => name === username && secret === password,
      });
    },
    admit: async (request: FastifyRequest, {operation, features}: TwinFeatures): Promise<void> => {
      const {headers} = request;
      const {base, auth} = operationOf(operation) ?? {base: 'admin', auth: []};
      const session = headers[SESSION];
      if (typeof session === 'string') headers[SESSION] = sessions.get(session) ?? session;
      const isTwinToken = headers[TOKEN] === apiToken;
      const isAccepted = habits.accepts[operation]?.some(feature => features.includes(feature));
      if (auth.length === 0 || !(isTwinToken || isAccepted)) return;
      if (base === 'console') headers[TOKEN] = apiToken;
      else headers[SESSION] = await ownSession();
      if (base === 'admin') delete headers[TOKEN];
    },
    present: (session: string): string => {
      const {length = 64, hex = true} = habits.session ?? {};
      if (length === 64 && hex) return session;
      const text = (hex ? session : `g${session}`).padEnd(length, '0').slice(0, length);
      sessions.set(text, session);
      return text;
    },
    endSession: (headers: FastifyRequest['headers']): boolean => {
      const session = headers[SESSION];
      if (typeof session === 'string') ended.add(session);
      return !Object.values(habits.accepts).some(features => features.includes('session:ended'));
    },
  };
};

/** Whether the token or agent in a path exists. Undefined if the path has no id. */
const isIdKnown = async ({tokens, agents}: SiteContext['store'], params: unknown): Promise<boolean | undefined> => {
  const {api_token_id, agent_id} = (params ?? {}) as {api_token_id?: string; agent_id?: string};
  if (api_token_id !== undefined) return (await tokens.find(Number(api_token_id), undefined)) !== undefined;
  if (agent_id === undefined) return undefined;
  return (await agents.applications(Number(agent_id), 'all', {offset: 0, limit: 0})) !== undefined;
};

const operationOf = (id: string): Operation | undefined => (contract as Record<string, Operation>)[id];

/** Removes the invalid and zero values of a query that the recorded gateway ignores. */
export const dropIgnored = (
  request: FastifyRequest,
  {operation, features}: TwinFeatures,
  ignores: Habits['ignores'],
): void => {
  const schema = operationOf(operation)?.query;
  const ignored = features.filter(feature => ignores[operation]?.includes(feature));
  const names = ignored.map(feature => feature.split(':', 1)[0]);
  if (!schema || names.length === 0) return;
  const isDropped = (name: string, value: string): boolean =>
    names.includes(name) && (value === '0' || !decodeQuery(schema, {[name]: value}).success);
  request.query = Object.fromEntries(
    Object.entries(request.query as Record<string, string>).filter(([name, value]) => !isDropped(name, value)),
  );
};
