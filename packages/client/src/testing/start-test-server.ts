import {createRequire} from 'node:module';
import type {OperationId} from '@edge-console/schema';
import {NEVER_EXPIRES} from '@edge-console/schema/values';
import {type Client, createClient} from '../create-client.ts';
import type {ClientOptions} from '../options.ts';

/** Options of a test server. */
export interface TestServerOptions {
  /**
   * `demo`, which needs `@edge-console/generator`, or data in the seed format of `@edge-console/server`: users, tokens,
   * error_logs, agents.
   *
   * @default testSeed()
   */
  readonly seed?: 'demo' | object;
  /**
   * Failures as an HTTP status, or as HTTP 200 with a `status` other than 0 (docs/field-facts.md#1).
   *
   * @default 'http'
   */
  readonly errors?: 'http' | 'envelope';
  /** PEM texts. Serves https instead of http. */
  readonly tls?: {readonly cert: string; readonly key: string};
  /** Further options for `createServer` of `@edge-console/server`. */
  readonly server?: Readonly<Record<string, unknown>>;
}

/** A running test server. */
export interface TestServer extends AsyncDisposable {
  /** `{base_url}` of the contract. */
  readonly url: string;
  /** `{console_url}` of the contract. */
  readonly consoleUrl: string;
  /** {@link TEST_ACCESS}; valid if the seed contains it. */
  readonly access: TestAccess;
  /** Creates a client; its `auth` defaults to the API token of `access`. `close` closes it. */
  client(options?: Partial<ClientOptions>): Client;
  /**
   * Makes matching requests fail, until removed or `times` is reached.
   *
   * @throws Error for an unknown kind or invalid fields.
   */
  setFault(fault: TestFault): {remove(): void};
  clearFaults(): void;
  /** Advances the server's clock by milliseconds, for example to expire tokens and sessions. */
  advance(ms: number): void;
  /** Recorded requests, oldest first, without secrets. */
  requests(): readonly TestRequest[];
  /** The server object of `@edge-console/server`. */
  readonly server: Readonly<Record<string, unknown>>;
  /** Stops the server and closes its clients. Idempotent. */
  close(): Promise<void>;
}

/**
 * A fault of `@edge-console/server`: its kind, which requests it applies to, and the fields of the kind, for example
 * `{kind: 'status', status: 503, operation: 'listErrorLogs', times: 2}`. The README of the server lists all kinds.
 */
export interface TestFault extends Readonly<Record<string, unknown>> {
  readonly kind: string;
  readonly operation?: OperationId;
  readonly times?: number;
}

/** A recorded request. */
export interface TestRequest extends Readonly<Record<string, unknown>> {
  readonly method: string;
  readonly path: string;
  readonly status?: number;
}

/** Credentials for a test server. */
export interface TestAccess {
  readonly username: string;
  readonly password: string;
  readonly apiToken: string;
}

/** Credentials in {@link testSeed}. */
export const TEST_ACCESS: TestAccess = {
  username: 'tester',
  password: 'correct horse battery staple',
  apiToken: '00000000-0000-4000-8000-000000000001',
};

/**
 * The default seed: one user and one API token that never expires.
 *
 * @example
 * const seed = {...testSeed(), error_logs: [{level: 4, log_time: 1_795_000_000, log: 'upstream timed out'}]};
 */
export const testSeed = () => ({
  users: [{username: TEST_ACCESS.username, password: TEST_ACCESS.password, role: 'master'}],
  tokens: [{username: TEST_ACCESS.username, name: 'test', expire: NEVER_EXPIRES, token: TEST_ACCESS.apiToken}],
});

/**
 * Starts a server of `@edge-console/server` (an optional peer) in this process, on a free loopback port, with its data in
 * memory. Several may run at once.
 *
 * @throws Error if `@edge-console/server` is missing or requires a newer Node, and for an invalid seed.
 * @example
 * await using server = await startTestServer();
 * const {items} = await server.client().apiTokens.list();
 */
export const startTestServer = async (options: TestServerOptions = {}): Promise<TestServer> => {
  const {seed = testSeed(), server: serverOptions, ...rest} = options;
  const {createServer} = await importServer();
  const server = await createServer({...serverOptions, ...rest, seed});
  const clients = new Set<Client>();
  const close = async (): Promise<void> => {
    for (const client of clients) client.close();
    clients.clear();
    await server.close();
  };
  return {
    url: server.url,
    consoleUrl: server.consoleUrl,
    access: TEST_ACCESS,
    client(clientOptions) {
      const {url: baseUrl, consoleUrl} = server;
      const auth = {kind: 'api-token', token: TEST_ACCESS.apiToken} as const;
      const client = createClient({baseUrl, consoleUrl, auth, ...clientOptions});
      clients.add(client);
      return client;
    },
    setFault: fault => server.setFault(fault),
    clearFaults: () => server.clearFaults(),
    advance: ms => server.clock.advance(ms),
    requests: () => server.requests(),
    server,
    close,
    [Symbol.asyncDispose]: close,
  };
};

interface RunningServer extends Readonly<Record<string, unknown>> {
  readonly url: string;
  readonly consoleUrl: string;
  readonly clock: {advance(ms: number): void};
  setFault(fault: TestFault): {remove(): void};
  clearFaults(): void;
  requests(): readonly TestRequest[];
  close(): Promise<void>;
}

interface ServerModule {
  createServer(options: Readonly<Record<string, unknown>>): Promise<RunningServer>;
}

// A variable, so that bundlers and type checks do not resolve the optional peer.
const PACKAGE = '@edge-console/server';

const importServer = async (): Promise<ServerModule> => {
  const problem = serverProblem(installedEngine(), process.versions.node);
  if (problem !== undefined) throw new Error(problem);
  return (await import(PACKAGE)) as ServerModule;
};

/** `engines.node` of the installed server; undefined if none is installed. */
const installedEngine = (): string | undefined => {
  try {
    const found: {engines?: {node?: string}} = createRequire(import.meta.url)(`${PACKAGE}/package.json`);
    return found.engines?.node ?? '';
  } catch {
    return undefined;
  }
};

/** Why the server cannot start on this Node; undefined if it can. Reads engines of the form `>=24.15`. */
export const serverProblem = (engine: string | undefined, node: string): string | undefined => {
  if (engine === undefined) {
    return `Test servers need ${PACKAGE}, which is not installed; add it to the devDependencies.`;
  }
  const [major = 0, minor = 0] = (/^>=\s*(\d+(?:\.\d+)?)/.exec(engine)?.[1] ?? '').split('.').map(Number);
  const [hasMajor = 0, hasMinor = 0] = node.split('.').map(Number);
  return hasMajor > major || (hasMajor === major && hasMinor >= minor)
    ? undefined
    : `Test servers need Node ${engine} and this is Node ${node}; run the tests on a newer one.`;
};
