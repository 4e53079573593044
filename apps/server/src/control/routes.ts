import type {FastifyInstance, FastifyReply, FastifyRequest} from 'fastify';
import {z} from 'zod';
import {MAX_ADVANCE_MS} from '../clock.ts';
import type {FaultHandle} from '../faults/registry.ts';
import {decodeBody, decodeUrlQuery, parseJson} from '../http/decode.ts';
import {Failure} from '../http/failure.ts';
import {ingestRoutes} from '../ingest/routes.ts';
import type {RequestQuery} from '../journal/record.ts';
import {MAX_WAIT_MS, RequestNotReceived} from '../journal/wait.ts';
import type {Controls} from '../options.ts';
import {SeedError, type SeedInput} from '../seed/seed.ts';
import type {Store} from '../store/store.ts';
import {NotResettable} from './controls.ts';
import {controlGuard} from './guard.ts';

// Seeds with many log entries exceed the body limit of other routes.
const MAX_SEED_BYTES = 64 * 1024 * 1024;

const advanceBody = z.strictObject({advance_ms: z.int().min(0).max(MAX_ADVANCE_MS)});
const requestQuery = z.strictObject({
  method: z.string().optional(),
  path: z.string().startsWith('/').optional(),
  operation: z.string().optional(),
  status: z.int().optional(),
  credential: z.enum(['api-token', 'session']).optional(),
  state: z.enum(['active', 'answered']).optional(),
  violations: z.enum(['none', 'some']).optional(),
  limit: z.int().min(0).optional(),
  /** Deadline in seconds. */
  wait: z
    .int()
    .min(0)
    .max(MAX_WAIT_MS / 1000)
    .optional(),
  count: z.int().min(1).optional(),
});

type Handler = (request: FastifyRequest) => unknown;

/** Serves {@link Controls} under `/__control`, with the common envelope. Not part of the contract. */
export const registerControl = (
  app: FastifyInstance,
  controls: Controls,
  {secret, store}: {secret: string; store: Store},
): void => {
  const guard = controlGuard(secret);
  const routes: Record<string, Handler> = {
    'POST /reset': async () => {
      await mapErrors(409, () => controls.reset());
      return controls.demo && {demo: controls.demo};
    },
    'POST /seed': request => mapErrors(400, () => controls.seed(parseJson(String(request.body)) as SeedInput)),
    'GET /clock': () => ({now: controls.clock().getTime()}),
    'POST /clock': request => {
      controls.clock.advance((decodeBody(advanceBody, request.body) as z.output<typeof advanceBody>).advance_ms);
      return {now: controls.clock().getTime()};
    },
    'GET /faults': () => controls.faults().map(faultJson),
    'POST /faults': request =>
      mapErrors(400, () => faultJson(controls.setFault(parseJson(String(request.body)) as never))),
    'DELETE /faults': () => controls.clearFaults(),
    'DELETE /faults/:id': request => {
      const {id} = request.params as {id: string};
      const fault = controls.faults().find(handle => String(handle.id) === id);
      if (!fault) throw new Failure(404, `there is no fault ${id}`);
      fault.remove();
    },
    'GET /requests': async request => {
      const query = decodeUrlQuery(requestQuery, request.query as Record<string, string>);
      const {wait, count, ...filter} = query as z.output<typeof requestQuery>;
      if (wait === undefined) return controls.requests(filter as RequestQuery);
      const options = {timeoutMs: wait * 1000, count};
      await mapErrors(404, () => controls.waitForRequest(filter as RequestQuery, options));
      return controls.requests({state: 'answered', ...(filter as RequestQuery)});
    },
    'DELETE /requests': () => controls.forgetRequests(),
  };
  app.register(
    async scope => {
      // Authenticate before routing.
      scope.addHook('onRequest', async request => guard(request));
      await scope.register(ingestRoutes(store));
      for (const [route, handler] of Object.entries(routes)) {
        const [method = '', url = ''] = route.split(' ');
        scope.route({method, url, bodyLimit: MAX_SEED_BYTES, config: {internal: true}, handler: withEnvelope(handler)});
      }
    },
    {prefix: '/__control'},
  );
};

const withEnvelope = (handler: Handler) => async (request: FastifyRequest, reply: FastifyReply) => {
  const data = await handler(request);
  reply.type('application/json; charset=utf-8');
  return JSON.stringify({status: 0, ...(data !== undefined && {data})});
};

const faultJson = ({id, hits, fault}: FaultHandle) => ({id, hits, ...fault});

const EXPECTED = [RangeError, NotResettable, RequestNotReceived];

/** Maps errors caused by the request to a {@link Failure} with this status; rethrows others. */
const mapErrors = async <T>(status: number, work: () => T | Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (error instanceof SeedError) throw new Failure(status, error.problems.join('; '));
    if (EXPECTED.some(kind => error instanceof kind)) throw new Failure(status, (error as Error).message);
    throw error;
  }
};
