import {afterAll, beforeAll, onTestFinished} from 'vitest';
import {createServer, openStore, type Server, type ServerOptions} from '../src/index.ts';
import {application} from './seed-rows.ts';

export const ANN_TOKEN = '11111111-1111-4111-8111-111111111111';
export const BOB_TOKEN = '22222222-2222-4222-8222-222222222222';
export const START = new Date('2026-11-20T12:00:00.250Z');
const SECONDS = START.getTime() / 1000 - 0.25;

const entry = (id: number, level: number, more: object = {}) => ({
  level,
  log_time: SECONDS - id,
  log: `entry ${id}`,
  ...more,
});

/**
 * Seed of most tests. Ann has the role master, Bob the role operator. The number in the text of an error-log entry is
 * its age in seconds.
 */
export const SEED = {
  users: [
    {username: 'ann', password: 'ann-password', role: 'master'},
    {username: 'bob', password: 'bob-password', role: 'operator'},
  ],
  tokens: [
    {username: 'ann', name: 'ann-1', expire: 0, token: ANN_TOKEN},
    {username: 'bob', name: 'bob-1', expire: START.getTime() + 60_000, token: BOB_TOKEN},
    {username: 'ann', name: 'ann-2', expire: 0},
  ],
  error_logs: [
    entry(6, 8, {node_id: 9, node_type: 2}),
    entry(5, 4, {req_id: '000028800bac65d7fed03afd', app_id: 7}),
    entry(4, 4, {req_id: '000028800bac65d7fed03afd', node_id: 9}),
    entry(3, 5, {req_id: '12345', node_type: 1}),
    entry(2, 0, {count: 3, src: 2}),
    entry(1, 4, {log_time: SECONDS - 2}),
  ],
  agents: [
    {
      id: 1,
      name: 'edge-1',
      applications: [11, 12, 13].map(id =>
        application(id, `app-${id}`, {online: id !== 12, created: 1_700_000_000.5, modified: 1_700_000_001.25}),
      ),
    },
    {id: 2, name: 'edge-2', applications: []},
  ],
};

export interface ApiResponse {
  readonly code: number;
  readonly headers: Headers;
  readonly body: {status: number; msg?: string; time?: number; data?: unknown};
}

export interface Request {
  readonly method?: string;
  readonly token?: string;
  readonly session?: string;
  readonly json?: unknown;
  readonly text?: string;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export const call = async (server: Pick<Server, 'url'>, path: string, request: Request = {}): Promise<ApiResponse> => {
  const {token, session, json, text = json === undefined ? undefined : JSON.stringify(json), type} = request;
  const response = await fetch(server.url + path, {
    method: request.method ?? (text === undefined ? 'GET' : 'POST'),
    headers: {
      ...(token !== undefined && {'API-Token': token}),
      ...(session !== undefined && {'edge-token': session}),
      ...(type !== undefined && {'Content-Type': type}),
      ...request.headers,
    },
    // The body is sent as bytes, because fetch would add a Content-Type for a string.
    ...(text !== undefined && {body: new TextEncoder().encode(text)}),
  });
  return {code: response.status, headers: response.headers, body: (await response.json()) as ApiResponse['body']};
};

/** Returns the value of `data` in a paged response. */
export const paged = ({body}: ApiResponse) => body.data as {data: Record<string, unknown>[]; meta: {count: number}};

export const login = async (server: Pick<Server, 'url'>, more: object = {}): Promise<string> => {
  const json = {username: 'ann', password: 'ann-password', ...more};
  const {body} = await call(server, '/admin-api/user/login', {json});
  return (body.data as {'edge-token': string})['edge-token'];
};

type Create<O, S> = (options: O & ServerOptions) => Promise<S>;
type Closable = {close(): Promise<void>};

/** Creates a server with {@link SEED} and a clock that advances only by `pass`. Closes the server after the test. */
export const startWith = async <O extends object, S extends Closable>(create: Create<O, S>, options: O) => {
  let now = START.getTime();
  const clock = () => new Date(now);
  const server = await create({seed: SEED, passwordCost: 'minimal', clock, ...options});
  onTestFinished(() => server.close());
  return {
    server,
    pass: (seconds: number): void => {
      now += seconds * 1000;
    },
  };
};

/**
 * Creates a server on a database with cheap password hashes, which the option `database` does not allow. Closing the
 * server closes the database.
 */
export const startOn = async <O extends object, S extends Closable>(
  create: Create<O, S>,
  database: string,
  options: O & ServerOptions,
) => {
  const store = await openStore(database);
  const server = await create({store, passwordCost: 'minimal', ...options});
  const {close: closeServer} = server;
  const close = async () => {
    await closeServer();
    await store.close();
  };
  onTestFinished(close);
  return Object.assign(server, {close});
};

/**
 * Creates one server with {@link SEED} for all tests of a describe block or file. The tests must not change its data.
 * Returns a function that returns the server.
 */
export const sharedWith = <O extends object, S extends Closable>(create: Create<O, S>, options: O): (() => S) => {
  let server: S | undefined;
  beforeAll(async () => {
    server = await create({seed: SEED, passwordCost: 'minimal', clock: () => START, ...options});
  });
  afterAll(() => server?.close());
  return () => {
    if (!server) throw new Error('the server has not been started');
    return server;
  };
};

export const start = (options: ServerOptions = {}) => startWith(createServer, options);
export const shared = (options: ServerOptions = {}) => sharedWith(createServer, options);
