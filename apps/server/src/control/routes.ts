import type {FastifyInstance, FastifyReply, FastifyRequest} from 'fastify';
import * as z from 'zod';
import type {FaultHandle} from '../faults/registry.ts';
import {decodeBody, parseJson} from '../http/requests/decode.ts';
import {pathPattern} from '../http/requests/path-pattern.ts';
import {pathOf} from '../http/requests/request.ts';
import {Failure} from '../http/responses/failure.ts';
import {ingestRoutes} from '../ingest/routes.ts';
import {RequestNotReceived} from '../journal/wait.ts';
import type {Controls} from '../options/server.ts';
import {SeedError, type SeedInput} from '../seed/seed.ts';
import type {Store} from '../store/store.ts';
import {NotResettable, type ResetOptions} from './controls.ts';
import {dataRoutes, type Handler} from './data-routes.ts';
import {controlGuard} from './guard.ts';
import {requestRoutes} from './request-routes.ts';
import {NotFound} from './users.ts';

// Seeds with many log entries exceed the body limit of other routes.
const MAX_SEED_BYTES = 64 * 1024 * 1024;

const resetBody = z.strictObject({force: z.literal('shared-database').optional()});

/** The body is optional. */
const resetOptionsOf = (body: unknown): ResetOptions =>
  body === undefined || body === '' ? {} : (decodeBody(resetBody, body) as ResetOptions);

interface ControlAccess {
  readonly secret: string;
  /** CIDR blocks besides loopback. */
  readonly allow: readonly string[] | undefined;
  readonly store: Store;
}

/** Serves {@link Controls} under `/__control`, with the common envelope. Not part of the contract. */
export const registerControl = (
  app: FastifyInstance,
  controls: Controls,
  {secret, allow, store}: ControlAccess,
): void => {
  const guard = controlGuard(secret, allow);
  const routes: Record<string, Handler> = {
    'POST /reset': async request => {
      await controls.reset(resetOptionsOf(request.body));
      return controls.demo && {demo: controls.demo};
    },
    'POST /seed': request => controls.seed(parseJson(String(request.body)) as SeedInput),
    'GET /faults': () => controls.faults().map(faultJson),
    'POST /faults': request => faultJson(controls.setFault(parseJson(String(request.body)) as never)),
    'DELETE /faults': () => controls.clearFaults(),
    'DELETE /faults/:id': request => {
      const {id} = request.params as {id: string};
      const fault = controls.faults().find(handle => String(handle.id) === id);
      if (!fault) throw new NotFound(`there is no fault ${id}`);
      fault.remove();
    },
    ...dataRoutes(controls),
    ...requestRoutes(controls),
  };
  const registered: Registered[] = [];
  app.register(
    async scope => {
      // Authenticate before routing.
      scope.addHook('onRequest', async request => {
        guard(request);
        if (request.is404) throw noControlFailure(request.method, pathOf(request.raw.url ?? ''), registered);
      });
      scope.addHook('onRoute', ({method, url}) => {
        registered.push({method: String(method), matches: pathPattern(url.replaceAll(/:(\w+)/g, '{$1}'))});
      });
      // Without a handler, unknown paths would not run the hooks of this scope.
      scope.setNotFoundHandler(() => undefined);
      await scope.register(ingestRoutes(store));
      for (const [route, handler] of Object.entries(routes)) {
        const [method = '', url = ''] = route.split(' ');
        scope.route({method, url, bodyLimit: MAX_SEED_BYTES, config: {internal: true}, handler: withEnvelope(handler)});
      }
    },
    {prefix: '/__control'},
  );
};

interface Registered {
  readonly method: string;
  matches(path: string): boolean;
}

/** 405 with `Allow` if the path has other methods, else 404. */
const noControlFailure = (method: string, path: string, registered: readonly Registered[]): Failure => {
  const possible = registered.filter(({matches}) => matches(path)).map(route => route.method);
  const allow = [...new Set(possible)].join(', ');
  if (allow === '') return new Failure(404, 'there is no such path');
  return new Failure(405, `${method} is not possible here; possible: ${allow}`, {allow});
};

const withEnvelope = (handler: Handler) => async (request: FastifyRequest, reply: FastifyReply) => {
  const data = await answer(handler, request);
  reply.type('application/json; charset=utf-8');
  return JSON.stringify({status: 0, ...(data !== undefined && {data})});
};

const faultJson = ({id, hits, fault}: FaultHandle) => ({id, hits, ...fault});

/** Throws errors that the request caused as a {@link Failure}. */
const answer = async (handler: Handler, request: FastifyRequest): Promise<unknown> => {
  try {
    return await handler(request);
  } catch (error) {
    if (error instanceof SeedError) throw new Failure(400, error.problems.join('; '));
    const [, status] = STATUSES.find(([kind]) => error instanceof kind) ?? [];
    throw status === undefined ? error : new Failure(status, (error as Error).message);
  }
};

const STATUSES = [
  [RangeError, 400],
  [NotFound, 404],
  [RequestNotReceived, 404],
  [NotResettable, 409],
] as const;
