import type {Unchecked} from '../check.ts';
import {dataOf, type HttpResponse, isObject, statusOf} from '../http/response.ts';
import type {Site} from '../http/send.ts';
import type {Redactor} from '../redact.ts';
import {type Call, type Identity, LOGIN, TOKENS} from './context.ts';

export type Headers = Readonly<Record<string, string>>;
export type Send = (call: Call) => Promise<HttpResponse>;

export interface Created {
  readonly tokens: Set<number | string>;
  readonly sessions: Set<string>;
  hasUnknownToken: boolean;
}

export const isId = (id: unknown): id is number | string => typeof id === 'number' || typeof id === 'string';

export interface Observer {
  /** May wait, or throw {@link Unchecked} to prevent the request. */
  before(call: Call): Promise<void>;
  /** If there was no response, `response.http` is 0. `headers` contains the credential. */
  after(call: Call, headers: Headers, response: HttpResponse): void;
}

interface CallerParts {
  readonly sites: Readonly<Record<'admin' | 'console', Site>>;
  readonly created: Created;
  readonly redactor: Redactor;
  readonly identities: ReadonlyMap<string, Headers>;
  readonly observer?: Observer | undefined;
}

/** All requests must use this function, because it records the tokens and sessions that they create. */
export const createCaller = ({sites, created, redactor, identities, observer}: CallerParts): Send => {
  const headersOf = (identity: Identity): Headers =>
    typeof identity === 'string' ? (identities.get(identity) ?? {}) : identity;
  return async call => {
    const {base = 'admin', method, path, as = base} = call;
    const creates = method === 'POST' && path.startsWith(TOKENS);
    await observer?.before(call);
    const response = await exchange(sites[base], call, headersOf(as)).catch(error => {
      // The gateway may have created the token although no response arrived.
      if (creates) created.hasUnknownToken = true;
      observer?.after(call, headersOf(as), {request: '', http: 0, headers: {}, ms: 0, text: '', json: undefined});
      throw error;
    });
    observer?.after(call, headersOf(as), response);
    const data = dataOf(response);
    const {id, 'edge-token': session} = isObject(data) ? data : {};
    if (creates && isId(id)) created.tokens.add(id);
    else if (creates && !isRefusal(response)) created.hasUnknownToken = true;
    if (path.startsWith(LOGIN) && typeof session === 'string' && session !== '') {
      created.sessions.add(session);
      redactor.add(session);
    }
    return response;
  };
};

const isRefusal = (response: HttpResponse): boolean => {
  const status = statusOf(response);
  return response.http >= 400 || (typeof status === 'number' && status !== 0);
};

const exchange = (
  site: Site,
  {method = 'GET', path, query, body, contentType = 'application/json; charset=utf-8'}: Call,
  identity: Headers,
): Promise<HttpResponse> => {
  const text = body && ('json' in body ? JSON.stringify(body.json) : body.text);
  return site.send({
    method,
    path: query === undefined ? path : `${path}?${query}`,
    headers: {...identity, ...(text !== undefined && contentType !== null && {'content-type': contentType})},
    ...(text !== undefined && {body: text}),
  });
};
