import {once} from 'node:events';
import {type AddressInfo, connect, createServer, type Socket} from 'node:net';

export interface RoundRobin {
  readonly url: string;
  /** Returns the number of connections that were forwarded to each server. */
  connections(): readonly number[];
  close(): Promise<void>;
}

/**
 * Starts a TCP proxy. It forwards each new connection to the next server, and lets a connection carry only one request.
 */
export const roundRobin = async (urls: readonly string[]): Promise<RoundRobin> => {
  const connections = urls.map(() => 0);
  const sockets = new Set<Socket>();
  let next = 0;
  const server = createServer(socket => {
    const index = next++ % urls.length;
    connections[index] = (connections[index] ?? 0) + 1;
    const {hostname, port} = new URL(urls[index] ?? '');
    const other = connect({host: hostname, port: Number(port)});
    for (const end of [socket, other]) {
      sockets.add(end);
      end.on('error', () => end.destroy());
      end.on('close', () => sockets.delete(end));
    }
    other.on('data', chunk => socket.write(chunk));
    other.on('end', () => socket.end());
    // `connection: close` disables keep-alive, so that the requests of a client reach every server.
    socket.on('data', chunk => other.write(String(chunk).replace(/^connection: .*$/im, 'connection: close')));
    socket.on('end', () => other.end());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    connections: () => connections,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
};
