import {createRequire} from 'node:module';
import type {OperationId} from '@edge-console/schema';
import type {Client} from '../client.ts';
import {createClient} from '../create-client.ts';
import type {ClientOptions} from '../options.ts';

/** What a test may set; absent is a server over plain HTTP with one user, one token that never expires, and no logs. */
export interface TestServerOptions {
  /** `demo`, or the seed format of `@edge-console/server`: users, tokens, error_logs, agents. */
  readonly seed?: 'demo' | object;
  /** Whether failures come with a fitting HTTP status (default) or as HTTP 200 with `status` ≠ 0 (field fact 1). */
  readonly errors?: 'http' | 'envelope';
  /** PEM texts, to serve HTTPS. */
  readonly tls?: {readonly cert: string; readonly key: string};
  /** Further options of `createServer` of the installed `@edge-console/server`, passed on as they are. */
  readonly server?: Readonly<Record<string, unknown>>;
}

/** A running server for tests. */
export interface TestServer extends AsyncDisposable {
  /** `{base_url}` of the contract. */
  readonly url: string;
  /** `{console_url}` of the contract. */
  readonly consoleUrl: string;
  /** How to get in. The seed of the caller's own, if it gives one, must have them to be of use. */
  readonly access: TestAccess;
  /** A client of the server, with the API token of `access` unless the options say otherwise. The server closes it. */
  client(options?: Partial<ClientOptions>): Client;
  /** Makes matching requests fail until it is removed or has happened its `times`. Throws where it is no fault. */
  setFault(fault: TestFault): {remove(): void};
  clearFaults(): void;
  /** Moves the server's clock on, so that tokens and sessions expire. */
  advance(ms: number): void;
  /** What was asked so far, the oldest first, without secrets. */
  requests(): readonly TestRequest[];
  /** Whatever else the installed server offers, such as its store. */
  readonly server: Readonly<Record<string, unknown>>;
  /** Stops listening and closes the clients. May be called again. */
  close(): Promise<void>;
}

/**
 * A fault as `@edge-console/server` knows it: its `kind`, when it happens, and what the kind takes, such as
 * `{kind: 'status', status: 503, operation: 'listErrorLogs', times: 2}`. Its README lists all kinds.
 */
export interface TestFault extends Readonly<Record<string, unknown>> {
  readonly kind: string;
  readonly operation?: OperationId;
  readonly times?: number;
}

/** A request as the server recorded it. */
export interface TestRequest extends Readonly<Record<string, unknown>> {
  readonly method: string;
  readonly path: string;
  readonly status?: number;
}

export interface TestAccess {
  readonly username: string;
  readonly password: string;
  readonly apiToken: string;
}

/** How to get into a server with the seed that is used when a test gives none. */
export const TEST_ACCESS: TestAccess = {
  username: 'tester',
  password: 'correct horse battery staple',
  apiToken: '00000000-0000-4000-8000-000000000001',
};

/** The least that a test needs. Spread it to add to it: `{...testSeed(), error_logs: […]}`. */
export const testSeed = () => ({
  users: [{username: TEST_ACCESS.username, password: TEST_ACCESS.password, role: 'master'}],
  tokens: [{username: TEST_ACCESS.username, name: 'test', expire: 0, token: TEST_ACCESS.apiToken}],
});

/**
 * Starts a real server in this process, on a free loopback port, with its data in memory. Any number may run at once.
 * Rejects with a plain Error that says what to install where `@edge-console/server`, an optional peer, is missing or
 * wants a newer Node, and with what the server itself rejects with (a seed that cannot be loaded).
 */
export const startTestServer = async (options: TestServerOptions = {}): Promise<TestServer> => {
  const {seed = testSeed(), server: further, ...known} = options;
  const {createServer} = await importServer();
  const server = await createServer({...further, ...known, seed});
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
    client(more) {
      const {url: baseUrl, consoleUrl} = server;
      const auth = {kind: 'api-token', token: TEST_ACCESS.apiToken} as const;
      const client = createClient({baseUrl, consoleUrl, auth, ...more});
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

/** What is used of the server; the rest is whatever the installed one has. */
interface ServerModule {
  createServer(options: Readonly<Record<string, unknown>>): Promise<RunningServer>;
}

// In a variable, so that neither bundlers nor type checks of those who do not test want it installed.
const PACKAGE = '@edge-console/server';

const importServer = async (): Promise<ServerModule> => {
  const problem = problemOf(installedEngine(), process.versions.node);
  if (problem !== undefined) throw new Error(problem);
  return (await import(PACKAGE)) as ServerModule;
};

/** Which Node the installed server wants; undefined when none is installed. */
const installedEngine = (): string | undefined => {
  try {
    const found: {engines?: {node?: string}} = createRequire(import.meta.url)(`${PACKAGE}/package.json`);
    return found.engines?.node ?? '';
  } catch {
    return undefined;
  }
};

/** Why the server cannot be started, in a sentence; undefined when it can. Knows engines of the form `>=24.15`. */
export const problemOf = (engine: string | undefined, node: string): string | undefined => {
  if (engine === undefined) {
    return `Test servers need ${PACKAGE}, which is not installed; add it to the devDependencies.`;
  }
  const [major = 0, minor = 0] = (/^>=\s*(\d+(?:\.\d+)?)/.exec(engine)?.[1] ?? '').split('.').map(Number);
  const [hasMajor = 0, hasMinor = 0] = node.split('.').map(Number);
  return hasMajor > major || (hasMajor === major && hasMinor >= minor)
    ? undefined
    : `Test servers need Node ${engine} and this is Node ${node}; run the tests on a newer one.`;
};
