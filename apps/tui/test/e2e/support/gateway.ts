import {createServer as createTcpServer} from 'node:net';
import {type Client, createClient} from '@edge-console/client';
import {createServer, type Server, type ServerOptions} from '@edge-console/server';
import {afterAll, beforeAll, onTestFinished} from 'vitest';

export const USERNAME = 'ann';
export const PASSWORD = 'correct horse battery';
export const API_TOKEN = 'a1d3c1de-0000-4000-8000-00000000e2e0';

type Seed = Exclude<ServerOptions['seed'], 'demo' | undefined>;

const defaults: Seed = {
  users: [{username: USERNAME, password: PASSWORD, role: 'master'}],
  tokens: [{username: USERNAME, name: 'for tests', expire: 0, token: API_TOKEN}],
};

export type GatewayOptions = Omit<ServerOptions, 'seed'> & {readonly seed?: Seed};

const open = ({seed, ...options}: GatewayOptions = {}): Promise<Server> =>
  createServer({...options, seed: {...defaults, ...seed}});

/** The real server with a user and a token; it is closed when the test is over. */
export const startGateway = async (options: GatewayOptions = {}): Promise<Server> => {
  const server = await open(options);
  onTestFinished(() => server.close());
  return server;
};

/** One server for all tests of a file. */
export const sharedGateway = (options: () => GatewayOptions): (() => Server) => {
  let server: Server | undefined;
  beforeAll(async () => {
    server = await open(options());
  });
  afterAll(() => server?.close());
  return () => {
    if (server === undefined) throw new Error('the server is started before the tests');
    return server;
  };
};

/** Asks a server directly what is true there. */
export const ask = (url: string, token = API_TOKEN): Client => {
  const client = createClient({baseUrl: url, auth: {kind: 'api-token', token}});
  onTestFinished(() => client.close());
  return client;
};

/** A port of the loopback interface that nobody listens on. */
export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createTcpServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });

/** A console that uses the API token of {@link startGateway}. */
export const withToken = {EDGE_CONSOLE_API_TOKEN: API_TOKEN};
