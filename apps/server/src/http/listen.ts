import type {AddressInfo} from 'node:net';
import type {FastifyInstance} from 'fastify';

// How long requests under way may take to finish once the server is to close, in ms.
const GRACE_MS = 2000;

export const listen = async (app: FastifyInstance, host: string, port: number): Promise<string> => {
  await app.listen({host, port});
  const address = app.server.address() as AddressInfo;
  const scheme = 'setSecureContext' in app.server ? 'https' : 'http';
  return `${scheme}://${host.includes(':') ? `[${host}]` : host}:${address.port}`;
};

/** Stops listening and waits for requests under way; connections kept alive do not hold it up (fastify#7044). */
export const closeApp = async (app: FastifyInstance): Promise<void> => {
  const closing = app.close();
  const idle = setInterval(() => app.server.closeIdleConnections(), 20);
  const late = setTimeout(() => app.server.closeAllConnections(), GRACE_MS);
  try {
    await closing;
  } finally {
    clearInterval(idle);
    clearTimeout(late);
  }
};
