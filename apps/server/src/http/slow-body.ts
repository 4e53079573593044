import type {FastifyInstance} from 'fastify';
import {Failure} from './failure.ts';
import './request.ts';

/** Longer than a megabyte takes on a line that is worth waiting for. */
export const BODY_MS = 30_000;

/**
 * Refuses with 408 a body that is not there after so many ms, and cuts the connection also where its request was
 * answered already. What is about the server itself may take any time until its answer.
 */
export const limitBodyTime = (app: FastifyInstance, ms: number): void => {
  app.addHook('preParsing', (request, reply, _payload, done) => {
    const {raw} = request;
    const sent = raw.headers['content-length'] !== undefined || raw.headers['transfer-encoding'] !== undefined;
    // Most requests have none.
    if (!sent || raw.complete || request.routeOptions.config.internal) return done();
    const timer = setTimeout(() => {
      if (raw.complete || reply.raw.headersSent) return;
      // Node closes the connection after an answer that says so, whatever is still to come.
      reply.header('connection', 'close');
      raw.emit('error', new Failure(408, 'the body did not arrive in time'));
    }, ms);
    // Nobody may be reading it, and an error without a listener is thrown.
    raw.on('error', () => undefined);
    raw.once('close', () => clearTimeout(timer));
    done();
  });
  // Also what was refused before its body was looked at.
  app.addHook('onResponse', ({raw}, _reply, done) => {
    if (!raw.complete && !raw.destroyed) {
      const timer = setTimeout(() => raw.socket.destroySoon(), ms);
      raw.once('close', () => clearTimeout(timer));
    }
    done();
  });
};
