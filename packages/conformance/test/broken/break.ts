import type {Reply, Request, Serve, Upstream} from './proxy.ts';

/**
 * A server that breaks one rule. `caughtBy` has the ids of the checks that must fail. All other checks must not fail.
 */
export interface BrokenServer {
  readonly name: string;
  readonly caughtBy: readonly string[];
  readonly serve: Serve;
}

export type Json = {[key: string]: unknown};
export type When = (request: Request) => boolean;

const on =
  (method: string, path: RegExp): When =>
  request =>
    request.method === method && path.test(request.path);

export const TOKEN_LIST = on('GET', /^\/admin-api\/api_token\/?$/);
export const TOKEN_GET = on('GET', /^\/admin-api\/api_token\/[^/]+\/?$/);
export const TOKEN_CREATE = on('POST', /^\/admin-api\/api_token\/?$/);
export const TOKEN_UPDATE = on('PUT', /^\/admin-api\/api_token\//);
export const TOKEN_DELETE = on('DELETE', /^\/admin-api\/api_token\//);
export const LOGIN = on('POST', /\/user\/login\/?$/);
export const LOGOUT: When = ({path}) => /\/user\/logout\/?$/.test(path);
export const ERROR_LOGS = on('GET', /\/errlog\/?$/);
export const APPLICATIONS = on('GET', /\/applications\/?$/);
export const AGENTS = on('GET', /^\/api\/agents\/?$/);

export const json = (value: unknown, http = 200): Reply => ({
  http,
  type: 'application/json',
  body: JSON.stringify(value),
});

const parsed = (reply: Reply): Json => JSON.parse(reply.body) as Json;
const isRefusal = (reply: Reply): boolean => parsed(reply).status !== 0;

/** Changes the successful responses to the calls that `when` selects. */
export const edit =
  (when: When, change: (body: Json, request: Request) => unknown): Serve =>
  async (request, upstream) => {
    const reply = await upstream(request);
    if (!when(request) || isRefusal(reply)) return reply;
    return json(change(parsed(reply), request));
  };

/** Changes the rows of the lists that `when` selects. */
export const editRows = (when: When, change: (row: Json, index: number) => Json): Serve =>
  edit(when, body => {
    const data = body.data as Json[] | {data: Json[]};
    return {...body, data: Array.isArray(data) ? data.map(change) : {...data, data: data.data.map(change)}};
  });

/** Changes `data` of the successful responses to the calls that `when` selects. */
export const editData = (when: When, change: (data: Json, request: Request) => unknown): Serve =>
  edit(when, (body, request) => ({...body, data: change(body.data as Json, request)}));

/** Changes the requests that `when` selects before they reach the server. */
export const ask =
  (when: When, change: (request: Request) => Request): Serve =>
  (request, upstream) =>
    upstream(when(request) ? change(request) : request);

/** Changes the query of the requests that `when` selects before they reach the server. */
export const askQuery = (when: When, change: (query: URLSearchParams) => void): Serve =>
  ask(when, request => {
    const query = new URLSearchParams(request.query);
    change(query);
    return {...request, query};
  });

/** Changes the refusals of the calls that `when` selects. */
export const refuseBy =
  (when: When, change: (reply: Reply) => Reply): Serve =>
  async (request, upstream) => {
    const reply = await upstream(request);
    return when(request) && isRefusal(reply) ? change(reply) : reply;
  };

/** Responds to the calls that `when` selects with `reply` instead of the response of the server. */
export const response =
  (when: When, reply: Reply | ((request: Request, upstream: Upstream) => Promise<Reply>)): Serve =>
  (request, upstream) => {
    if (!when(request)) return upstream(request);
    return typeof reply === 'function' ? reply(request, upstream) : Promise.resolve(reply);
  };

export const NOT_FOUND = json({status: 404, msg: 'no such path'}, 404);
export const without = (value: Json, ...keys: readonly string[]): Json =>
  Object.fromEntries(Object.entries(value).filter(([key]) => !keys.includes(key)));
export const HTML: Reply = {http: 404, type: 'text/html', body: '<h1>Not Found</h1>'};
