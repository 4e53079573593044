import type * as z from 'zod/mini';
import type {ObjectSchema, Schema} from './docs.ts';
import {agentId, agentListQuery, applicationListQuery, applicationResponses} from './resources/application.ts';
import {errorLogQuery, errorLogResponses} from './resources/error-log.ts';
import {loginBody, sessionResponses} from './resources/session.ts';
import {
  apiTokenCreateBody,
  apiTokenGetQuery,
  apiTokenId,
  apiTokenListQuery,
  apiTokenResponses,
  apiTokenUpdateBody,
} from './resources/token.ts';

/** `admin` is `{base_url}` of the contract, `console` is `{console_url}`. */
export type Base = 'admin' | 'console';
/** `api-token` is sent in the header `API-Token`, `session` in the header `edge-token`. */
export type Credential = 'api-token' | 'session';

/**
 * `response.read` is what a client accepts, unknown keys included; `response.sent` is what a server sends, without
 * extra keys. `query` and `body` refuse unknown keys.
 */
export interface Operation {
  readonly base: Base;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path, with `{name}` for each path parameter. */
  readonly path: string;
  readonly params?: Readonly<Record<string, Schema>>;
  /** Empty if no credential is needed. */
  readonly auth: readonly Credential[];
  readonly query?: ObjectSchema;
  readonly body?: ObjectSchema;
  readonly response: {readonly read: Schema; readonly sent: Schema};
}

const admin = {base: 'admin', auth: ['api-token', 'session']} as const;
const oneToken = {...admin, path: '/admin-api/api_token/{api_token_id}', params: {api_token_id: apiTokenId}} as const;
const agents = {base: 'console', auth: ['api-token']} as const;

/** Client calls, server routes and documents are made from this table. */
export const contract = {
  listApiTokens: {
    ...admin,
    method: 'GET',
    path: '/admin-api/api_token',
    query: apiTokenListQuery,
    response: apiTokenResponses.list,
  },
  getApiToken: {...oneToken, method: 'GET', query: apiTokenGetQuery, response: apiTokenResponses.get},
  createApiToken: {
    ...admin,
    method: 'POST',
    path: '/admin-api/api_token',
    body: apiTokenCreateBody,
    response: apiTokenResponses.create,
  },
  updateApiToken: {
    ...oneToken,
    method: 'PUT',
    body: apiTokenUpdateBody,
    response: apiTokenResponses.update,
  },
  deleteApiToken: {...oneToken, method: 'DELETE', response: apiTokenResponses.delete},
  login: {
    base: 'admin',
    auth: [],
    method: 'POST',
    path: '/admin-api/user/login',
    body: loginBody,
    response: sessionResponses.login,
  },
  logout: {
    base: 'admin',
    auth: ['session'],
    method: 'GET',
    path: '/admin-api/user/logout',
    response: sessionResponses.logout,
  },
  listErrorLogs: {
    ...admin,
    method: 'GET',
    path: '/admin-api/log_server/errlog',
    query: errorLogQuery,
    response: errorLogResponses.list,
  },
  listApplications: {
    ...agents,
    method: 'GET',
    path: '/api/agents/{agent_id}/applications',
    params: {agent_id: agentId},
    query: applicationListQuery,
    response: applicationResponses.list,
  },
  listAgents: {
    ...agents,
    method: 'GET',
    path: '/api/agents',
    query: agentListQuery,
    response: applicationResponses.agents,
  },
} as const satisfies Record<string, Operation>;

export type Contract = typeof contract;
export type OperationId = keyof Contract;

export type Tag = 'API tokens' | 'Session' | 'Error logs' | 'Agents';

export interface OperationDoc {
  readonly tag: Tag;
  readonly summary: string;
  readonly description: string;
}

/** Texts for the OpenAPI document, separate from {@link contract}, so that bundlers can remove the texts from clients. */
export const operationDocs: Readonly<Record<OperationId, OperationDoc>> = {
  listApiTokens: {
    tag: 'API tokens',
    summary: 'List API tokens',
    description: 'Tokens by page or between two offsets, without their secrets. A response has at most 1,000 rows.',
  },
  getApiToken: {tag: 'API tokens', summary: 'Get an API token', description: 'One token, without its secret.'},
  createApiToken: {
    tag: 'API tokens',
    summary: 'Create an API token',
    description: 'Creates a token that belongs to the caller. Only this response has its secret.',
  },
  updateApiToken: {
    tag: 'API tokens',
    summary: 'Update an API token',
    description: 'Changes name or expiry; absent fields do not change. A changed `expire` takes effect immediately.',
  },
  deleteApiToken: {
    tag: 'API tokens',
    summary: 'Delete an API token',
    description: 'Deletes a token. Later calls with it are refused.',
  },
  login: {
    tag: 'Session',
    summary: 'Log in',
    description: 'Returns a session token. If `login_2fa` is not empty, a second factor is required.',
  },
  logout: {
    tag: 'Session',
    summary: 'Log out',
    description: 'Ends the session of the `edge-token` header. The reference server accepts POST too.',
  },
  listErrorLogs: {
    tag: 'Error logs',
    summary: 'List error logs',
    description:
      'Entries that match all filters. The reference server returns the newest first (`log_time`, then `id`, descending) and at most 1,000 rows; the order of other gateways is unspecified.',
  },
  listApplications: {
    tag: 'Agents',
    summary: 'List applications of an agent',
    description: 'Applications found on an agent; at most 1,000 from the reference server. The response has no total.',
  },
  listAgents: {
    tag: 'Agents',
    summary: 'List agents',
    description: 'Agents of the console. Its response is unspecified by the contract; a console may not have it.',
  },
};

type ParamNames<P extends string> = P extends `${string}{${infer Name}}${infer Rest}` ? Name | ParamNames<Rest> : never;

/** Values of the path parameters of an operation, by name. */
export type PathParams<Id extends OperationId> = {readonly [K in ParamNames<Contract[Id]['path']>]: string | number};
export type QueryOf<Id extends OperationId> = Contract[Id] extends {query: infer Q extends z.core.$ZodType}
  ? z.output<Q>
  : undefined;
export type BodyOf<Id extends OperationId> = Contract[Id] extends {body: infer B extends z.core.$ZodType}
  ? z.output<B>
  : undefined;
/** What a client reads. */
export type ReadOf<Id extends OperationId> = z.output<Contract[Id]['response']['read']>;
/** What the server sends. */
export type SentOf<Id extends OperationId> = z.input<Contract[Id]['response']['sent']>;
