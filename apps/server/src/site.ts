import type {Base} from '@edge-console/schema';
import type {FastifyInstance} from 'fastify';
import {refuseOtherSites} from './console-site.ts';
import {listInterceptor, registerFaults} from './faults/plugin.ts';
import type {FaultRegistry} from './faults/registry.ts';
import {createApp} from './http/app.ts';
import type {Authenticate} from './http/authenticate.ts';
import {createEncoder} from './http/encode.ts';
import {Failure} from './http/failure.ts';
import {type Phase, registerHealth} from './http/health.ts';
import {closeApp, closeConnectionsOnShutdown, countActiveRequests, listen} from './http/listen.ts';
import {type Handlers, registerContract} from './http/route.ts';
import type {Journal} from './journal/journal.ts';
import {recordRequests} from './journal/plugin.ts';
import type {ServerOptions} from './options.ts';
import type {Store} from './store/store.ts';

/** What the sites of a server share. */
export interface SharedParts {
  readonly options: ServerOptions;
  readonly store: Store;
  readonly handlers: Handlers;
  readonly faults: FaultRegistry;
  readonly journal: Journal;
  /** Aborted when the server starts closing. */
  readonly closing: AbortSignal;
  phase(): Phase;
}

/** An HTTP server for the admin site, the console, or both. */
export interface Site {
  readonly app: FastifyInstance;
  /** Resolves with the URL. */
  listen(port: number): Promise<string>;
  close(): Promise<void>;
}

const HEALTH_PATHS: ReadonlySet<string> = new Set(['/healthz', '/readyz']);

/** Creates a server of the paths of `bases`, with the rooms that tests use. */
export const createSite = (
  {options, store, handlers, faults, journal, closing, phase}: SharedParts,
  bases: readonly Base[],
  authenticate: Authenticate,
): Site => {
  const {errors = 'http', host = '127.0.0.1', graceMs = 2000, tls, log, logger} = options;
  const app = createApp({errors, tls, logger, log});
  app.addHook('onRequest', (request, _reply, done) => {
    // Requests before the seed is loaded would fail without it or make the database non-empty.
    const tooEarly = phase() === 'starting' && !HEALTH_PATHS.has(request.routeOptions.url ?? '');
    done(tooEarly ? new Failure(503, 'the server is starting') : undefined);
  });
  recordRequests(app, journal, options.strictRequests ?? 'flag');
  const {faultSeed: seed = 1, faultHeader: byHeader = false} = options;
  registerFaults(app, {faults, seed, byHeader, closing});
  refuseOtherSites(app, bases);
  registerContract(app, handlers, {
    bases,
    authenticate,
    encode: createEncoder(options.strictAnswers ?? true, logger),
    interceptor: listInterceptor,
  });
  registerHealth(app, store, phase);
  closeConnectionsOnShutdown(app, closing);
  const activeRequests = countActiveRequests(app);
  return {
    app,
    listen: port => listen(app, host, port),
    close: () => closeApp(app, {activeRequests, graceMs}),
  };
};
