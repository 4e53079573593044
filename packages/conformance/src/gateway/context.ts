import {type Base, contract} from '@edge-console/schema';
import type {HttpResponse} from '../http/response.ts';

/** Credential of a call: the first accepted one for `admin`, a given one, none for `none`, or headers. */
export type Identity = 'admin' | 'api-token' | 'session' | 'console' | 'none' | Readonly<Record<string, string>>;

export interface Call {
  /** Default `admin`. */
  readonly base?: Base;
  /** Default GET. */
  readonly method?: string;
  readonly path: string;
  /** The query as sent, without `?`. */
  readonly query?: string;
  /** Default: the base. */
  readonly as?: Identity;
  /** A JSON value, or text that is sent unchanged. */
  readonly body?: {readonly json: unknown} | {readonly text: string};
  /** Default `application/json; charset=utf-8`; null sends none. */
  readonly contentType?: string | null;
}

export interface Account {
  readonly username: string;
  readonly password: string;
}

/** The gateway as a check uses it. */
export interface Context {
  /** Sends one request. What it creates is deleted at the end of the run. */
  call(call: Call): Promise<HttpResponse>;
  /** Set for checks that need `login`. */
  readonly account: Account | undefined;
  /** The response to the login of this run; set for checks that need `login`. */
  readonly login: HttpResponse | undefined;
  /** Set for checks that need `agent`. */
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

/** An identifier that is assumed not to exist: the largest of 32 bits. */
export const NO_ID = 2_147_483_647;
