import {type Base, contract} from '@edge-console/schema';
import type {HttpResponse} from '../http/response.ts';

/**
 * Credential that a request sends. `admin`: the first that the admin site accepts. `none`: no credential. Object: these
 * headers.
 */
export type Identity = 'admin' | 'api-token' | 'session' | 'console' | 'none' | Readonly<Record<string, string>>;

export interface Call {
  /** Site to call; default `admin`. */
  readonly base?: Base;
  readonly method?: string;
  readonly path: string;
  /** Query string, sent as it is, without `?`. */
  readonly query?: string;
  /** Credential to send; default: `admin` on the admin site, `console` on the console. */
  readonly as?: Identity;
  readonly body?: {readonly json: unknown} | {readonly text: string};
  /** Content-Type of the request. null: none is sent. Default: `application/json; charset=utf-8`. */
  readonly contentType?: string | null;
}

export interface Account {
  readonly username: string;
  readonly password: string;
}

export interface Context {
  /** Sends one request. Tokens and sessions that it creates are deleted at the end of the run. */
  call(call: Call): Promise<HttpResponse>;
  /** Account that the run logs in with. Set for checks that need `login`. */
  readonly account: Account | undefined;
  /** The response to the login of this run; set for checks that need `login`. */
  readonly login: HttpResponse | undefined;
  /** Id of the agent whose applications are checked. Set for checks that need `agent`. */
  readonly agent: string | undefined;
  /** Prefix of the name of every token that this run creates. */
  readonly runName: string;
}

export const TOKENS = contract.listApiTokens.path;
export const LOGIN = contract.login.path;
export const LOGOUT = contract.logout.path;
export const ERROR_LOGS = contract.listErrorLogs.path;
export const AGENTS = contract.listAgents.path;

export const tokenPath = (id: unknown): string =>
  contract.getApiToken.path.replace('{api_token_id}', encodeURIComponent(String(id)));
export const applicationsPath = (agent: unknown): string =>
  contract.listApplications.path.replace('{agent_id}', encodeURIComponent(String(agent)));

/** An id that is assumed not to exist: the largest signed 32-bit integer. */
export const NO_ID = 2_147_483_647;
