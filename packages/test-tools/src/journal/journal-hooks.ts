import {contract} from '@edge-console/schema';
import {Failure} from '@edge-console/server/extension';
import type {FastifyInstance} from 'fastify';
import type {Journal} from './journal.ts';
import type {Entry} from './request-record.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Undefined for internal routes, such as `/healthz`. */
    record?: Entry | undefined;
    arrivedAt: number;
  }
}

/** `flag` records violations of the contract, `refuse` also responds with HTTP 400, `off` does not check requests. */
export type StrictRequests = 'off' | 'flag' | 'refuse';

/** Internal routes are not recorded. */
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
    // A missing body is a violation if the operation needs one.
    if (Buffer.isBuffer(body) || hasBody(record)) journal.addBody(record, request);
    done(strict === 'refuse' ? refusal(record) : undefined);
  });
};

/** Must be called after the hooks that change responses are added. */
export const recordResponses = (app: FastifyInstance, journal: Journal): void => {
  app.addHook('onSend', ({record}, reply, payload, done) => {
    if (record) journal.end(record, reply, payload);
    done(null, payload);
  });
};

const hasBody = ({operation}: Entry): boolean => operation !== undefined && 'body' in contract[operation];

/**
 * Returns the HTTP 400 error for a request with violations. Ignores missing credentials and requests without a route,
 * because the server itself responds to them with 401, 404 or 405.
 */
const refusal = ({operation, violations = []}: Entry): Failure | undefined => {
  if (operation === undefined) return undefined;
  const messages = violations.flatMap(({rule, message}) => (rule === 'credential' ? [] : message));
  return messages.length === 0 ? undefined : new Failure(400, messages.join('; '));
};
