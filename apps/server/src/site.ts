import {lookup} from 'node:dns/promises';
import type {AddressInfo} from 'node:net';
import type {Base} from '@edge-console/schema';
import type {FastifyInstance} from 'fastify';
import {createApp} from './http/app.ts';
import {createAuthenticate} from './http/authenticate.ts';
import {type Phase, registerHealth, registerOpenApi} from './http/internal-routes.ts';
import {Failure} from './http/responses/failure.ts';
import {registerContract} from './http/route.ts';
import type {ServerOptions} from './options.ts';
import {type Context, createHandlers} from './routes/handlers.ts';
import type {CredentialStore} from './store/store.ts';

export interface SiteContext extends Context {
  readonly bases: readonly Base[];
}

/**
 * Adds hooks and routes to a Fastify instance of the server, before the routes of the contract (docs/contract.md) are
 * added. With `consolePort`, also called for the instance of the console.
 */
export type Extension = (app: FastifyInstance, context: SiteContext) => void;

interface SiteOptions {
  readonly options: ServerOptions;
  readonly context: Context;
  readonly bases: readonly Base[];
  readonly credentials: CredentialStore;
  phase(): Phase;
}

export const createSite = ({options, context, bases, credentials, phase}: SiteOptions) => {
  const {errors = 'http', host = '127.0.0.1', graceMs = 2000, tls, log, strictResponses: strict = true} = options;
  const app = createApp({errors, tls, log, bases});
  app.addHook('onRequest', (request, _reply, done) => {
    const isProbe = /^\/(?:healthz|readyz)$/.test(request.routeOptions.url ?? '');
    // A request could store data, and a seed needs an empty database.
    done(phase() === 'starting' && !isProbe ? new Failure(503, 'the server is starting') : undefined);
  });
  options.extension?.(app, {...context, bases});
  const authenticate = createAuthenticate(credentials, context.clock);
  registerContract(app, createHandlers(context), {bases, authenticate, strict});
  registerHealth(app, context.store, phase);
  registerOpenApi(app, bases);
  return {listen: (port: number) => listen(app, host, port), close: gracefulClose(app, graceMs)};
};

const listen = async (app: FastifyInstance, host: string, port: number): Promise<string> => {
  // For a host name, Fastify would start a server for every address, but expose only the first one.
  const {address: ip} = await lookup(host);
  await app.listen({host: ip, port});
  const address = app.server.address() as AddressInfo;
  const scheme = 'setSecureContext' in app.server ? 'https' : 'http';
  return `${scheme}://${host.includes(':') ? `[${host}]` : host}:${address.port}`;
};

const POLL_MS = 20;

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
    // `app.close()` waits for unused connections (fastify#7044).
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
