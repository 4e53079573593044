import {type ClientRequest, type RequestOptions, request as requestHttp} from 'node:http';
import got, {type OptionsOfTextResponseBody} from 'got';
import {credentialHeader, type HeldCredential} from '../../auth/credentials.ts';
import {ConnectFailure} from '../../net/connect.ts';
import {createAgents} from '../../net/http-agents.ts';
import type {HttpProxy} from '../../net/proxy.ts';
import {createSlots} from '../../net/slots.ts';
import type {Timeouts} from '../../options.ts';
import type {Settings} from '../../settings.ts';
import type {EncodedRequest} from '../request/encode-request.ts';
import {limitResponse} from './limit-response.ts';

interface TransportInput {
  readonly request: EncodedRequest;
  readonly headers: Record<string, string>;
  readonly timeouts: Required<Timeouts>;
  readonly signal: AbortSignal | undefined;
}

/** An HTTP response of any status. */
export interface HttpResponse {
  readonly status: number;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly text: string;
  /** Milliseconds from the end of the request to the first byte. */
  readonly firstByte: number | undefined;
}

export const requestHeaders = (
  request: EncodedRequest,
  credential: HeldCredential | undefined,
): Record<string, string> => ({
  ...request.headers,
  ...credentialHeader(credential),
  ...(request.body !== undefined && {'content-type': 'application/json; charset=utf-8'}),
});

/** Errors of got contain credentials, so a rejection must be converted to an EdgeError and never be rethrown. */
export type Transport = (input: TransportInput) => Promise<HttpResponse>;

/** When `closed` aborts, running requests end and all sockets close. */
export const createTransport = (settings: Settings, closed: AbortSignal): Transport => {
  const {tls, userAgent, proxies, maxSockets, maxResponseBytes} = settings;
  const agents = createAgents(tls);
  const running = new Set<(failure: Error) => void>();
  closed.addEventListener('abort', () => {
    agents.close();
    for (const stop of running) stop(new ConnectFailure('closed'));
  });
  const slots = createSlots(maxSockets, closed);
  const instance = got.extend({
    headers: {'user-agent': userAgent, accept: 'application/json'},
    responseType: 'text',
    throwHttpErrors: false,
    retry: {limit: 0},
    maxRedirects: 5,
  });
  return async ({request, headers, timeouts, signal}) => {
    const {host, protocol} = request.site;
    const startedAt = performance.now();
    await slots.take(host, () => {
      const expiry = AbortSignal.timeout(Math.ceil(timeouts.total));
      return signal ? AbortSignal.any([signal, expiry]) : expiry;
    });
    const ended = new AbortController();
    let stopped: Error | undefined;
    let outgoing: ClientRequest | undefined;
    const stop = (failure: Error): void => {
      stopped ??= failure;
      ended.abort();
      outgoing?.destroy();
    };
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
      if (closed.aborted) throw new ConnectFailure('closed');
      const route = {signal: ended.signal, timeout: timeouts.connect, proxy};
      const response = await agents.within(route, async () => {
        const sent = instance(request.href, options);
        sent.on('request', made => {
          outgoing = made;
          if (stopped) made.destroy();
        });
        limitResponse(sent, {host, maxResponseBytes, stop});
        return sent;
      });
      // If only the last bytes exceed `maxResponseBytes`, the response is complete, and got does not reject.
      if (stopped) throw stopped;
      const {headers: received, body: text, timings} = response;
      if (forwardProxy && response.statusCode === 407) throw new ConnectFailure('proxy', '407');
      return {status: response.statusCode, headers: received, text, firstByte: timings?.phases.firstByte};
    } catch (thrown) {
      throw stopped ?? thrown;
    } finally {
      running.delete(stop);
      // A reason saves the creation of the default reason, a DOMException.
      ended.abort('ended');
      slots.release(host);
    }
  };
};

// A proxy gets an http request with the absolute URL in its request line (RFC 9112, 3.2.2). Only https uses a tunnel.
const viaProxy = (url: URL, native: RequestOptions, {authorization}: HttpProxy): RequestOptions => ({
  ...native,
  path: url.origin + url.pathname + url.search,
  headers: {...native.headers, ...(authorization && {'proxy-authorization': authorization})},
});

const isSameOrigin = (location: string | undefined, from: URL): boolean =>
  location !== undefined && URL.parse(location, from.href)?.origin === from.origin;
