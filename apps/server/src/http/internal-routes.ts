import {setTimeout} from 'node:timers/promises';
import type {Base} from '@edge-console/schema';
import type {OpenApiDocument} from '@edge-console/schema/openapi';
import type {FastifyInstance} from 'fastify';
import {type Store, StoreUnavailable} from '../store/store.ts';
import {operationAt} from './requests/paths.ts';
import {Failure} from './responses/failure.ts';

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

/** Serves an OpenAPI 3.1 document with the operations of `bases` at `/openapi.json`, without authentication. */
export const registerOpenApi = (app: FastifyInstance, bases: readonly Base[]): void => {
  app.get('/openapi.json', {config: {internal: true}}, () => readDocument(bases));
};

// The document is imported on request, because importing it at the start would make the start of the server slower.
const readDocument = async (bases: readonly Base[]) => {
  const file = await import('@edge-console/schema/openapi.json', {with: {type: 'json'}});
  const {paths, ...document}: OpenApiDocument = file.default;
  const served = Object.entries(paths).flatMap(([path, {servers: _, ...methods}]: [string, {servers?: unknown}]) => {
    const operation = operationAt(path);
    return operation && bases.includes(operation.base) ? [[path, methods] as const] : [];
  });
  return {...document, servers: [{url: '/'}], paths: Object.fromEntries(served)};
};
