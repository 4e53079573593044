import type {FastifyInstance, FastifyReply, FastifyRequest} from 'fastify';
import {z} from 'zod';
import {MAX_ADVANCE_MS} from '../clock.ts';
import type {FaultHandle} from '../faults/registry.ts';
import {decodeBody, decodeUrlQuery, parseJson} from '../http/decode.ts';
import {Failure} from '../http/failure.ts';
import {ingestRoutes} from '../ingest/plugin.ts';
import type {Controls} from '../options.ts';
import type {SeedInput} from '../seed/seed.ts';
import {SeedError} from '../seed-error.ts';
import type {Store} from '../store/store.ts';
import {NotResettable} from './controls.ts';
import {controlGuard} from './guard.ts';

// A seed with many log entries is larger than any request of the contract.
const MAX_SEED_BYTES = 64 * 1024 * 1024;

const advance = z.strictObject({advance_ms: z.int().min(0).max(MAX_ADVANCE_MS)});
const wanted = z.strictObject({
  method: z.string().optional(),
  path: z.string().startsWith('/').optional(),
  operation: z.string().optional(),
  status: z.int().optional(),
  credential: z.enum(['api-token', 'session']).optional(),
  limit: z.int().min(0).optional(),
});

type Answer = (request: FastifyRequest) => unknown;

/** Serves {@link Controls} under `/__control`, in the envelope. Not part of the contract. */
export const registerControl = (
  app: FastifyInstance,
  controls: Controls,
  {secret, store}: {secret: string; store: Store},
): void => {
  const guard = controlGuard(secret);
  const routes: Record<string, Answer> = {
    'POST /reset': async () => {
      await refusing(409, () => controls.reset());
      return controls.demo && {demo: controls.demo};
    },
    'POST /seed': request => refusing(400, () => controls.seed(parseJson(String(request.body)) as SeedInput)),
    'GET /clock': () => ({now: controls.clock().getTime()}),
    'POST /clock': request => {
      controls.clock.advance((decodeBody(advance, request.body) as z.output<typeof advance>).advance_ms);
      return {now: controls.clock().getTime()};
    },
    'GET /faults': () => controls.faults().map(told),
    'POST /faults': request => refusing(400, () => told(controls.setFault(parseJson(String(request.body)) as never))),
    'DELETE /faults': () => controls.clearFaults(),
    'DELETE /faults/:id': request => {
      const {id} = request.params as {id: string};
      const fault = controls.faults().find(handle => String(handle.id) === id);
      if (!fault) throw new Failure(404, `there is no fault ${id}`);
      fault.remove();
    },
    'GET /requests': request =>
      controls.requests(decodeUrlQuery(wanted, request.query as Record<string, string>) as object),
    'DELETE /requests': () => controls.forgetRequests(),
  };
  app.register(
    async scope => {
      // Before anything else, so that nobody learns what else there is.
      scope.addHook('onRequest', async request => guard(request));
      await scope.register(ingestRoutes(store));
      for (const [route, answer] of Object.entries(routes)) {
        const [method = '', url = ''] = route.split(' ');
        scope.route({method, url, bodyLimit: MAX_SEED_BYTES, config: {internal: true}, handler: enveloped(answer)});
      }
    },
    {prefix: '/__control'},
  );
};

const enveloped = (answer: Answer) => async (request: FastifyRequest, reply: FastifyReply) => {
  const data = await answer(request);
  reply.type('application/json; charset=utf-8');
  return JSON.stringify({status: 0, ...(data !== undefined && {data})});
};

const told = ({id, hits, fault}: FaultHandle) => ({id, hits, ...fault});

/** Tells what is wrong with what was asked; what is wrong with the server stays a defect. */
const refusing = async <T>(status: number, work: () => T | Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (error instanceof SeedError) throw new Failure(status, error.problems.join('; '));
    if (error instanceof RangeError || error instanceof NotResettable) throw new Failure(status, error.message);
    throw error;
  }
};
