import {createServer, type RequestListener, type Server} from 'node:http';
import {onTestFinished} from 'vitest';

const listen = async (server: Server): Promise<string> => {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return `http://127.0.0.1:${address.port}`;
};

/** A real HTTP server for one test that answers everything in the same way. */
export const serve = (handler: RequestListener): Promise<string> => listen(createServer(handler));

export const answer =
  (status: number, type: string, body: string): RequestListener =>
  (_request, response) => {
    response.writeHead(status, {'content-type': type}).end(body);
  };

/** Takes every request and never answers. */
export const silence: RequestListener = () => undefined;
