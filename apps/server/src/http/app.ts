import type {IncomingMessage, Server, ServerResponse} from 'node:http';
import type {Socket} from 'node:net';
import fastify, {type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest} from 'fastify';
import {answerOf, type ErrorStyle, Failure} from './failure.ts';
import {MAX_BODY_BYTES, MAX_URL_BYTES} from './limits.ts';
import {type LogOptions, loggerOptions} from './log.ts';
import {refuse} from './refuse.ts';
import './request.ts';
import {StoreUnavailable} from '../store/store.ts';
import {SECURITY_HEADERS} from './security-headers.ts';
import {BODY_MS, limitBodyTime} from './slow-body.ts';
import {limitReaders, READER_MS} from './slow-reader.ts';
import {secureOptions, type Tls} from './tls.ts';
import {unrouted} from './unrouted.ts';

/** Where defects are told; expected failures are not. */
export interface Logger {
  error(message: string): void;
}

export interface AppOptions {
  readonly errors: ErrorStyle;
  readonly tls: Tls | undefined;
  readonly logger: Logger | undefined;
  readonly log: LogOptions | undefined;
  /** How long a body may take, in ms; default 30,000. */
  readonly bodyMs?: number;
  /** How long somebody may take nothing of a large answer, in ms; default 30,000. */
  readonly readerMs?: number;
}

/** A Fastify that answers in the envelope, whatever reaches it. */
export const createApp = ({
  errors,
  tls,
  logger,
  log,
  bodyMs = BODY_MS,
  readerMs = READER_MS,
}: AppOptions): FastifyInstance => {
  const fail = (reply: FastifyReply, failure: Failure) => {
    const {code, headers, body} = answerOf(failure, errors);
    return reply.code(code).headers(headers).send(body);
  };
  const options = {
    // Longer than any request line that Node reads, so that a long id is judged by its handler.
    routerOptions: {ignoreTrailingSlash: true, maxParamLength: 65_536},
    bodyLimit: MAX_BODY_BYTES,
    // Whoever is connected when the server stops is answered, and not in another form.
    return503OnClosing: false,
    logger: loggerOptions(log),
    frameworkErrors: (error: FastifyError, _request: unknown, reply: FastifyReply) => {
      fail(reply, expected(error) ?? new Failure(400, 'the URL cannot be read'));
    },
    clientErrorHandler: (error: Error & {code?: string}, socket: Socket) => {
      // Words of an answer that is under way must not be mixed with others.
      if (underWay(socket) > 0) socket.destroy();
      else refuse(socket, error.code, errors);
    },
  };
  // Without Host, Node would answer by itself, and not in the envelope.
  const http = {requireHostHeader: false};
  const app = (tls
    ? fastify({...options, https: {...http, ...secureOptions(tls)}})
    : fastify({...options, http})) as unknown as FastifyInstance;
  const underWay = answersUnderWay(app.server);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', {parseAs: 'string'}, (_request, body, done) => done(null, body));
  app.addHook('onRequest', admit);
  limitBodyTime(app, bodyMs);
  limitReaders(app, readerMs);
  app.setNotFoundHandler((request, reply) => fail(reply, unrouted(request.method, request.raw.url ?? '')));
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const failure = expected(error);
    if (!failure || error instanceof StoreUnavailable) {
      request.log.error(error);
      logger?.error(error.stack ?? error.message);
    }
    return fail(reply, failure ?? new Failure(500, 'the server failed; its log says why'));
  });
  app.server.on('checkExpectation', (request, response: ServerResponse) => app.routing(request, response));
  return app;
};

const answersUnderWay = (server: Server): ((socket: Socket) => number) => {
  const counts = new WeakMap<Socket, number>();
  const count = (socket: Socket, change: number) => counts.set(socket, (counts.get(socket) ?? 0) + change);
  server.on('request', ({socket}, response) => {
    count(socket, 1);
    response.once('close', () => count(socket, -1));
  });
  return socket => counts.get(socket) ?? 0;
};

const admit = (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void => {
  // Bodies are JSON whatever the header says (field fact 3), so that not even a malformed one may refuse them.
  if ('content-type' in request.raw.headers) delete request.raw.headers['content-type'];
  reply.headers(SECURITY_HEADERS);
  done(inadmissible(request.raw));
};

const inadmissible = ({method = '', url = '', httpVersion, headers}: IncomingMessage): Failure | undefined => {
  if (url.length > MAX_URL_BYTES) return new Failure(414, `the URL is too long; ${MAX_URL_BYTES} bytes is the limit`);
  if (httpVersion === '1.1' && headers.host === undefined) return new Failure(400, 'the header Host is missing');
  // Fastify asks it for a Content-Type before it looks for a route.
  return method === 'QUERY' ? unrouted(method, url) : undefined;
};

const expected = (error: FastifyError): Failure | undefined => {
  if (error instanceof Failure) return error;
  if (error instanceof StoreUnavailable) return new Failure(503, 'the database cannot do this now; try again later');
  const status = error.statusCode ?? 500;
  return status >= 400 && status < 500 ? new Failure(status, error.message) : undefined;
};
