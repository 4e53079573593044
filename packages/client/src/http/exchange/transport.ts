import {type ClientRequest, type IncomingMessage, type RequestOptions, request as requestHttp} from 'node:http';
import got, {type OptionsOfTextResponseBody} from 'got';
import {credentialHeader, type HeldCredential} from '../../auth/credentials.ts';
import {createAgents} from '../../net/agents.ts';
import {ConnectFailure} from '../../net/connect.ts';
import type {HttpProxy} from '../../net/proxy.ts';
import {createSlots} from '../../net/slots.ts';
import type {Timeouts} from '../../options.ts';
import type {Settings} from '../../settings.ts';
import {AnswerRefused} from '../failure.ts';
import type {EncodedRequest} from '../request/encode.ts';

interface TransportInput {
  readonly request: EncodedRequest;
  readonly headers: Record<string, string>;
  readonly timeouts: Required<Timeouts>;
  readonly signal: AbortSignal | undefined;
}

/** An HTTP response of any status. */
export interface Answer {
  readonly status: number;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly text: string;
  /** Milliseconds from the request sent to the first byte. */
  readonly firstByte: number | undefined;
}

/** Headers specific to a request; those common to all are set by {@link createTransport}. */
export const requestHeaders = (
  request: EncodedRequest,
  credential: HeldCredential | undefined,
): Record<string, string> => ({
  ...request.headers,
  ...credentialHeader(credential),
  ...(request.body !== undefined && {'content-type': 'application/json; charset=utf-8'}),
});

/** Sends one request once. Rejects with a raw got error, which contains credentials: map it, never rethrow it. */
export interface Transport {
  send(input: TransportInput): Promise<Answer>;
  close(): void;
}

type TransportSettings = Pick<Settings, 'tls' | 'userAgent' | 'proxies' | 'maxSockets' | 'maxResponseBytes'>;

export const createTransport = ({
  tls,
  userAgent,
  proxies,
  maxSockets,
  maxResponseBytes,
}: TransportSettings): Transport => {
  const agents = createAgents(tls);
  const slots = createSlots(maxSockets);
  const running = new Set<(failure: Error) => void>();
  let closings = 0;
  const instance = got.extend({
    headers: {'user-agent': userAgent, accept: 'application/json'},
    responseType: 'text',
    throwHttpErrors: false,
    retry: {limit: 0},
    maxRedirects: 5,
  });
  return {
    async send({request, headers, timeouts, signal}) {
      const {host, protocol} = request.site;
      const startedAt = performance.now();
      const opened = closings;
      await slots.take(host, () => {
        const expiry = AbortSignal.timeout(Math.ceil(timeouts.total));
        return signal ? AbortSignal.any([signal, expiry]) : expiry;
      });
      const ended = createEnd();
      let stopped: Error | undefined;
      let outgoing: ClientRequest | undefined;
      const stop = (failure: Error): void => {
        stopped ??= failure;
        ended.abort();
        outgoing?.destroy();
      };
      let status = 0;
      const refuse = (kind: AnswerRefused['kind'], limit: number): void => stop(new AnswerRefused(kind, limit, status));
      const proxy = proxies[request.base];
      const forwardProxy = protocol === 'http:' ? proxy : undefined;
      const options: OptionsOfTextResponseBody = {
        method: request.method,
        headers,
        agent: agents.of(protocol),
        timeout: {
          response: timeouts.response,
          request: Math.max(1, timeouts.total - (performance.now() - startedAt)),
        },
        // A redirect to another origin would send the credential there.
        followRedirect: response =>
          request.method === 'GET' && isSameOrigin(response.headers.location, new URL(response.url)),
        ...(request.body !== undefined && {body: request.body}),
        ...(signal && {signal}),
        ...(forwardProxy && {
          request: (url, native, done) => requestHttp(url, viaProxy(url, native, forwardProxy), done),
        }),
      };
      running.add(stop);
      try {
        if (closings !== opened) throw new ConnectFailure('closed', 'CLOSED');
        const route = {signal: ended.signal, timeout: timeouts.connect, proxy};
        const response = await agents.within(route, async () => {
          const sent = instance(request.href, options);
          sent.on('request', made => {
            outgoing = made;
            if (stopped) made.destroy();
            // Before got's own listener, which makes a decoder for each coding and drops the body of a redirect.
            made.prependOnceListener('response', incoming => {
              status = incoming.statusCode ?? 0;
              const {'content-encoding': codings = '', location} = incoming.headers;
              if (codings.split(',').length > MAX_CODINGS) refuse('codings', MAX_CODINGS);
              if (location === undefined) return;
              onBytes(incoming, maxResponseBytes, () => {
                refuse('too-large', maxResponseBytes);
                incoming.destroy();
              });
            });
          });
          sent.on('downloadProgress', ({transferred}) => {
            if (transferred > maxResponseBytes) refuse('too-large', maxResponseBytes);
          });
          return sent;
        });
        // The last bytes may be those that exceed the limit.
        if (stopped) throw stopped;
        const {headers: received, body: text, timings} = response;
        if (forwardProxy && response.statusCode === 407) throw new ConnectFailure('proxy', '407');
        return {status: response.statusCode, headers: received, text, firstByte: timings?.phases.firstByte};
      } catch (thrown) {
        throw stopped ?? thrown;
      } finally {
        running.delete(stop);
        ended.abort();
        slots.release(host);
      }
    },
    close() {
      closings++;
      for (const stop of running) stop(new ConnectFailure('closed', 'CLOSED'));
      slots.close();
      agents.close();
    },
  };
};

/** Calls `exceeded` when a body is longer than `limit`. */
const onBytes = (incoming: IncomingMessage, limit: number, exceeded: () => void): void => {
  let received = 0;
  incoming.on('data', (chunk: Buffer) => {
    received += chunk.length;
    if (received > limit) exceeded();
  });
};

/** More content codings than any server applies; each costs a decoder. */
const MAX_CODINGS = 3;

/** Aborts the connections of a request that has ended. Most requests open none and need no signal. */
const createEnd = () => {
  let controller: AbortController | undefined;
  let isOver = false;
  return {
    signal(): AbortSignal {
      controller ??= new AbortController();
      if (isOver) controller.abort();
      return controller.signal;
    },
    abort(): void {
      isOver = true;
      controller?.abort();
    },
  };
};

// Without TLS there is no tunnel: the request line holds the absolute URL (RFC 9112, 3.2.2).
const viaProxy = (url: URL, native: RequestOptions, {authorization}: HttpProxy): RequestOptions => ({
  ...native,
  path: url.origin + url.pathname + url.search,
  headers: {...native.headers, ...(authorization && {'proxy-authorization': authorization})},
});

const isSameOrigin = (location: string | undefined, from: URL): boolean =>
  location !== undefined && URL.canParse(location, from.href) && new URL(location, from).origin === from.origin;
