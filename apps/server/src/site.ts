import type {Base} from '@edge-console/schema';
import type {FastifyInstance} from 'fastify';
import {refuseOtherSites} from './console-site.ts';
import {createApp} from './http/app.ts';
import type {Authenticator} from './http/authenticate.ts';
import {type Phase, registerHealth} from './http/health.ts';
import type {ByteBudget} from './http/limits/byte-budget.ts';
import {listWithin} from './http/limits/pages.ts';
import {closeApp, closeConnectionsOnShutdown, countActiveRequests, listen} from './http/listen.ts';
import {createEncoder} from './http/responses/encode.ts';
import {Failure} from './http/responses/failure.ts';
import {type Handlers, registerContract} from './http/route.ts';
import type {ServerOptions} from './options/options.ts';
import type {Store} from './store/store.ts';

/** How test tools see and change requests: adds hooks, before the routes of the contract are registered. */
export type Extension = (app: FastifyInstance) => void;

/** What the sites of a server share. */
export interface SharedParts {
  readonly options: ServerOptions;
  readonly store: Store;
  readonly handlers: Handlers;
  readonly extension: Extension;
  readonly budget: ByteBudget;
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

/** Creates a server of the paths of `bases`. */
export const createSite = (
  {options, store, handlers, extension, budget, closing, phase}: SharedParts,
  bases: readonly Base[],
  authenticator: Authenticator,
): Site => {
  const {errors = 'http', host = '127.0.0.1', graceMs = 2000, tls, log, logger} = options;
  const app = createApp({errors, tls, logger, log, budget});
  app.addHook('onRequest', (request, _reply, done) => {
    // Requests before the seed is loaded would fail without it or make the database non-empty.
    const tooEarly = phase() === 'starting' && !HEALTH_PATHS.has(request.routeOptions.url ?? '');
    done(tooEarly ? new Failure(503, 'the server is starting') : undefined);
  });
  extension(app);
  refuseOtherSites(app, bases);
  registerContract(app, handlers, {
    bases,
    authenticator,
    encode: createEncoder(options.strictAnswers ?? true, logger),
    listEntries: reply => listWithin(budget, reply, store.errorLogs),
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
