import {CREDENTIAL_HEADERS} from '@edge-console/schema';
import {Failure} from '@edge-console/server/extension';
import type {FastifyRequest} from 'fastify';
import * as z from 'zod';
import {faultOf, headerValue, requestFault} from '../fault.ts';

const msg = z.string().default('a fault was set');

/** Responds with this HTTP status, even with the server option `errors: 'envelope'`. */
const status = requestFault('status', {status: z.int().min(400).max(599).default(500), msg}, async (fault, {reply}) => {
  reply.code(fault.status).send({status: fault.status, msg: fault.msg});
  return 'handled';
});

/** Responds with a failure that has HTTP 200 and a `status` other than 0 in its body (docs/field-facts.md#1). */
const envelope = requestFault(
  'envelope',
  {status: z.int().min(1).default(1), msg, err: z.json().optional()},
  async (fault, {reply}) => {
    reply.send({status: fault.status, msg: fault.msg, err: fault.err});
    return 'handled';
  },
);

const hasCredential = ({headers}: FastifyRequest): boolean =>
  Object.values(CREDENTIAL_HEADERS).some(name => Boolean(headers[name.toLowerCase()]));

/** Responds with 401, by default only once. Applies only to requests with a credential. */
const unauthorized = faultOf('request', hasCredential)('unauthorized', {times: z.int().min(1).default(1)}, async () => {
  throw new Failure(401, 'API-Token or edge-token is not valid or has expired');
});

/** `retryAfter` is a number of seconds or an HTTP date. */
const rateLimit = requestFault(
  'rate-limit',
  {retryAfter: z.union([z.int().min(0), headerValue]).default(1)},
  async ({retryAfter}) => {
    throw new Failure(429, 'too many requests', {'retry-after': String(retryAfter)});
  },
);

export const REFUSALS = [status, envelope, unauthorized, rateLimit] as const;
