import {lookup} from 'node:dns/promises';
import type {AddressInfo} from 'node:net';
import type {FastifyInstance} from 'fastify';

/** Gives the URL to reach it by. Rejects when the host is unknown or the port taken. */
export const listen = async (app: FastifyInstance, host: string, port: number): Promise<string> => {
  // A name may have several addresses, and Fastify would open a server for each, of which it shows one.
  const {address: one} = await lookup(host);
  await app.listen({host: one, port});
  const address = app.server.address() as AddressInfo;
  const scheme = 'setSecureContext' in app.server ? 'https' : 'http';
  return `${scheme}://${host.includes(':') ? `[${host}]` : host}:${address.port}`;
};

/** How many requests are under way, from now on. */
export const countRequests = (app: FastifyInstance): (() => number) => {
  let count = 0;
  app.server.on('request', (_request, response) => {
    count += 1;
    response.once('close', () => {
      count -= 1;
    });
  });
  return () => count;
};

/** Tells whoever is answered while the server closes not to send more on that connection. */
export const sayGoodbye = (app: FastifyInstance, closing: AbortSignal): void => {
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (closing.aborted) reply.header('connection', 'close');
    done();
  });
};

export interface Closing {
  underWay(): number;
  /** How long requests under way may take to finish, in ms. */
  readonly graceMs: number;
}

/** Stops listening and waits for requests under way; connections without one do not hold it up (fastify#7044). */
export const closeApp = async (app: FastifyInstance, {underWay, graceMs}: Closing): Promise<void> => {
  const closing = app.close();
  const hangUp = () => {
    if (underWay() === 0) app.server.closeAllConnections();
    else app.server.closeIdleConnections();
  };
  hangUp();
  const again = setInterval(hangUp, 20);
  const late = setTimeout(() => app.server.closeAllConnections(), graceMs);
  try {
    await closing;
  } finally {
    clearInterval(again);
    clearTimeout(late);
  }
};
