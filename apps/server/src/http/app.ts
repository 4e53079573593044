import fastify, {type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest} from 'fastify';
import {StoreUnavailable} from '../store/store.ts';
import {admitBodies, bodyTooLarge} from './limits/bodies.ts';
import {type ByteBudget, countResponses, createByteBudget} from './limits/byte-budget.ts';
import {lingerOnClose} from './limits/linger.ts';
import {limitBodyTime, limitReadTime, SLOW_CLIENT_MS} from './limits/slow-clients.ts';
import {type Logger, type LogOptions, loggerOptions} from './logging/log.ts';
import {createParserErrorHandler} from './requests/invalid-http.ts';
import {rejection} from './requests/reject.ts';
import {isInternalPath} from './requests/request.ts';
import {type ErrorStyle, Failure, failureResponse} from './responses/failure.ts';
import {SECURITY_HEADERS} from './responses/security-headers.ts';
import {noRouteFailure} from './route.ts';
import {secureOptions, type Tls} from './tls.ts';

// Larger bodies get 413.
const MAX_BODY_BYTES = 1024 * 1024;

// Interval of Node's checks of the deadline for headers, 60 s; by default 30 s, which it would be late by.
const DEADLINE_CHECK_MS = 1000;

// Half of it for each credential: 16 of the largest bodies.
const BODY_BUDGET = {limit: 32 * MAX_BODY_BYTES};

interface AppOptions {
  readonly errors: ErrorStyle;
  readonly tls: Tls | undefined;
  readonly logger: Logger | undefined;
  readonly log: LogOptions | undefined;
  /** Pages and responses. */
  readonly budget?: ByteBudget;
  /** Bodies; they have their own, so that lists never wait for them. */
  readonly bodies?: ByteBudget;
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
  budget = createByteBudget(),
  bodies = createByteBudget(BODY_BUDGET),
  bodyMs = SLOW_CLIENT_MS,
  readMs = SLOW_CLIENT_MS,
}: AppOptions): FastifyInstance => {
  const fail = (reply: FastifyReply, failure: Failure) => {
    // Probes and test programs of any deployment need the status.
    const style = isInternalPath(reply.request.raw.url ?? '') ? 'http' : errors;
    const {code, headers, body} = failureResponse(failure, style);
    return reply.code(code).headers(headers).send(body);
  };
  const parserErrors = createParserErrorHandler(errors);
  const options = {
    // Exceeds the longest URL Node accepts, so that the handler validates long ids.
    routerOptions: {ignoreTrailingSlash: true, maxParamLength: 65_536},
    bodyLimit: MAX_BODY_BYTES,
    // Fastify's own 503 while closing would not have the envelope.
    return503OnClosing: false,
    logger: loggerOptions(log),
    frameworkErrors: (_error: FastifyError, _request: unknown, reply: FastifyReply) => {
      fail(reply, new Failure(400, 'the URL cannot be read'));
    },
    clientErrorHandler: parserErrors.handle,
  };
  // Node's own answer to a missing Host header would not have the envelope; see `rejection`.
  const http = {requireHostHeader: false, connectionsCheckingInterval: DEADLINE_CHECK_MS};
  const app = (tls
    ? fastify({...options, https: {...http, ...secureOptions(tls)}})
    : fastify({...options, http})) as unknown as FastifyInstance;
  app.removeAllContentTypeParsers();
  app.addHook('onRequest', prepareRequest);
  parserErrors.follow(app);
  lingerOnClose(app.server);
  admitBodies(app, bodies);
  countResponses(app, budget);
  limitBodyTime(app, bodyMs);
  limitReadTime(app, readMs);
  app.setNotFoundHandler((request, reply) => fail(reply, noRouteFailure(request.method, request.raw.url ?? '')));
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const failure = toFailure(error, request);
    if (!failure || error instanceof StoreUnavailable) {
      request.log.error(error);
      logger?.error(error.stack ?? error.message);
    }
    return fail(reply, failure ?? new Failure(500, 'the server failed; its log says why'));
  });
  return app;
};

const prepareRequest = (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void => {
  // Bodies are parsed as JSON with any Content-Type (docs/field-facts.md#3); Fastify would reject a malformed one.
  if ('content-type' in request.raw.headers) delete request.raw.headers['content-type'];
  reply.headers(SECURITY_HEADERS);
  done(rejection(request.raw));
};

/** The failure to report for an error; undefined if the error is a defect. */
const toFailure = (error: FastifyError, {routeOptions}: FastifyRequest): Failure | undefined => {
  if (error instanceof Failure) return error;
  if (error instanceof StoreUnavailable) return new Failure(503, 'the database cannot do this now; try again later');
  const status = error.statusCode ?? 500;
  if (status === 413) return bodyTooLarge(routeOptions.bodyLimit);
  return status >= 400 && status < 500 ? new Failure(status, 'the body does not have its Content-Length') : undefined;
};
