import {pathPattern} from '@edge-console/schema/path-pattern';
import type {SeedInput, Store} from '@edge-console/server';
import {
  decodeBody,
  decodeParams,
  decodeUrlQuery,
  Failure,
  type KnownRoute,
  parseJson,
  routeFailure,
  SeedError,
} from '@edge-console/server/extension';
import type {FastifyInstance, FastifyRequest} from 'fastify';
import * as z from 'zod';
import type {FaultHandle} from '../faults/fault-registry.ts';
import {assertKnown} from '../journal/matchable.ts';
import {type RequestQuery, requestQuery} from '../journal/request-record.ts';
import {MAX_WAIT_MS, RequestNotReceived} from '../journal/wait-for-requests.ts';
import {type Controls, NotResettable, type ResetOptions} from './controls.ts';
import {ingestRoute} from './ingest.ts';
import {SnapshotsUnsupported} from './snapshots.ts';
import {NotFound, type UserChangeInput, type UserInput} from './users.ts';

type Handler = (request: FastifyRequest) => unknown;

// Seeds with many log entries exceed the limit of other bodies.
const MAX_SEED_BYTES = 64 * 1024 * 1024;

const resetBody = z.strictObject({force: z.literal('shared-database').optional()});

const resetOptionsOf = (body: unknown): ResetOptions => (String(body ?? '') === '' ? {} : decodeBody(resetBody, body));

interface ControlAccess {
  readonly store: Store;
  guard(request: FastifyRequest): void;
}

/** Serves {@link Controls} under `/__control`. Responses have the same JSON envelope as those of the contract. */
export const registerControl = (app: FastifyInstance, controls: Controls, {store, guard}: ControlAccess): void => {
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
      const {id} = paramsOf(request);
      const fault = controls.faults().find(handle => String(handle.id) === id);
      if (!fault) throw new NotFound(`there is no fault ${id}`);
      fault.remove();
    },
    ...dataRoutes(controls),
    ...snapshotRoutes(controls),
    'GET /requests': async request => controls.requests(await requestFilter(controls, request)),
    'DELETE /requests': () => controls.forgetRequests(),
  };
  const registered: KnownRoute[] = [];
  app.register(
    async scope => {
      // Checks the secret first, so that only requests with the secret learn which routes exist.
      scope.addHook('onRequest', async request => {
        guard(request);
        if (request.is404) throw routeFailure(registered, request.method, request.raw.url ?? '');
      });
      scope.addHook('onRoute', ({method, url}) => {
        registered.push({methods: [String(method)], pattern: pathPattern(url.replaceAll(/:(\w+)/g, '{$1}'))});
      });
      scope.setErrorHandler(error => {
        throw toFailure(error);
      });
      // Without this handler, the hooks of this scope would not run for unknown paths.
      scope.setNotFoundHandler(() => undefined);
      await scope.register(ingestRoute(store));
      for (const [route, handler] of Object.entries(routes)) {
        const [method = '', url = ''] = route.split(' ');
        scope.route({method, url, bodyLimit: MAX_SEED_BYTES, config: {internal: true}, handler: withEnvelope(handler)});
      }
      // A HAR document has no envelope, so that the response can be saved as a file.
      scope.route({
        method: 'GET',
        url: '/requests.har',
        config: {internal: true},
        handler: async request => controls.har(await requestFilter(controls, request)),
      });
    },
    {prefix: '/__control'},
  );
};

const clockBody = z.strictObject({
  advance_ms: z.int().min(0).optional(),
  at: z.iso.datetime({offset: true, error: 'expected a time such as 2026-11-20T12:00:00Z'}).optional(),
});
const recurrenceBody = z.strictObject({count: z.int().min(1), log_time: z.int().min(0).optional()});

const dataRoutes = ({clock, users, recordRecurrence}: Controls): Record<string, Handler> => ({
  'GET /clock': () => ({now: clock().getTime()}),
  'POST /clock': request => {
    const {at, advance_ms = 0} = decodeBody(clockBody, request.body);
    if (at !== undefined) clock.set(new Date(at));
    clock.advance(advance_ms);
    return {now: clock().getTime()};
  },
  'PATCH /error_logs/:id': request => {
    const {id = 0} = decodeParams(paramsOf(request));
    const {count, log_time} = decodeBody(recurrenceBody, request.body);
    return recordRecurrence(id, {count, ...(log_time !== undefined && {log_time})});
  },
  'GET /users': () => users.list(),
  'POST /users': request => users.add(parseJson(String(request.body)) as UserInput),
  'PATCH /users/:username': request =>
    users.change(paramsOf(request).username, parseJson(String(request.body)) as UserChangeInput),
  'DELETE /users/:username': request => users.remove(paramsOf(request).username),
});

const snapshotRoutes = (controls: Controls): Record<string, Handler> => ({
  'GET /snapshots': () => controls.snapshots.list(),
  'POST /snapshots/:name': request => controls.snapshots.save(paramsOf(request).name),
  'POST /snapshots/:name/restore': async request => {
    await controls.snapshots.restore(paramsOf(request).name);
    return controls.demo && {demo: controls.demo};
  },
  'DELETE /snapshots/:name': request => controls.snapshots.remove(paramsOf(request).name),
});

/** Each route reads only the parameters in its path. */
const paramsOf = ({params}: FastifyRequest) => params as Readonly<Record<'id' | 'name' | 'username', string>>;

const waitQuery = requestQuery.extend({
  /** Milliseconds. */
  wait: z.int().min(0).max(MAX_WAIT_MS).optional(),
  count: z.int().min(1).optional(),
});

const requestFilter = async (controls: Controls, {query}: FastifyRequest): Promise<RequestQuery> => {
  const sent = query as Record<string, string>;
  assertKnown(Object.keys(sent), Object.keys(waitQuery.shape));
  const {wait: timeoutMs, count, ...others} = decodeUrlQuery(waitQuery, sent);
  const filter = others as RequestQuery;
  if (timeoutMs === undefined) return filter;
  await controls.waitForRequest(filter, {timeoutMs, count});
  return {state: 'responded', ...filter};
};

const withEnvelope = (handler: Handler) => async (request: FastifyRequest) => ({
  status: 0,
  data: await handler(request),
});

const faultJson = ({id, hits, fault}: FaultHandle) => ({id, hits, ...fault});

const toFailure = (error: unknown): unknown => {
  if (error instanceof SeedError) return new Failure(400, error.problems.join('; '));
  const [, status] = STATUSES.find(([kind]) => error instanceof kind) ?? [];
  return status === undefined ? error : new Failure(status, (error as Error).message);
};

const STATUSES = [
  [RangeError, 400],
  [NotFound, 404],
  [RequestNotReceived, 404],
  [NotResettable, 409],
  [SnapshotsUnsupported, 501],
] as const;
