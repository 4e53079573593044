import {type Base, contract} from '@edge-console/schema';
import type {HttpResponse} from '../http/response.ts';

/**
 * Credentials of a request. `admin` is the API token if the admin site accepts it, and otherwise the session of the
 * login. An object contains headers to send.
 */
export type Identity = 'admin' | 'api-token' | 'session' | 'console' | 'none' | Readonly<Record<string, string>>;

export interface Call {
  readonly base?: Base;
  readonly method?: string;
  readonly path: string;
  /** Query string without `?`. */
  readonly query?: string;
  readonly as?: Identity;
  readonly body?: {readonly json: unknown} | {readonly text: string};
  /** `null` sends no Content-Type. Default: `application/json; charset=utf-8`. */
  readonly contentType?: string | null;
}

export interface Account {
  readonly username: string;
  readonly password: string;
}

export interface Context {
  call(call: Call): Promise<HttpResponse>;
  readonly account: Account | undefined;
  readonly login: HttpResponse | undefined;
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

/** This id is assumed not to exist. It is the largest signed 32-bit integer. */
export const NO_ID = 2_147_483_647;
