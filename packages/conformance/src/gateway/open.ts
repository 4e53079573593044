import {randomBytes} from 'node:crypto';
import {CREDENTIAL_HEADERS} from '@edge-console/schema';
import type {Need} from '../check.ts';
import {isSuccess} from '../http/answer.ts';
import {openSite} from '../http/send.ts';
import type {Trust} from '../http/trust.ts';
import {createRedactor, type Redactor} from '../redact.ts';
import {findAgent} from './agent.ts';
import {createCaller, type Headers, type Send} from './caller.ts';
import {cleanUp} from './clean-up.ts';
import type {Account, Context} from './context.ts';
import {createLedger} from './ledger.ts';
import {ERROR_LOGS, LOGIN, TOKENS} from './paths.ts';

export interface Target {
  readonly baseUrl: string;
  /** Default: the base URL. */
  readonly consoleUrl?: string;
  readonly apiToken?: string;
  /** Default: the API token. */
  readonly consoleToken?: string;
  readonly account?: Account;
  /** Default: one of those that the console lists. */
  readonly agent?: string;
  /** Whether tokens may be made, changed and deleted: those of this run, and no other. */
  readonly write?: boolean;
  readonly trust?: Trust;
  /** For one request, in ms; default 15,000. */
  readonly timeoutMs?: number;
}

export interface Gateway {
  readonly context: Context;
  readonly redactor: Redactor;
  /** What is missing, and why, by need. */
  readonly missing: Readonly<Partial<Record<Need, string>>>;
  /** Takes away what this run made. Gives one line for each thing that it could not take away. */
  cleanUp(): Promise<readonly string[]>;
  close(): void;
}

/**
 * Finds out what gets in. Rejects with `NoAnswer` where nothing answers at one of the URLs, and leaves no session then.
 */
export const openGateway = async (target: Target): Promise<Gateway> => {
  const {baseUrl, consoleUrl = baseUrl, apiToken, consoleToken = apiToken, account} = target;
  const options = {trust: target.trust ?? ({kind: 'system'} as const), timeoutMs: target.timeoutMs ?? 15_000};
  const redactor = createRedactor();
  for (const secret of [apiToken, consoleToken, account?.password]) if (secret) redactor.add(secret);
  const sites = {admin: await openSite(baseUrl, options), console: await openSite(consoleUrl, options)};
  const ledger = createLedger();
  const identities = new Map<string, Headers>();
  if (apiToken) identities.set('api-token', {[CREDENTIAL_HEADERS['api-token']]: apiToken});
  if (consoleToken) identities.set('console', {[CREDENTIAL_HEADERS['api-token']]: consoleToken});
  const call = createCaller({sites, ledger, redactor, identities});
  const runName = `edge-conformance-${randomBytes(4).toString('hex')}`;
  const leave = {
    cleanUp: () => cleanUp({send: call, ledger, runName}),
    close: () => {
      for (const site of Object.values(sites)) site.close();
    },
  };
  try {
    const login = account && (await call({...LOG_IN, body: {json: {...account, plugin: 'Builtin'}}}));
    for (const session of ledger.sessions) identities.set('session', {[CREDENTIAL_HEADERS.session]: session});
    const way = await wayIn(call, identities);
    if (way) identities.set('admin', way);
    const agent = consoleToken ? (target.agent ?? (await findAgent(call))) : undefined;
    const missing = whatLacks(target, {identities, agent});
    return {context: {call, account, login, agent, runName}, redactor, missing, ...leave};
  } catch (error) {
    await leave.cleanUp();
    leave.close();
    throw error;
  }
};

const LOG_IN = {method: 'POST', path: LOGIN, as: 'nobody'} as const;

const whatLacks = (
  {account, write}: Target,
  {identities, agent}: {identities: ReadonlyMap<string, Headers>; agent: string | undefined},
): Gateway['missing'] => ({
  ...(!identities.has('admin') && {admin: 'no credential that was given is accepted by the admin site'}),
  ...(!identities.has('api-token') && {'api-token': 'no API token was given'}),
  ...(!account && {login: 'no username and password were given'}),
  ...(!identities.has('session') && {
    session: account ? 'login gave no session' : 'no username and password were given',
  }),
  ...(!identities.has('console') && {console: 'no token of the console was given'}),
  ...(agent === undefined && {agent: 'no agent was given, and none was found'}),
  ...(!write && {write: 'it makes or changes something; --write allows that'}),
});

/** The first credential that reads something. Asks even without any, to learn whether someone answers. */
const wayIn = async (call: Send, identities: ReadonlyMap<string, Headers>): Promise<Headers | undefined> => {
  for (const path of [TOKENS, ERROR_LOGS]) {
    for (const as of ['api-token', 'session'] as const) {
      if (isSuccess(await call({path, query: 'page_size=1', as})) && identities.has(as)) return identities.get(as);
    }
  }
  return undefined;
};
