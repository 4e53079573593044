import type {Socket} from 'node:net';
import type {Base} from '@edge-console/schema';
import fastify, {type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest} from 'fastify';
import {StoreUnavailable} from '../store/store.ts';
import {type LogOptions, loggerOptions} from './logging/log.ts';
import {isInternalPath, noRouteFailure} from './requests/paths.ts';
import {type ErrorStyle, Failure, failureResponse, failureText, SECURITY_HEADERS} from './responses/failure.ts';
import {secureOptions, type Tls} from './tls.ts';

const MAX_BODY_BYTES = 1024 * 1024;

const REQUEST_TIMEOUT_MS = 60_000;
const TIMEOUT_CHECK_MS = 1000;

interface AppOptions {
  readonly errors: ErrorStyle;
  readonly tls?: Tls | undefined;
  readonly log?: LogOptions | undefined;
  /** The APIs that this instance serves. A request to another API gets 404. */
  readonly bases: readonly Base[];
}

/** Responses of the Fastify instance always have the common envelope (docs/contract.md#errors). */
export const createApp = ({errors, tls, log, bases}: AppOptions): FastifyInstance => {
  const fail = (reply: FastifyReply, failure: Failure) => {
    // Health probes need the real HTTP status.
    const style = isInternalPath(reply.request.raw.url ?? '') ? 'http' : errors;
    const {code, headers, body} = failureResponse(failure, style);
    return reply.code(code).headers(headers).send(body);
  };
  const options = {
    // Node.js refuses URLs of this length, so the router never refuses a parameter because of its length.
    routerOptions: {ignoreTrailingSlash: true, maxParamLength: 65_536},
    bodyLimit: MAX_BODY_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    // With `true`, Fastify would respond to requests with a 503 without the common envelope while the server closes.
    return503OnClosing: false,
    logger: loggerOptions(log),
    frameworkErrors: (_error: FastifyError, _request: unknown, reply: FastifyReply) => {
      fail(reply, new Failure(400, 'the URL cannot be read'));
    },
    clientErrorHandler: (error: Error & {code?: string}, socket: Socket) => {
      if (socket.writable) socket.end(failureText(parserFailure(error.code), errors));
      else socket.destroy();
    },
  };
  const http = {connectionsCheckingInterval: TIMEOUT_CHECK_MS};
  const app = (tls
    ? fastify({...options, https: {...http, ...secureOptions(tls)}})
    : fastify({...options, http})) as unknown as FastifyInstance;
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', {parseAs: 'buffer'}, (_request, body, done) => done(null, body));
  app.addHook('onRequest', (request, reply, done) => {
    // Any Content-Type is accepted (docs/field-facts.md#3), but Fastify would refuse a malformed one.
    delete request.raw.headers['content-type'];
    reply.headers(SECURITY_HEADERS);
    const {'content-encoding': encoding = 'identity'} = request.headers;
    const accepted = {'accept-encoding': 'identity'};
    done(
      encoding.toLowerCase() === 'identity'
        ? undefined
        : new Failure(415, 'Content-Encoding: only identity is supported', accepted),
    );
  });
  app.setNotFoundHandler((request, reply) => fail(reply, noRouteFailure(request.method, request.raw.url ?? '', bases)));
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const failure = toFailure(error, request);
    if (!failure || error instanceof StoreUnavailable) request.log.error(error);
    return fail(reply, failure ?? new Failure(500, 'the server failed; its log says why'));
  });
  return app;
};

const toFailure = (error: FastifyError, {routeOptions}: FastifyRequest): Failure | undefined => {
  if (error instanceof Failure) return error;
  if (error instanceof StoreUnavailable) return new Failure(503, 'the database cannot do this now; try again later');
  const {statusCode = 500} = error;
  if (statusCode === 413)
    return new Failure(413, `the body is too large; ${routeOptions.bodyLimit} bytes is the limit`);
  return statusCode >= 400 && statusCode < 500 ? new Failure(statusCode, 'the request cannot be read') : undefined;
};

const PARSER_FAILURES: Readonly<Record<string, readonly [status: number, message: string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'the URL and headers are too long; 16 KiB is the limit'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'the request did not arrive in time'],
};

const parserFailure = (errorCode = ''): Failure => {
  const [status, message] = PARSER_FAILURES[errorCode] ?? [400, 'the request is not valid HTTP'];
  return new Failure(status, message, {connection: 'close'});
};
