import {createServer, type RequestListener} from 'node:http';
import {createServer as createTlsServer, type ServerOptions} from 'node:https';
import {createServer as createTcpServer, type Server, type Socket} from 'node:net';
import {onTestFinished} from 'vitest';

export const listen = async (server: Server): Promise<number> => {
  const sockets = new Set<Socket>();
  server.on('connection', socket => {
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
};

export const serveHttp = async (handler: RequestListener): Promise<string> =>
  `http://127.0.0.1:${await listen(createServer(handler))}`;

export const serveHttps = async (options: ServerOptions, handler: RequestListener): Promise<string> =>
  `https://127.0.0.1:${await listen(createTlsServer(options, handler))}`;

export const serveTcp = async (onSocket: (socket: Socket) => void): Promise<string> =>
  `http://127.0.0.1:${await listen(createTcpServer(onSocket))}`;

export const respondJson =
  (body: unknown, status = 200, headers: Record<string, string> = {}): RequestListener =>
  (_request, response) => {
    response.writeHead(status, {'content-type': 'application/json', ...headers}).end(JSON.stringify(body));
  };
