import {randomBytes} from 'node:crypto';
import type {Clock, RandomBytes} from './clock.ts';
import {createApp, type Logger, type Tls} from './http/app.ts';
import {createAuthenticate} from './http/authenticate.ts';
import type {ErrorStyle} from './http/failure.ts';
import {closeApp, countRequests, listen} from './http/listen.ts';
import {registerContract} from './http/route.ts';
import {createHandlers} from './routes/handlers.ts';
import type {DemoCredentials} from './seed/demo.ts';
import {plant} from './seed/plant.ts';
import {parseSeed, type Seed, type SeedInput} from './seed/seed.ts';
import {openSqlite} from './store/sqlite.ts';
import type {Store} from './store/store.ts';

export interface ServerOptions {
  /** A SQLite file, made when missing, or `:memory:`, the default. */
  readonly database?: string;
  /** A store of the caller's own, instead of `database`. It stays open when the server closes. */
  readonly store?: Store;
  readonly clock?: Clock;
  /** Source of tokens, sessions and salts. */
  readonly random?: RandomBytes;
  /** Loaded into an empty database before the server is given back; checked as {@link parseSeed} does. */
  readonly seed?: SeedInput | 'demo';
  /** Error-log entries of `seed: 'demo'`; default 50,000. */
  readonly seedLogs?: number;
  readonly errors?: ErrorStyle;
  /** Serves HTTPS instead of HTTP. */
  readonly tls?: Tls;
  /** Default 127.0.0.1. */
  readonly host?: string;
  /** Default 0: any free port. */
  readonly port?: number;
  /** Told about defects, with a stack; silent by default. */
  readonly logger?: Logger;
}

export interface Server {
  /** {base_url} of the contract. */
  readonly url: string;
  /** {console_url} of the contract: the same server here. */
  readonly consoleUrl: string;
  readonly store: Store;
  /** How to get in, after `seed: 'demo'`. */
  readonly demo: DemoCredentials | undefined;
  /** Stops listening, finishes requests under way, and closes a store of its own. May be called again. */
  close(): Promise<void>;
}

/** A seed that cannot be loaded, with one line for each problem. */
export class SeedError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.name = 'SeedError';
    this.problems = problems;
  }
}

/**
 * Starts a reference server. Any number of them may run in one process. Rejects with {@link SeedError}, or with the
 * error of the database or the port; nothing stays open then.
 */
export const createServer = async (options: ServerOptions = {}): Promise<Server> => {
  const {clock = () => new Date(), random = randomBytes, errors = 'http', host = '127.0.0.1', port = 0} = options;
  const seed = checkedSeed(options.seed);
  const store = options.store ?? (await openSqlite(options.database ?? ':memory:'));
  const context = {store, clock, random};
  const app = createApp({errors, tls: options.tls, logger: options.logger});
  registerContract(app, createHandlers(context), createAuthenticate(store, clock));
  const underWay = countRequests(app);
  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= closeApp(app, underWay).then(() => (options.store ? undefined : store.close()));
    return closing;
  };
  try {
    // The port first: where it is taken, the database is left as it was.
    const url = await listen(app, host, port);
    const demo = seed && (await plant(context, seed, options.seedLogs));
    return {url, consoleUrl: url, store, demo, close};
  } catch (error) {
    await close();
    throw error;
  }
};

const checkedSeed = (seed: ServerOptions['seed']): Seed | 'demo' | undefined => {
  if (seed === undefined || seed === 'demo') return seed;
  const parsed = parseSeed(seed);
  if (parsed.problems) throw new SeedError(parsed.problems);
  return parsed.seed;
};
