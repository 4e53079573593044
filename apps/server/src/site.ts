import type {Base} from '@edge-console/schema';
import type {FastifyInstance} from 'fastify';
import {refuseOtherSites} from './console-site.ts';
import {createApp} from './http/app.ts';
import type {Authenticator} from './http/authenticate.ts';
import {type Phase, registerHealth} from './http/health.ts';
import {closeApp, closeConnectionsOnShutdown, countActiveRequests, listen} from './http/listen.ts';
import {createEncoder} from './http/responses/encode.ts';
import {Failure} from './http/responses/failure.ts';
import {registerContract} from './http/route.ts';
import type {ServerOptions} from './options.ts';
import type {Context} from './routes/context.ts';
import {createHandlers} from './routes/handlers.ts';

/** What an extension gets of a site. */
export interface SiteContext extends Context {
  /** Parts of the contract that the site serves. */
  readonly bases: readonly Base[];
}

/**
 * What another package adds to a server, such as the test tools: called for the Fastify instance of each site, before
 * its routes are registered, so that it can add hooks and routes.
 */
export type Extension = (app: FastifyInstance, context: SiteContext) => void;

/** What the sites of a server share. */
export interface SharedParts {
  readonly options: ServerOptions;
  readonly context: Context;
  /** Aborted when the server starts closing. */
  readonly closing: AbortSignal;
  phase(): Phase;
}

/** An HTTP server for the admin site, the console, or both. */
export interface Site {
  /** Resolves with the URL. */
  listen(port: number): Promise<string>;
  close(): Promise<void>;
}

/** Creates a server of the paths of `bases`. */
export const createSite = (
  {options, context, closing, phase}: SharedParts,
  bases: readonly Base[],
  authenticator: Authenticator,
): Site => {
  const {errors = 'http', host = '127.0.0.1', graceMs = 2000, tls, log, logger, strictAnswers = true} = options;
  const app = createApp({errors, tls, logger, log});
  app.addHook('onRequest', (request, _reply, done) => {
    const isProbe = /^\/(?:healthz|readyz)$/.test(request.routeOptions.url ?? '');
    // Requests before the seed is loaded would fail without it or make the database non-empty.
    done(phase() === 'starting' && !isProbe ? new Failure(503, 'the server is starting') : undefined);
  });
  options.extension?.(app, {...context, bases});
  refuseOtherSites(app, bases);
  registerContract(app, createHandlers(context), {bases, authenticator, encode: createEncoder(strictAnswers, logger)});
  registerHealth(app, context.store, phase);
  closeConnectionsOnShutdown(app, closing);
  const activeRequests = countActiveRequests(app);
  return {
    listen: port => listen(app, host, port),
    close: () => closeApp(app, {activeRequests, graceMs}),
  };
};
