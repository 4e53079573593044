import {setTimeout} from 'node:timers/promises';
import {CREDENTIAL_HEADERS} from '@edge-console/schema';
import {type RequestFeatures, requestFeatures} from '@edge-console/schema/request-features';
import {skip} from '../check.ts';
import type {Headers, Observer} from '../gateway/caller.ts';
import {type Call, LOGIN, LOGOUT, NO_ID} from '../gateway/context.ts';
import type {Target} from '../gateway/open-gateway.ts';
import {dataOf, type HttpResponse, isObject, isSuccess} from '../http/response.ts';

export interface Exchange extends RequestFeatures {
  readonly query: ReadonlyMap<string, string>;
  readonly response: HttpResponse;
  /** Gateway clock minus local clock in ms. NaN if the response has no time in its body, or no Date header. */
  readonly clock: {readonly body: number; readonly date: number};
}

export interface Limits {
  /** Requests per second. */
  readonly rate: number;
  readonly maxRequests: number;
  readonly signal: AbortSignal;
}

export interface Observation extends Observer {
  readonly exchanges: readonly Exchange[];
  sent(): number;
  /** Permits requests after an abort and beyond `maxRequests`, so that the sessions of the run can be logged out. */
  finish(): void;
}

/** One request is reserved for the logout of each session. At the limit, further calls are skipped. */
export const createObservation = (target: Target, {rate, maxRequests, signal}: Limits): Observation => {
  const {apiToken, consoleToken = apiToken, account} = target;
  const exchanges: Exchange[] = [];
  const sessions = new Map<string, 'valid' | 'ended'>();
  let sent = 0;
  let next = 0;
  let isFinished = false;

  const credentialsOf = ({base = 'admin'}: Call, headers: Headers): readonly string[] => {
    const {[CREDENTIAL_HEADERS['api-token']]: token, [CREDENTIAL_HEADERS.session]: session} = headers;
    const known = base === 'admin' ? apiToken : consoleToken;
    const states = [
      ...(token === undefined ? [] : [`token:${token === known ? 'valid' : 'unknown'}`]),
      ...(session === undefined ? [] : [`session:${sessions.get(session) ?? 'unknown'}`]),
    ];
    return states.length === 0 ? ['anonymous'] : states;
  };

  return {
    exchanges,
    sent: () => sent,
    finish: () => {
      isFinished = true;
    },
    before: async ({path, as}) => {
      const endsSession = typeof as === 'object' && sessions.has(as[CREDENTIAL_HEADERS.session] ?? '');
      if (signal.aborted && !isFinished && !(path.startsWith(LOGOUT) && endsSession)) skip('the recording was stopped');
      const reserved = sessions.size + (path.startsWith(LOGIN) ? 1 : 0);
      if (!isFinished && sent + reserved >= maxRequests) skip(`--max-requests ${maxRequests} is reached`);
      sent += 1;
      const now = performance.now();
      const pause = next - now;
      next = Math.max(now, next) + 1000 / rate;
      if (pause > 0 && !signal.aborted) await setTimeout(pause, undefined, {signal}).catch(() => undefined);
    },
    after: (call, headers, response) => {
      const {base = 'admin', method = 'GET', path, body, contentType = 'application/json'} = call;
      const query = new URLSearchParams(call.query);
      const id = /^\/(?:admin-api\/api_token|api\/agents)\/([^/]+)/.exec(path)?.[1];
      const features = requestFeatures({
        ...{base, method, path, query, credentials: credentialsOf(call, headers)},
        ...(id !== undefined && {idKnown: id !== String(NO_ID) && id !== 'x'}),
        ...(body && {body: 'json' in body ? JSON.stringify(body.json) : body.text}),
        ...(body && contentType !== null && {contentType}),
        isAccount: (username, password) => username === account?.username && password === account?.password,
      });
      const {time} = isObject(response.json) ? response.json : {};
      const middle = Date.now() - response.ms / 2;
      // The gateway rounds its times down to seconds. The mean rounding error is half a second.
      const clock = {
        body: Number(time) * 1000 + 500 - middle,
        date: Date.parse(String(response.headers.date)) + 500 - middle,
      };
      exchanges.push({...features, query: new Map(query), response, clock});
      const data = dataOf(response);
      const session = isObject(data) ? data['edge-token'] : undefined;
      if (path.startsWith(LOGIN) && typeof session === 'string') sessions.set(session, 'valid');
      const ended = headers[CREDENTIAL_HEADERS.session];
      if (path.startsWith(LOGOUT) && isSuccess(response) && ended !== undefined) sessions.set(ended, 'ended');
    },
  };
};
