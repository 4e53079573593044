import {setTimeout} from 'node:timers/promises';
import type {FastifyInstance} from 'fastify';
import type {Store} from '../store/store.ts';
import {Failure} from './failure.ts';
import './request.ts';

export type Phase = 'starting' | 'ready' | 'closing';

/** `/healthz`: the process answers. `/readyz`: the server is seeded, its database answers, and it is not closing. */
export const registerHealth = (app: FastifyInstance, store: Store, phase: () => Phase): void => {
  const options = {config: {internal: true}, logLevel: 'warn'} as const;
  app.get('/healthz', options, async (_request, reply) => {
    reply.type('application/json; charset=utf-8');
    return JSON.stringify({status: 0});
  });
  app.get('/readyz', options, async (request, reply) => {
    if (phase() !== 'ready') throw new Failure(503, `the server is ${phase()}`);
    await Promise.race([store.users.count(), timeout()]).catch((error: unknown) => {
      request.log.warn(error);
      throw new Failure(503, 'the database does not answer');
    });
    reply.type('application/json; charset=utf-8');
    return JSON.stringify({status: 0});
  });
};

const READY_TIMEOUT_MS = 3000;

const timeout = async (): Promise<never> => {
  await setTimeout(READY_TIMEOUT_MS, undefined, {ref: false});
  throw new Error(`no answer within ${READY_TIMEOUT_MS} ms`);
};
