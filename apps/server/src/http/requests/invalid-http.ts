import type {IncomingMessage, ServerResponse} from 'node:http';
import type {Socket} from 'node:net';
import type {FastifyInstance} from 'fastify';
import {type ErrorStyle, Failure, failureText} from '../responses/failure.ts';

interface Connection {
  readonly open: Set<ServerResponse>;
  /** The newest request and its response. */
  last: {readonly request: IncomingMessage; readonly response: ServerResponse};
}

/**
 * Answers what Node's parser rejects and closes the connection, after the responses to the requests before it. Pass
 * `handle` to Fastify as `clientErrorHandler`, and the app to `follow`.
 */
export const createParserErrorHandler = (errors: ErrorStyle) => {
  const connections = new WeakMap<Socket, Connection>();
  const refused = new WeakSet<Socket>();
  const invalidBodies = new WeakMap<IncomingMessage, Failure>();
  return {
    follow: (app: FastifyInstance): void => {
      app.server.on('request', (request, response) => {
        const last = {request, response};
        const known = connections.get(request.socket);
        const connection = known ?? {open: new Set(), last};
        if (!known) connections.set(request.socket, connection);
        connection.last = last;
        connection.open.add(response);
        response.once('close', () => connection.open.delete(response));
      });
      app.addHook('preParsing', ({raw}, _reply, _payload, done) => done(invalidBodies.get(raw)));
    },
    /** Node repeats `clientError` for every chunk after the first invalid one. */
    handle: (error: Error & {code?: string}, socket: Socket): void => {
      if (refused.has(socket)) return;
      refused.add(socket);
      if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy();
      const {open, last} = connections.get(socket) ?? {};
      const failure = parserFailure(error.code);
      // Within the body of the newest request, the failure is the response to that request.
      const isBody = last !== undefined && !last.request.complete;
      if (isBody && !last.response.headersSent) {
        invalidBodies.set(last.request, failure);
        // The body may have no reader yet; an 'error' event without a listener would throw.
        last.request.on('error', () => undefined).emit('error', failure);
      }
      void Promise.all([...(open ?? [])].map(closed)).then(() => {
        if (isBody) socket.destroySoon();
        else socket.end(failureText(failure, errors));
      });
    },
  };
};

const closed = (response: ServerResponse): Promise<void> =>
  new Promise(resolve => {
    response.once('close', () => resolve());
  });

const parserFailure = (errorCode: string | undefined): Failure => {
  const close = {connection: 'close'};
  switch (errorCode) {
    case 'HPE_HEADER_OVERFLOW':
      return new Failure(431, 'the URL and headers are too long; 16 KiB is the limit', close);
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new Failure(408, 'the request did not arrive in time', close);
    default:
      return new Failure(400, 'the request is not valid HTTP', close);
  }
};
