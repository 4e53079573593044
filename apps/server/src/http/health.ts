import {setTimeout} from 'node:timers/promises';
import type {FastifyInstance} from 'fastify';
import {type Store, StoreUnavailable} from '../store/store.ts';
import {Failure} from './responses/failure.ts';
import './requests/paths.ts';

export type Phase = 'starting' | 'ready' | 'closing';

/** `/readyz` gets 200 if the seed is loaded, the server is not closing, and the database is writable. */
export const registerHealth = (app: FastifyInstance, store: Store, phase: () => Phase): void => {
  const options = {config: {internal: true}, logLevel: 'warn'} as const;
  app.get('/healthz', options, async () => ({status: 0}));
  app.get('/readyz', options, async request => {
    if (phase() !== 'ready') throw new Failure(503, `the server is ${phase()}`);
    await Promise.race([Promise.all([store.users.count(), store.assertWritable()]), timeout()]).catch(error => {
      request.log.warn(error);
      const problem = error instanceof StoreUnavailable ? 'cannot be written' : 'does not respond';
      throw new Failure(503, `the database ${problem}`);
    });
    return {status: 0};
  });
};

const READY_TIMEOUT_MS = 3000;

const timeout = async (): Promise<never> => {
  await setTimeout(READY_TIMEOUT_MS, undefined, {ref: false});
  throw new Error(`no response within ${READY_TIMEOUT_MS} ms`);
};
