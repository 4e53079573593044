import type {z} from 'zod';
import {agentListQuery, applicationListQuery, applicationResponses} from './application.ts';
import {errorLogQuery, errorLogResponses} from './error-log.ts';
import {loginBody, sessionResponses} from './session.ts';
import {
  apiTokenCreateBody,
  apiTokenGetQuery,
  apiTokenListQuery,
  apiTokenResponses,
  apiTokenUpdateBody,
} from './token.ts';

/** Where a path hangs: `admin` is {base_url}, `console` is {console_url} of the contract. */
export type Base = 'admin' | 'console';
/** A credential: the header `API-Token` or the header `edge-token`. */
export type Credential = 'api-token' | 'session';

/** Request header of each credential (contract "Authentication"). */
export const CREDENTIAL_HEADERS = {'api-token': 'API-Token', session: 'edge-token'} as const;

/**
 * One operation of the interface. `response.read` is loose (what a client accepts), `response.sent` is exact (what a
 * server sends: extra keys are stripped); `query` and `body` are strict. `idempotent` says whether a repeated call
 * leaves the service as one call does.
 */
export interface Operation {
  readonly summary: string;
  readonly base: Base;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** With `{name}` for a path parameter. */
  readonly path: string;
  /** Accepted credentials; empty when none is needed. */
  readonly auth: readonly Credential[];
  readonly idempotent: boolean;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodObject;
  readonly response: {readonly read: z.ZodType; readonly sent: z.ZodType};
}

const admin = {base: 'admin', auth: ['api-token', 'session']} as const;
const consoleOnly = {base: 'console', auth: ['api-token']} as const;

/** Every operation, one row each: routes, calls and documentation are all made from this table. */
export const contract = {
  listApiTokens: {
    ...admin,
    summary: 'List API tokens',
    method: 'GET',
    path: '/admin-api/api_token',
    idempotent: true,
    query: apiTokenListQuery,
    response: apiTokenResponses.list,
  },
  getApiToken: {
    ...admin,
    summary: 'Get an API token',
    method: 'GET',
    path: '/admin-api/api_token/{api_token_id}',
    idempotent: true,
    query: apiTokenGetQuery,
    response: apiTokenResponses.get,
  },
  createApiToken: {
    ...admin,
    summary: 'Create an API token',
    method: 'POST',
    path: '/admin-api/api_token',
    idempotent: false,
    body: apiTokenCreateBody,
    response: apiTokenResponses.create,
  },
  updateApiToken: {
    ...admin,
    summary: 'Update an API token',
    method: 'PUT',
    path: '/admin-api/api_token/{api_token_id}',
    idempotent: true,
    body: apiTokenUpdateBody,
    response: apiTokenResponses.update,
  },
  deleteApiToken: {
    ...admin,
    summary: 'Delete an API token',
    method: 'DELETE',
    path: '/admin-api/api_token/{api_token_id}',
    idempotent: true,
    response: apiTokenResponses.delete,
  },
  login: {
    summary: 'Log in',
    base: 'admin',
    auth: [],
    method: 'POST',
    path: '/admin-api/user/login',
    idempotent: false,
    body: loginBody,
    response: sessionResponses.login,
  },
  logout: {
    summary: 'Log out',
    base: 'admin',
    auth: ['session'],
    method: 'GET',
    path: '/admin-api/user/logout',
    idempotent: true,
    response: sessionResponses.logout,
  },
  listErrorLogs: {
    ...admin,
    summary: 'List error logs',
    method: 'GET',
    path: '/admin-api/log_server/errlog',
    idempotent: true,
    query: errorLogQuery,
    response: errorLogResponses.list,
  },
  listApplications: {
    ...consoleOnly,
    summary: 'List applications of an agent',
    method: 'GET',
    path: '/api/agents/{agent_id}/applications',
    idempotent: true,
    query: applicationListQuery,
    response: applicationResponses.list,
  },
  listAgents: {
    ...consoleOnly,
    summary: 'List agents',
    method: 'GET',
    path: '/api/agents',
    idempotent: true,
    query: agentListQuery,
    response: applicationResponses.agents,
  },
} as const satisfies Record<string, Operation>;

export type Contract = typeof contract;
export type OperationId = keyof Contract;

type ParamNames<P extends string> = P extends `${string}{${infer Name}}${infer Rest}` ? Name | ParamNames<Rest> : never;

/** Path parameters of an operation, by name. */
export type PathParams<Id extends OperationId> = {readonly [K in ParamNames<Contract[Id]['path']>]: string | number};
export type QueryOf<Id extends OperationId> = Contract[Id] extends {query: infer Q extends z.ZodType}
  ? z.output<Q>
  : undefined;
export type BodyOf<Id extends OperationId> = Contract[Id] extends {body: infer B extends z.ZodType}
  ? z.output<B>
  : undefined;
/** A successful answer as a client reads it. */
export type ReadOf<Id extends OperationId> = z.output<Contract[Id]['response']['read']>;
/** A successful answer as the server sends it. */
export type SentOf<Id extends OperationId> = z.input<Contract[Id]['response']['sent']>;
