import type {FastifyInstance} from 'fastify';
import {Failure} from '../responses/failure.ts';
import {hasBody} from './bodies.ts';
import '../requests/request.ts';

/** Default time for a body to arrive, and for a client to read from a large response, in ms. */
export const SLOW_CLIENT_MS = 30_000;

/**
 * Answers 408 when a body has not arrived after `ms`. If the response was already sent without reading the body, closes
 * the connection after `ms` instead. Bodies of internal routes have no deadline until their response is sent.
 */
export const limitBodyTime = (app: FastifyInstance, ms: number): void => {
  app.addHook('preParsing', (request, reply, _payload, done) => {
    const {raw} = request;
    if (!hasBody(raw) || raw.complete || request.routeOptions.config.internal) return done();
    const timer = setTimeout(() => {
      if (raw.complete || reply.raw.headersSent) return;
      // Node closes the connection after this response, even if more of the body arrives.
      reply.header('connection', 'close');
      raw.emit('error', new Failure(408, 'the body did not arrive in time'));
    }, ms);
    // The body may have no reader; an 'error' event without a listener would throw.
    raw.on('error', () => undefined);
    raw.once('close', () => clearTimeout(timer));
    done();
  });
  // Covers requests refused before preParsing.
  app.addHook('onResponse', ({raw}, _reply, done) => {
    if (!raw.complete && !raw.destroyed) {
      const timer = setTimeout(() => raw.socket.destroySoon(), ms);
      raw.once('close', () => clearTimeout(timer));
    }
    done();
  });
};

// Smaller responses fit into the kernel's buffer.
const LARGE_RESPONSE = 1_000_000;

/** Closes a connection whose client reads nothing of a large response for `ms`: the response stays in memory meanwhile. */
export const limitReadTime = (app: FastifyInstance, ms: number): void => {
  app.addHook('onSend', ({raw}, _reply, payload, done) => {
    const isBuffered = typeof payload === 'string' || Buffer.isBuffer(payload);
    // Node destroys a socket that is idle for this long, and resets the timeout when the response is sent.
    if (isBuffered && payload.length > LARGE_RESPONSE) raw.socket.setTimeout(ms);
    done();
  });
};
