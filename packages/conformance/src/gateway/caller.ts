import type {HttpResponse} from '../http/response.ts';
import type {Site} from '../http/send.ts';
import type {Redactor} from '../redact.ts';
import {type Call, type Identity, LOGIN, TOKENS} from './context.ts';
import type {Ledger} from './ledger.ts';

export type Headers = Readonly<Record<string, string>>;
export type Send = (call: Call) => Promise<HttpResponse>;

interface CallerParts {
  readonly sites: Readonly<Record<'admin' | 'console', Site>>;
  readonly ledger: Ledger;
  readonly redactor: Redactor;
  /** Headers by identity; none for an identity that is absent. */
  readonly identities: ReadonlyMap<string, Headers>;
}

/** Sends calls and records in the ledger what they create. Every create and every login must use it. */
export const createCaller = ({sites, ledger, redactor, identities}: CallerParts): Send => {
  const headersOf = (identity: Identity): Headers =>
    typeof identity === 'string' ? (identities.get(identity) ?? {}) : identity;
  return async call => {
    const {base = 'admin', method, path} = call;
    const creates = method === 'POST' && path.startsWith(TOKENS);
    try {
      const response = await exchange(sites[base], call, headersOf(call.as ?? base));
      if (creates) ledger.addCreated(response);
      const session = path.startsWith(LOGIN) ? ledger.addSession(response) : undefined;
      if (session !== undefined) redactor.add(session);
      return response;
    } catch (error) {
      // The token may exist although the response did not arrive.
      if (creates) ledger.addCreated(undefined);
      throw error;
    }
  };
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
