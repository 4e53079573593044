import {lookup} from 'node:dns/promises';
import type {AddressInfo} from 'node:net';
import type {FastifyInstance} from 'fastify';

/** Listens and resolves with the server's URL. Rejects if the host does not resolve or the port is in use. */
export const listen = async (app: FastifyInstance, host: string, port: number): Promise<string> => {
  // Fastify listens on every address of a host name but exposes only the first server. Use one address.
  const {address: ip} = await lookup(host);
  await app.listen({host: ip, port});
  const address = app.server.address() as AddressInfo;
  const scheme = 'setSecureContext' in app.server ? 'https' : 'http';
  return `${scheme}://${host.includes(':') ? `[${host}]` : host}:${address.port}`;
};

/** Counts active requests from now on; returns a getter. */
export const countActiveRequests = (app: FastifyInstance): (() => number) => {
  let count = 0;
  app.server.on('request', (_request, response) => {
    count += 1;
    response.once('close', () => {
      count -= 1;
    });
  });
  return () => count;
};

/** Sends `Connection: close` with every response once `closing` is aborted. */
export const closeConnectionsOnShutdown = (app: FastifyInstance, closing: AbortSignal): void => {
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (closing.aborted) reply.header('connection', 'close');
    done();
  });
};

interface CloseOptions {
  activeRequests(): number;
  /** Time for active requests to finish, in ms. */
  readonly graceMs: number;
}

/** Stops listening and waits for active requests, but not for idle keep-alive connections (fastify#7044). */
export const closeApp = async (app: FastifyInstance, {activeRequests, graceMs}: CloseOptions): Promise<void> => {
  const closing = app.close();
  const closeIdle = () => {
    if (activeRequests() === 0) app.server.closeAllConnections();
    else app.server.closeIdleConnections();
  };
  closeIdle();
  const interval = setInterval(closeIdle, 20);
  const deadline = setTimeout(() => app.server.closeAllConnections(), graceMs);
  try {
    await closing;
  } finally {
    clearInterval(interval);
    clearTimeout(deadline);
  }
};
