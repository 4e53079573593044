import type {IncomingMessage, Server, ServerResponse} from 'node:http';
import type {Socket} from 'node:net';
import fastify, {type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest} from 'fastify';
import {StoreUnavailable} from '../store/store.ts';
import {type ErrorStyle, Failure, failureResponse, refuseSocket} from './failure.ts';
import {type Logger, type LogOptions, loggerOptions} from './log.ts';
import {noRouteFailure} from './route.ts';
import {SECURITY_HEADERS} from './security-headers.ts';
import {limitBodyTime, limitReadTime, SLOW_CLIENT_MS} from './slow-clients.ts';
import {secureOptions, type Tls} from './tls.ts';

// Larger bodies get 413.
const MAX_BODY_BYTES = 1024 * 1024;
// Path and query; longer ones get 414. Node limits URL and headers together to 16 KiB (431).
const MAX_URL_BYTES = 8 * 1024;

interface AppOptions {
  readonly errors: ErrorStyle;
  readonly tls: Tls | undefined;
  readonly logger: Logger | undefined;
  readonly log: LogOptions | undefined;
  /** Time for a body to arrive, in ms; default 30,000. */
  readonly bodyMs?: number;
  /** Time a client may read nothing of a large response, in ms; default 30,000. */
  readonly readMs?: number;
}

/** Creates a Fastify instance whose responses always have the common envelope (docs/contract.md#errors). */
export const createApp = ({
  errors,
  tls,
  logger,
  log,
  bodyMs = SLOW_CLIENT_MS,
  readMs = SLOW_CLIENT_MS,
}: AppOptions): FastifyInstance => {
  const fail = (reply: FastifyReply, failure: Failure) => {
    const {code, headers, body} = failureResponse(failure, errors);
    return reply.code(code).headers(headers).send(body);
  };
  const options = {
    // Exceeds the longest URL Node accepts, so that the handler validates long ids.
    routerOptions: {ignoreTrailingSlash: true, maxParamLength: 65_536},
    bodyLimit: MAX_BODY_BYTES,
    // Fastify's own 503 while closing would not have the envelope.
    return503OnClosing: false,
    logger: loggerOptions(log),
    frameworkErrors: (error: FastifyError, _request: unknown, reply: FastifyReply) => {
      fail(reply, toFailure(error) ?? new Failure(400, 'the URL cannot be read'));
    },
    clientErrorHandler: (error: Error & {code?: string}, socket: Socket) => {
      // Writing to the socket would corrupt a response that is still being sent.
      if (openResponses(socket) > 0) socket.destroy();
      else refuseSocket(socket, error.code, errors);
    },
  };
  // Node's own answer to a missing Host header would not have the envelope; see `rejection`.
  const http = {requireHostHeader: false};
  const app = (tls
    ? fastify({...options, https: {...http, ...secureOptions(tls)}})
    : fastify({...options, http})) as unknown as FastifyInstance;
  const openResponses = countOpenResponses(app.server);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', {parseAs: 'string'}, (_request, body, done) => done(null, body));
  app.addHook('onRequest', prepareRequest);
  limitBodyTime(app, bodyMs);
  limitReadTime(app, readMs);
  app.setNotFoundHandler((request, reply) => fail(reply, noRouteFailure(request.method, request.raw.url ?? '')));
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const failure = toFailure(error);
    if (!failure || error instanceof StoreUnavailable) {
      request.log.error(error);
      logger?.error(error.stack ?? error.message);
    }
    return fail(reply, failure ?? new Failure(500, 'the server failed; its log says why'));
  });
  app.server.on('checkExpectation', (request, response: ServerResponse) => app.routing(request, response));
  return app;
};

const countOpenResponses = (server: Server): ((socket: Socket) => number) => {
  const counts = new WeakMap<Socket, number>();
  const count = (socket: Socket, change: number) => counts.set(socket, (counts.get(socket) ?? 0) + change);
  server.on('request', ({socket}, response) => {
    count(socket, 1);
    response.once('close', () => count(socket, -1));
  });
  return socket => counts.get(socket) ?? 0;
};

const prepareRequest = (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void => {
  // Bodies are parsed as JSON with any Content-Type (docs/field-facts.md#3); Fastify would reject a malformed one.
  if ('content-type' in request.raw.headers) delete request.raw.headers['content-type'];
  reply.headers(SECURITY_HEADERS);
  done(rejection(request.raw));
};

const rejection = ({method = '', url = '', httpVersion, headers}: IncomingMessage): Failure | undefined => {
  if (url.length > MAX_URL_BYTES) return new Failure(414, `the URL is too long; ${MAX_URL_BYTES} bytes is the limit`);
  if (httpVersion === '1.1' && headers.host === undefined) return new Failure(400, 'the header Host is missing');
  // Fastify requires a Content-Type for QUERY before it looks up the route.
  return method === 'QUERY' ? noRouteFailure(method, url) : undefined;
};

/** The failure to report for an error; undefined if the error is a defect. */
const toFailure = (error: FastifyError): Failure | undefined => {
  if (error instanceof Failure) return error;
  if (error instanceof StoreUnavailable) return new Failure(503, 'the database cannot do this now; try again later');
  const status = error.statusCode ?? 500;
  return status >= 400 && status < 500 ? new Failure(status, error.message) : undefined;
};
