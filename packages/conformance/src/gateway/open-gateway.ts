import {randomBytes} from 'node:crypto';
import {BUILTIN_PLUGIN, CREDENTIAL_HEADERS} from '@edge-console/schema';
import type {Need} from '../check.ts';
import {arrayOf, dataOf, isObject, isSuccess} from '../http/response.ts';
import {openSite} from '../http/send.ts';
import type {Trust} from '../http/trust.ts';
import {createRedactor, type Redactor} from '../redact.ts';
import {type Created, createCaller, type Headers, type Observer, type Send} from './caller.ts';
import {cleanUp} from './clean-up.ts';
import {type Account, AGENTS, applicationsPath, type Context, ERROR_LOGS, LOGIN, TOKENS} from './context.ts';

export interface Target {
  readonly baseUrl: string;
  /** Default: `baseUrl`. */
  readonly consoleUrl?: string;
  readonly apiToken?: string;
  /** Default: `apiToken`. */
  readonly consoleToken?: string;
  readonly account?: Account;
  /**
   * Id of the agent whose applications are requested. Default: the first agent that has applications. Only five agents
   * are searched. If none of them has applications, the default is the first agent.
   */
  readonly agent?: string;
  /** Whether the run may create, change and delete API tokens of its own. Default: false. */
  readonly write?: boolean;
  readonly trust?: Trust;
  /** Time limit for a request in ms. Default: 15,000. */
  readonly timeoutMs?: number;
  readonly observer?: Observer;
}

export interface Gateway {
  readonly context: Context;
  readonly redactor: Redactor;
  /** Reasons why needs are not met. Checks with such a need are not made. */
  readonly missing: Readonly<Partial<Record<Need, string>>>;
  /** Deletes what this run created. Resolves to one line for each token or session that may be left. */
  cleanUp(): Promise<readonly string[]>;
  close(): void;
}

/**
 * Logs in and tries the credentials at `baseUrl` and `consoleUrl`. Rejects with `NoResponse` if one of these URLs does
 * not respond.
 */
export const openGateway = async (target: Target): Promise<Gateway> => {
  const {baseUrl, consoleUrl = baseUrl, apiToken, consoleToken = apiToken, account} = target;
  const options = {trust: target.trust ?? ({kind: 'system'} as const), timeoutMs: target.timeoutMs ?? 15_000};
  const redactor = createRedactor();
  for (const secret of [apiToken, consoleToken, account?.password]) if (secret) redactor.add(secret);
  const sites = {admin: await openSite(baseUrl, options), console: await openSite(consoleUrl, options)};
  const created: Created = {tokens: new Set(), sessions: new Set(), hasUnknownToken: false};
  const identities = new Map<string, Headers>();
  if (apiToken) identities.set('api-token', {[CREDENTIAL_HEADERS['api-token']]: apiToken});
  if (consoleToken) identities.set('console', {[CREDENTIAL_HEADERS['api-token']]: consoleToken});
  const call = createCaller({sites, created, redactor, identities, observer: target.observer});
  const runName = `edge-conformance-${randomBytes(4).toString('hex')}`;
  const ending = {
    cleanUp: () => cleanUp({send: call, created, runName}),
    close: () => {
      for (const site of Object.values(sites)) site.close();
    },
  };
  try {
    const login = account && (await call({...LOG_IN, body: {json: {...account, plugin: BUILTIN_PLUGIN}}}));
    for (const session of created.sessions) identities.set('session', {[CREDENTIAL_HEADERS.session]: session});
    const accepted = await acceptedIdentity(call, identities);
    if (accepted) identities.set('admin', accepted);
    const agent = consoleToken ? (target.agent ?? (await findAgent(call))) : undefined;
    const missing = missingNeeds(target, {identities, agent});
    return {context: {call, account, login, agent, runName}, redactor, missing, ...ending};
  } catch (error) {
    await ending.cleanUp();
    ending.close();
    throw error;
  }
};

const LOG_IN = {method: 'POST', path: LOGIN, as: 'none'} as const;

const missingNeeds = (
  {account, write}: Target,
  {identities, agent}: {identities: ReadonlyMap<string, Headers>; agent: string | undefined},
): Gateway['missing'] => ({
  ...(!identities.has('admin') && {admin: 'the admin site accepts no given credential'}),
  ...(!identities.has('api-token') && {'api-token': 'no API token was given'}),
  ...(!account && {login: 'no username and password were given'}),
  ...(!identities.has('session') && {
    session: account ? 'login returned no session' : 'no username and password were given',
  }),
  ...(!identities.has('console') && {console: 'no console token was given'}),
  ...(agent === undefined && {agent: 'no agent was given, and the console lists none'}),
  ...(!write && {write: 'it creates or changes something; --write permits that'}),
});

/** Without credentials, this only tests whether the site responds. */
const acceptedIdentity = async (call: Send, identities: ReadonlyMap<string, Headers>): Promise<Headers | undefined> => {
  for (const path of [TOKENS, ERROR_LOGS]) {
    for (const as of ['api-token', 'session'] as const) {
      if (isSuccess(await call({path, query: 'page_size=1', as})) && identities.has(as)) return identities.get(as);
    }
  }
  return undefined;
};

const MAX_AGENTS = 5;

const findAgent = async (call: Send): Promise<string | undefined> => {
  const listed = arrayOf(dataOf(await call({base: 'console', path: AGENTS})))
    .filter(isObject)
    .map(({id}) => String(id))
    .slice(0, MAX_AGENTS);
  for (const id of listed) {
    const response = await call({base: 'console', path: applicationsPath(id)});
    if (arrayOf(dataOf(response)).length > 0) return id;
  }
  return listed[0];
};
