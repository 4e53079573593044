import {isUtf8} from 'node:buffer';
import {contract} from '@edge-console/schema';
import {Failure} from '@edge-console/server/extension';
import type {FastifyInstance} from 'fastify';
import {describe, type Entry} from './entry.ts';
import type {Journal} from './journal.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Undefined for internal routes. */
    record?: Entry | undefined;
  }
}

/** What happens to a request that violates the contract: nothing, a note in its record, or a 400 with the rule. */
export type StrictRequests = 'off' | 'flag' | 'refuse';

/** Records every request except those of internal routes, and refuses violations of the contract if asked to. */
export const recordRequests = (app: FastifyInstance, journal: Journal, strict: StrictRequests): void => {
  app.decorateRequest('record', undefined);
  app.addHook('onRequest', (request, _reply, done) => {
    // Read once: the getter builds a new object on each access.
    const {config} = request.routeOptions;
    if (!config.internal) request.record = journal.begin(request, config);
    done();
  });
  app.addHook('preHandler', ({record, body}, _reply, done) => {
    if (!record) return done();
    // A missing body is recorded where one is due.
    if (Buffer.isBuffer(body) || hasBody(record)) {
      const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
      journal.addBody(record, {text: bytes.toString(), bytes: bytes.length, isUtf8: isUtf8(bytes)});
    }
    done(strict === 'refuse' ? refusal(record) : undefined);
  });
  app.addHook('onSend', ({record}, reply, _payload, done) => {
    if (record) journal.end(record, {status: reply.statusCode, ms: reply.elapsedTime});
    done();
  });
};

const hasBody = ({operation}: Entry): boolean => operation !== undefined && 'body' in contract[operation];

/** A missing credential and an unknown path are refused with 401, 404 or 405, as without strict requests. */
const refusal = (entry: Entry): Failure | undefined => {
  if (entry.operation === undefined) return undefined;
  const violations = [...describe(entry).violations, ...entry.bodyViolations].filter(({rule}) => rule !== 'credential');
  return violations.length === 0 ? undefined : new Failure(400, violations.map(({message}) => message).join('; '));
};
