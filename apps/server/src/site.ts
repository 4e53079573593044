import {lookup} from 'node:dns/promises';
import type {AddressInfo} from 'node:net';
import type {Base} from '@edge-console/schema';
import type {FastifyInstance} from 'fastify';
import {createApp} from './http/app.ts';
import {createAuthenticate} from './http/authenticate.ts';
import {type Phase, registerHealth} from './http/health.ts';
import {Failure} from './http/responses/failure.ts';
import {registerContract} from './http/route.ts';
import type {ServerOptions} from './options.ts';
import {type Context, createHandlers} from './routes/handlers.ts';
import type {CredentialStore} from './store/store.ts';

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

interface SiteOptions {
  readonly options: ServerOptions;
  readonly context: Context;
  /** Parts of the contract to serve. */
  readonly bases: readonly Base[];
  readonly credentials: CredentialStore;
  phase(): Phase;
}

/** An HTTP server for the admin site, the console, or both. */
export const createSite = ({options, context, bases, credentials, phase}: SiteOptions) => {
  const {errors = 'http', host = '127.0.0.1', graceMs = 2000, tls, log, strictResponses: strict = true} = options;
  const app = createApp({errors, tls, log, bases});
  app.addHook('onRequest', (request, _reply, done) => {
    const isProbe = /^\/(?:healthz|readyz)$/.test(request.routeOptions.url ?? '');
    // Requests before the seed is loaded would fail without it or make the database non-empty.
    done(phase() === 'starting' && !isProbe ? new Failure(503, 'the server is starting') : undefined);
  });
  options.extension?.(app, {...context, bases});
  const authenticate = createAuthenticate(credentials, context.clock);
  registerContract(app, createHandlers(context), {bases, authenticate, strict});
  registerHealth(app, context.store, phase);
  return {listen: (port: number) => listen(app, host, port), close: gracefulClose(app, graceMs)};
};

/** Resolves with the URL. Rejects if the host does not resolve or the port is in use. */
const listen = async (app: FastifyInstance, host: string, port: number): Promise<string> => {
  // Fastify listens on every address of a host name but exposes only the first server. Use one address.
  const {address: ip} = await lookup(host);
  await app.listen({host: ip, port});
  const address = app.server.address() as AddressInfo;
  const scheme = 'setSecureContext' in app.server ? 'https' : 'http';
  return `${scheme}://${host.includes(':') ? `[${host}]` : host}:${address.port}`;
};

const POLL_MS = 20;

/** Closes a server once its active requests are answered, within `graceMs`. */
const gracefulClose = (app: FastifyInstance, graceMs: number): (() => Promise<void>) => {
  let active = 0;
  let isClosing = false;
  app.server.on('request', (_request, response) => {
    active += 1;
    response.once('close', () => {
      active -= 1;
    });
  });
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (isClosing) reply.header('connection', 'close');
    done();
  });
  return async () => {
    isClosing = true;
    // Fastify waits for connections that never sent a request (fastify#7044).
    const closeUnused = () => active === 0 && app.server.closeAllConnections();
    closeUnused();
    const interval = setInterval(closeUnused, POLL_MS);
    const deadline = setTimeout(() => app.server.closeAllConnections(), graceMs);
    await app.close().finally(() => {
      clearInterval(interval);
      clearTimeout(deadline);
    });
  };
};
