import {isUtf8} from 'node:buffer';
import type {IncomingMessage} from 'node:http';
import type {FastifyInstance, FastifyReply, FastifyRequest} from 'fastify';
import {Failure} from '../responses/failure.ts';
import {noRouteFailure} from '../route.ts';
import {type ByteBudget, tooManyRequests} from './byte-budget.ts';

export const hasBody = ({headers}: IncomingMessage): boolean =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;

export const bodyTooLarge = (limit: number): Failure =>
  new Failure(413, `the body is too large; ${limit} bytes is the limit`);

/** Lengths in bytes of bodies that are not UTF-8; in their texts, U+FFFD replaces the invalid bytes. */
const notUtf8 = new WeakMap<IncomingMessage, number>();

/** What the text of a body does not tell. */
export const originOf = (body: IncomingMessage, text: string): {readonly bytes: number; readonly isUtf8: boolean} => {
  const bytes = notUtf8.get(body);
  return {bytes: bytes ?? Buffer.byteLength(text), isUtf8: bytes === undefined};
};

interface ReadOptions {
  readonly limit: number;
  /** Holds the memory of the bytes received so far; false if there is too little. */
  holdFree(bytes: number): boolean;
}

/**
 * Reads a body as text, at most `limit` bytes. Copies the bytes: a client may send one per chunk, and each chunk takes
 * hundreds. Memory is held as bytes arrive, not as they are announced.
 */
const readText = (
  body: IncomingMessage,
  {limit, holdFree}: ReadOptions,
  done: (error: Failure | null, text?: string) => void,
) => {
  let bytes = Buffer.alloc(0);
  let length = 0;
  const finish = (error: Failure | null, text?: string) => {
    body.off('data', onData).off('end', onEnd).off('error', onError);
    done(error, text);
  };
  const onData = (chunk: Buffer) => {
    const needed = length + chunk.length;
    if (needed > limit) return finish(bodyTooLarge(limit));
    if (needed > bytes.length) {
      const size = Math.max(needed, Math.min(limit, bytes.length * 2));
      if (!holdFree(size)) return finish(tooManyRequests());
      const larger = Buffer.allocUnsafe(size);
      bytes.copy(larger, 0, 0, length);
      bytes = larger;
    }
    chunk.copy(bytes, length);
    length = needed;
  };
  const onEnd = () => {
    if (!isUtf8(bytes.subarray(0, length))) notUtf8.set(body, length);
    finish(null, bytes.toString('utf8', 0, length));
  };
  const onError = (error: Error) =>
    finish(error instanceof Failure ? error : new Failure(400, 'the body does not have its Content-Length'));
  // The client is gone: its events are over.
  if (body.destroyed) return onError(new Error('aborted'));
  body.on('data', onData).on('end', onEnd).on('error', onError).resume();
};

/**
 * Decides whether to read a body, once the credentials are checked: 404 or 405 without a route, 415 or 413. Sends 100 to
 * a client that waits for it (RFC 9110, 10.1.1) only then. Bodies are read as text, within the budget.
 */
export const admitBodies = (app: FastifyInstance, budget: ByteBudget): void => {
  const replies = new WeakMap<FastifyRequest, FastifyReply>();
  app.addContentTypeParser('*', (request, _body, done) => {
    const {bodyLimit: limit, config} = request.routeOptions;
    const reply = replies.get(request);
    // Anyone could use up the budget with the small bodies of public routes; internal ones need the control secret.
    const holdFree = (bytes: number) => config.isPublic || config.internal || !reply || budget.holdFree(reply, bytes);
    readText(request.raw, {limit, holdFree}, done);
  });
  const waiting = new WeakSet<IncomingMessage>();
  app.server.on('checkContinue', (request, response) => {
    waiting.add(request);
    app.server.emit('request', request, response);
  });
  // Other expectations are ignored.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  app.addHook('preParsing', (request, reply, _payload, done) => {
    if (request.is404) return done(noRouteFailure(request.method, request.raw.url ?? ''));
    if (!hasBody(request.raw) || BODYLESS.has(request.method)) return done();
    const refusal = bodyFailure(request);
    if (refusal) return done(refusal);
    replies.set(request, reply);
    if (waiting.has(request.raw)) reply.raw.writeContinue();
    done();
  });
};

// Fastify reads no body of these.
const BODYLESS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'TRACE']);

/** Why a body is not read. */
const bodyFailure = ({headers, routeOptions: {bodyLimit, config}}: FastifyRequest): Failure | undefined => {
  const encoding = headers['content-encoding'] ?? 'identity';
  if (encoding.toLowerCase() !== 'identity') {
    return new Failure(415, 'Content-Encoding: only identity is supported', {'accept-encoding': 'identity'});
  }
  const isTooLong = !config.streamsBody && Number(headers['content-length']) > bodyLimit;
  return isTooLong ? bodyTooLarge(bodyLimit) : undefined;
};
