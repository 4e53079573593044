import got, {type OptionsOfTextResponseBody} from 'got';
import {createAgents} from './agents.ts';
import {credentialHeader, type HeldCredential} from './auth.ts';
import type {EncodedRequest} from './encode.ts';
import type {Timeouts} from './options.ts';
import type {Settings} from './settings.ts';

export interface Outgoing {
  readonly request: EncodedRequest;
  readonly headers: Record<string, string>;
  readonly timeouts: Required<Timeouts>;
  readonly signal: AbortSignal | undefined;
}

/** An HTTP answer, whatever its status. */
export interface Answer {
  readonly status: number;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly text: string;
  /** Milliseconds from the request sent to the first byte. */
  readonly firstByte: number | undefined;
}

/** Headers of a request, beside those that all have. */
export const requestHeaders = (
  request: EncodedRequest,
  credential: HeldCredential | undefined,
): Record<string, string> => ({
  ...credentialHeader(credential),
  ...(request.body !== undefined && {'content-type': 'application/json; charset=utf-8'}),
});

/** Sends one request once. Rejects with what got throws, which holds credentials: map it, never pass it on. */
export interface Transport {
  send(outgoing: Outgoing): Promise<Answer>;
  close(): void;
}

export const createTransport = (settings: Pick<Settings, 'trust' | 'userAgent'>): Transport => {
  const agents = createAgents(settings.trust);
  const instance = got.extend({
    agent: {http: agents.http, https: agents.https},
    headers: {'user-agent': settings.userAgent, accept: 'application/json'},
    responseType: 'text',
    throwHttpErrors: false,
    retry: {limit: 0},
    maxRedirects: 5,
  });
  return {
    async send({request, headers, timeouts, signal}) {
      const ended = new AbortController();
      const options: OptionsOfTextResponseBody = {
        method: request.method,
        headers,
        timeout: {response: timeouts.response, request: timeouts.total},
        // A redirect to elsewhere would carry the credential there.
        followRedirect: response =>
          request.method === 'GET' && isSameOrigin(response.headers.location, new URL(response.url)),
        ...(request.body !== undefined && {body: request.body}),
        ...(signal && {signal}),
      };
      try {
        const limits = {signal: ended.signal, timeout: timeouts.connect};
        const response = await agents.within(limits, async () => instance(request.url, options));
        const {statusCode: status, headers: received, body: text, timings} = response;
        return {status, headers: received, text, firstByte: timings?.phases.firstByte};
      } finally {
        ended.abort();
      }
    },
    close: agents.close,
  };
};

const isSameOrigin = (location: string | undefined, from: URL): boolean =>
  location !== undefined && URL.canParse(location, from.href) && new URL(location, from).origin === from.origin;
