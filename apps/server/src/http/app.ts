import type {ServerResponse} from 'node:http';
import type {Socket} from 'node:net';
import fastify, {type FastifyError, type FastifyInstance, type FastifyReply} from 'fastify';
import {answerOf, type ErrorStyle, Failure} from './failure.ts';
import {unrouted} from './unrouted.ts';

export interface Tls {
  /** PEM. */
  readonly cert: string;
  /** PEM. */
  readonly key: string;
}

/** Where defects are told; expected failures are not. */
export interface Logger {
  error(message: string): void;
}

export interface AppOptions {
  readonly errors: ErrorStyle;
  readonly tls: Tls | undefined;
  readonly logger: Logger | undefined;
}

/** A Fastify that answers in the envelope, whatever reaches it. */
export const createApp = ({errors, tls, logger}: AppOptions): FastifyInstance => {
  const fail = (reply: FastifyReply, failure: Failure) => {
    const {code, headers, body} = answerOf(failure, errors);
    return reply.code(code).headers(headers).send(body);
  };
  const options = {
    // Longer than any request line that Node reads, so that a long id is judged by its handler.
    routerOptions: {ignoreTrailingSlash: true, maxParamLength: 65_536},
    frameworkErrors: (error: FastifyError, _request: unknown, reply: FastifyReply) => {
      fail(reply, expected(error) ?? new Failure(400, 'the URL cannot be read'));
    },
    clientErrorHandler: (error: Error & {code?: string}, socket: Socket) => refuse(socket, error.code, errors),
  };
  const app = (tls ? fastify({...options, https: {...tls}}) : fastify(options)) as unknown as FastifyInstance;
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', {parseAs: 'string'}, (_request, body, done) => done(null, body));
  // Bodies are JSON whatever the header says (field fact 3), so that not even a malformed one may refuse them.
  app.addHook('onRequest', async request => {
    delete request.raw.headers['content-type'];
  });
  app.setNotFoundHandler((request, reply) => fail(reply, unrouted(request.method, request.raw.url ?? '')));
  app.setErrorHandler((error: FastifyError, _request, reply) => {
    const failure = expected(error);
    if (!failure) logger?.error(error.stack ?? error.message);
    return fail(reply, failure ?? new Failure(500, 'the server failed; its log says why'));
  });
  app.server.on('checkExpectation', (request, response: ServerResponse) => app.routing(request, response));
  return app;
};

const expected = (error: FastifyError): Failure | undefined => {
  if (error instanceof Failure) return error;
  const status = error.statusCode ?? 500;
  return status >= 400 && status < 500 ? new Failure(status, error.message) : undefined;
};

// What Node's parser refuses never becomes a request; the answer is written by hand.
const refuse = (socket: Socket, cause: string | undefined, errors: ErrorStyle): void => {
  if (!socket.writable || cause === 'ECONNRESET') return void socket.destroy();
  const {code, headers, body} = answerOf(refusal(cause), errors);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const length = Buffer.byteLength(body);
  socket.end(
    `HTTP/1.1 ${code} Refused\r\n${lines.join('')}content-length: ${length}\r\nconnection: close\r\n\r\n${body}`,
  );
};

const refusal = (cause: string | undefined): Failure => {
  if (cause === 'HPE_HEADER_OVERFLOW') return new Failure(431, 'the URL and headers are too long; 16 KiB is the limit');
  if (cause === 'ERR_HTTP_REQUEST_TIMEOUT') return new Failure(408, 'the request did not arrive in time');
  return new Failure(400, 'the request is not valid HTTP');
};
