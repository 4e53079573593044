import type {Socket} from 'node:net';
import type {Base} from '@edge-console/schema';
import fastify, {type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest} from 'fastify';
import {StoreUnavailable} from '../store/store.ts';
import {type LogOptions, loggerOptions} from './logging/log.ts';
import {isInternalPath} from './requests/paths.ts';
import {type ErrorStyle, Failure, failureResponse, failureText, SECURITY_HEADERS} from './responses/failure.ts';
import {noRouteFailure} from './route.ts';
import {secureOptions, type Tls} from './tls.ts';

// Larger bodies get 413.
const MAX_BODY_BYTES = 1024 * 1024;

// Time for a whole request to arrive. Node checks it at the interval.
const REQUEST_TIMEOUT_MS = 60_000;
const TIMEOUT_CHECK_MS = 1000;

interface AppOptions {
  readonly errors: ErrorStyle;
  readonly tls?: Tls | undefined;
  readonly log?: LogOptions | undefined;
  /** Parts of the contract whose paths get 405 for other methods; other paths get 404. */
  readonly bases: readonly Base[];
}

/** Creates a Fastify instance whose responses always have the common envelope (docs/contract.md#errors). */
export const createApp = ({errors, tls, log, bases}: AppOptions): FastifyInstance => {
  const fail = (reply: FastifyReply, failure: Failure) => {
    // Probes and test programs of any deployment need the status.
    const style = isInternalPath(reply.request.raw.url ?? '') ? 'http' : errors;
    const {code, headers, body} = failureResponse(failure, style);
    return reply.code(code).headers(headers).send(body);
  };
  const options = {
    // The limit exceeds the longest URL that Node accepts, so that the handler validates long ids.
    routerOptions: {ignoreTrailingSlash: true, maxParamLength: 65_536},
    bodyLimit: MAX_BODY_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    // Fastify's own 503 while closing would not have the envelope.
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
    // Bodies are parsed as JSON with any Content-Type (docs/field-facts.md#3); Fastify would reject a malformed one.
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

/** The failure to report for an error; undefined if the error is a defect. */
const toFailure = (error: FastifyError, {routeOptions}: FastifyRequest): Failure | undefined => {
  if (error instanceof Failure) return error;
  if (error instanceof StoreUnavailable) return new Failure(503, 'the database cannot do this now; try again later');
  const {statusCode = 500} = error;
  if (statusCode === 413)
    return new Failure(413, `the body is too large; ${routeOptions.bodyLimit} bytes is the limit`);
  return statusCode >= 400 && statusCode < 500 ? new Failure(statusCode, 'the request cannot be read') : undefined;
};

/** Failures of requests that Node's parser rejects, by its error code. */
const PARSER_FAILURES: Readonly<Record<string, readonly [status: number, message: string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'the URL and headers are too long; 16 KiB is the limit'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'the request did not arrive in time'],
};

const parserFailure = (errorCode = ''): Failure => {
  const [status, message] = PARSER_FAILURES[errorCode] ?? [400, 'the request is not valid HTTP'];
  return new Failure(status, message, {connection: 'close'});
};
