import {createServer as createHttpServer, type RequestListener} from 'node:http';
import {createServer as createTcpServer, type Server as TcpServer} from 'node:net';
import {type Client, createClient} from '@edge-console/client';
import {createTestServer, type TestServer, type TestServerOptions} from '@edge-console/test-tools';
import {afterAll, beforeAll, onTestFinished} from 'vitest';

export const USERNAME = 'ann';
export const PASSWORD = 'correct horse battery';
export const API_TOKEN = 'a1d3c1de-0000-4000-8000-00000000e2e0';

export const withToken = {EDGE_CONSOLE_API_TOKEN: API_TOKEN};

type Seed = Exclude<TestServerOptions['seed'], 'demo' | undefined>;
export type GatewayOptions = Omit<TestServerOptions, 'seed'> & {readonly seed?: Seed};

const defaults: Seed = {
  users: [{username: USERNAME, password: PASSWORD, role: 'master'}],
  tokens: [{username: USERNAME, name: 'for tests', expire: 0, token: API_TOKEN}],
};

const open = ({seed, ...options}: GatewayOptions = {}): Promise<TestServer> =>
  createTestServer({passwordCost: 'minimal', ...options, seed: {...defaults, ...seed}});

/** The server has a user and an API token. It is closed when the test ends. */
export const startGateway = async (options: GatewayOptions = {}): Promise<TestServer> => {
  const server = await open(options);
  onTestFinished(() => server.close());
  return server;
};

/** Starts one server for all tests of a file. The returned function gives the server, once it has started. */
export const sharedGateway = (options: () => GatewayOptions | Promise<GatewayOptions>): (() => TestServer) => {
  let server: TestServer | undefined;
  beforeAll(async () => {
    server = await open(await options());
  });
  afterAll(() => server?.close());
  return () => {
    if (server === undefined) throw new Error('the server is started before the tests');
    return server;
  };
};

/** Tests use this client to check the data of a server without the console. */
export const connect = (url: string, token = API_TOKEN): Client => {
  const client = createClient({baseUrl: url, auth: {kind: 'api-token', token}});
  onTestFinished(() => client.close());
  return client;
};

const listen = (server: TcpServer): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      if (address === null || typeof address === 'string') reject(new Error('no port'));
      else resolve(address.port);
    });
  });

/** Nothing listens on this port of 127.0.0.1. */
export const freePort = async (): Promise<number> => {
  const probe = createTcpServer();
  const port = await listen(probe);
  await new Promise(resolve => probe.close(resolve));
  return port;
};

/** One handler for all requests. The server is closed when the test ends. Resolves to its URL. */
export const serve = async (handler: RequestListener): Promise<string> => {
  const server = createHttpServer(handler);
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${await listen(server)}`;
};

export const respond =
  (status: number, type: string, body: string): RequestListener =>
  (_request, response) => {
    response.writeHead(status, {'content-type': type}).end(body);
  };

/** Accepts requests and never responds. */
export const silence: RequestListener = () => undefined;
