import {once} from 'node:events';
import {type AddressInfo, connect, createServer, type Socket} from 'node:net';

export interface RoundRobin {
  readonly url: string;
  /** How many connections each server has got. */
  turns(): readonly number[];
  close(): Promise<void>;
}

/** A port that gives each new connection to the next server; every request comes by a connection of its own. */
export const roundRobin = async (urls: readonly string[]): Promise<RoundRobin> => {
  const turns = urls.map(() => 0);
  const sockets = new Set<Socket>();
  let next = 0;
  const server = createServer(socket => {
    const index = next++ % urls.length;
    turns[index] = (turns[index] ?? 0) + 1;
    const {hostname, port} = new URL(urls[index] ?? '');
    const other = connect({host: hostname, port: Number(port)});
    for (const end of [socket, other]) {
      sockets.add(end);
      end.on('error', () => end.destroy());
      end.on('close', () => sockets.delete(end));
    }
    // One answer a connection, so that a client that keeps its connections alive meets every server.
    other.on('data', chunk => socket.write(chunk));
    other.on('end', () => socket.end());
    socket.on('data', chunk => other.write(String(chunk).replace(/^connection: .*$/im, 'connection: close')));
    socket.on('end', () => other.end());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    turns: () => turns,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
};
