import {once} from 'node:events';
import {createServer} from 'node:net';

// Linux may use higher ports for outgoing connections, so they may be taken before nginx listens on them.
const [FIRST, LAST] = [10_240, 32_000];

const isFree = async (port: number, host: string): Promise<boolean> => {
  const server = createServer().listen(port, host);
  try {
    await once(server, 'listening');
    await new Promise(resolve => server.close(resolve));
    return true;
  } catch {
    return false;
  }
};

export const freePort = async (): Promise<number> => {
  for (let attempt = 0; attempt < 50; attempt++) {
    const port = FIRST + Math.floor(Math.random() * (LAST - FIRST));
    if (await isFree(port, '127.0.0.1')) return port;
  }
  throw new Error('no free port on 127.0.0.1');
};

export const hasIPv6 = (): Promise<boolean> => isFree(0, '::1');
