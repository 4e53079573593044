import {contract} from '@edge-console/schema';
import {Failure} from '@edge-console/server/extension';
import type {FastifyInstance} from 'fastify';
import type {Journal} from './journal.ts';
import type {Entry} from './record.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Undefined for internal routes. */
    record?: Entry | undefined;
    /** `performance.now()` at its arrival. */
    arrivedAt: number;
  }
}

/** What happens to a request that violates the contract: nothing, a note in its record, or a 400 with the rule. */
export type StrictRequests = 'off' | 'flag' | 'refuse';

/** Records every request except those of internal routes, and refuses violations of the contract if asked to. */
export const recordRequests = (app: FastifyInstance, journal: Journal, strict: StrictRequests): void => {
  app.decorateRequest('record', undefined);
  app.decorateRequest('arrivedAt', 0);
  app.addHook('onRequest', (request, _reply, done) => {
    request.arrivedAt = performance.now();
    if (!request.routeOptions.config.internal) request.record = journal.begin(request);
    done();
  });
  app.addHook('preHandler', (request, _reply, done) => {
    const {record, body} = request;
    if (!record) return done();
    // A missing body is recorded for operations that need one.
    if (Buffer.isBuffer(body) || hasBody(record)) journal.addBody(record, request);
    done(strict === 'refuse' ? refusal(record) : undefined);
  });
  app.addHook('onSend', ({record, arrivedAt}, reply, _payload, done) => {
    if (record) journal.end(record, {status: reply.statusCode, ms: performance.now() - arrivedAt});
    done();
  });
};

const hasBody = ({operation}: Entry): boolean => operation !== undefined && 'body' in contract[operation];

/** A missing credential and an unknown path are refused with 401, 404 or 405, as without strict requests. */
const refusal = ({operation, violations = []}: Entry): Failure | undefined => {
  if (operation === undefined) return undefined;
  const messages = violations.flatMap(({rule, message}) => (rule === 'credential' ? [] : message));
  return messages.length === 0 ? undefined : new Failure(400, messages.join('; '));
};
