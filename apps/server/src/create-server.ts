import {randomBytes} from 'node:crypto';
import type {Base} from '@edge-console/schema';
import type {Clock} from './clock.ts';
import {mintConsoleToken, passwordHasher} from './credentials.ts';
import {consoleCredentials} from './http/authenticate.ts';
import type {Phase} from './http/internal-routes.ts';
import {CONFLICTS, checkOptions, OPTIONS, type ServerOptions} from './options.ts';
import {type DemoCredentials, hasDemoUsers} from './seed/demo.ts';
import {loadIfEmpty} from './seed/load-seed.ts';
import {parseSeed, type Seed, SeedError} from './seed/seed.ts';
import {createSite} from './site.ts';
import {openStore, type Store} from './store/index.ts';
import {assertLoopback} from './trust/loopback.ts';
import {createThrottle} from './trust/throttle.ts';

export interface Server {
  /** {base_url} of the contract (docs/contract.md#service). */
  readonly url: string;
  /**
   * Base URL of the path `/api/agents`, called {console_url} in docs/contract.md#service. The same as `url` unless
   * `consolePort` is set.
   */
  readonly consoleUrl: string;
  /** The first API token of the console; undefined without `consolePort`. */
  readonly consoleToken: string | undefined;
  readonly store: Store;
  readonly clock: Clock;
  /** Credentials of the demo administrator, if this start loaded `seed: 'demo'`. */
  readonly demo: DemoCredentials | undefined;
  /** Whether this start loaded the seed. */
  readonly seeded: boolean;
  /** Waits up to `graceMs` for active requests, and closes the store unless the caller passed one. May be repeated. */
  close(): Promise<void>;
}

/**
 * Starts a server. Rejects with a RangeError for invalid options, with a {@link SeedError} for an invalid seed, or with
 * the error of the database or the port. If it rejects, nothing stays open.
 */
export const createServer = async (options: ServerOptions = {}): Promise<Server> => {
  checkOptions(OPTIONS, CONFLICTS, options);
  const {host = '127.0.0.1', port = 0, database = ':memory:', passwordCost} = options;
  const {clock = () => new Date(), random = randomBytes, consolePort} = options;
  const seed = parseSeedOption(options.seed);
  if (passwordCost === 'minimal' && !options.store && database !== ':memory:') {
    throw new RangeError('minimal password hashes are for in-memory tests, not for a file');
  }
  await assertLoopback(host, [
    ...(seed === 'demo' ? ['demo credentials'] : []),
    ...(passwordCost === 'minimal' ? ['minimal password hashes'] : []),
  ]);
  const store = options.store ?? (await openStore(database));
  const throttle = createThrottle(clock, options.loginLimits);
  const context = {store, clock, random, throttle, hashPassword: passwordHasher(passwordCost)};

  let phase: Phase = 'starting';
  const shared = {options, context, phase: () => phase};
  const bases: readonly Base[] = consolePort === undefined ? ['admin', 'console'] : ['admin'];
  const site = createSite({...shared, bases, credentials: store.credentials});
  const consoleTokens = consolePort === undefined ? [] : (options.consoleTokens ?? [mintConsoleToken(random)]);
  const consoleSite =
    consolePort === undefined
      ? undefined
      : createSite({...shared, bases: ['console'], credentials: consoleCredentials(consoleTokens)});
  let closed: Promise<void> | undefined;
  const close = () => {
    phase = 'closing';
    closed ??= Promise.all([site.close(), consoleSite?.close()]).then(() =>
      options.store ? undefined : store.close(),
    );
    return closed;
  };
  try {
    if (await hasDemoUsers(store)) await assertLoopback(host, ['demo credentials']);
    // The server listens before it loads the seed, so that a port in use leaves the database unchanged.
    const url = await site.listen(port);
    const consoleUrl = (await consoleSite?.listen(consolePort ?? 0)) ?? url;
    const loaded = await loadIfEmpty(context, {...options, seed});
    phase = 'ready';
    return {
      ...{url, consoleUrl, store, clock, close},
      ...loaded,
      consoleToken: consoleTokens[0],
    };
  } catch (error) {
    await close();
    throw error;
  }
};

const parseSeedOption = (seed: ServerOptions['seed']): Seed | 'demo' | undefined => {
  if (seed === undefined || seed === 'demo') return seed;
  const parsed = parseSeed(seed);
  if (parsed.problems) throw new SeedError(parsed.problems);
  return parsed.seed;
};
