import {randomBytes} from 'node:crypto';
import type {Base} from '@edge-console/schema';
import {createClock, toControlledClock} from './clock.ts';
import {consoleAuthenticator, mintConsoleToken} from './console-site.ts';
import {passwordHasher} from './credentials.ts';
import {createAuthenticator} from './http/authenticate.ts';
import type {Phase} from './http/health.ts';
import {createByteBudget} from './http/limits/byte-budget.ts';
import {createRandom} from './ids.ts';
import {checkOptions, type ServerOptions} from './options/options.ts';
import type {Server} from './options/server.ts';
import {createHandlers} from './routes/handlers.ts';
import {hasDemoUsers} from './seed/demo.ts';
import {parseSeed, type Seed, SeedError} from './seed/seed.ts';
import {createSite} from './site.ts';
import {openStore} from './store/open.ts';
import {createTools} from './tools.ts';
import {assertLoopbackOnly} from './trust/loopback.ts';
import {createThrottle} from './trust/throttle.ts';

/**
 * Starts a reference server. Any number of servers may run in one process. Rejects with a RangeError for invalid
 * options, with a {@link SeedError} for an invalid seed, or with the error of the database or the port; then nothing
 * stays open.
 */
export const createServer = async (options: ServerOptions = {}): Promise<Server> => {
  checkOptions(options);
  const {host = '127.0.0.1', port = 0} = options;
  const {database = ':memory:', passwordCost} = options;
  const seed = parseSeedOption(options.seed);
  if (passwordCost === 'minimal' && !options.store && database !== ':memory:') {
    throw new RangeError('minimal password hashes are for in-memory tests, not for a file');
  }
  await assertLoopbackOnly(host, options);
  const clock = toControlledClock(options.clock ?? createClock());
  const random = createRandom(options);
  const store = options.store ?? (await openStore(database));
  const context = {
    store,
    clock,
    random: random.random,
    throttle: createThrottle(clock, options.loginLimits),
    // Salts would use up numbers of a sequence.
    hashPassword: passwordHasher(options.ids === 'sequential' ? randomBytes : random.random, passwordCost),
    hashDecoy: passwordHasher(randomBytes, passwordCost),
  };
  const closing = new AbortController();
  let phase: Phase = 'starting';
  const tools = createTools({options, seed, context, clock, random, closing: closing.signal});
  const {extension, controls} = tools;

  const parts = {
    options,
    store,
    handlers: createHandlers(context),
    extension,
    budget: createByteBudget(),
  };
  const shared = {...parts, closing: closing.signal, phase: () => phase};
  const {consolePort, consoleTokens = [mintConsoleToken(createRandom(options).random)]} = options;
  const bases: readonly Base[] = consolePort === undefined ? ['admin', 'console'] : ['admin'];
  const site = createSite(shared, bases, createAuthenticator(store, clock));
  const consoleSite =
    consolePort === undefined ? undefined : createSite(shared, ['console'], consoleAuthenticator(consoleTokens));
  let closed: Promise<void> | undefined;
  const close = () => {
    phase = 'closing';
    closing.abort();
    closed ??= Promise.all([site.close(), consoleSite?.close()]).then(() => {
      tools.end();
      return options.store ? undefined : store.close();
    });
    return closed;
  };
  try {
    tools.serveControls(site.app);
    if (await hasDemoUsers(store)) await assertLoopbackOnly(host, {seed: 'demo'});
    // Listen before seeding: if the port is in use, the database stays unchanged.
    const url = await site.listen(port);
    const consoleUrl = (await consoleSite?.listen(consolePort ?? 0)) ?? url;
    const consoleToken = consoleSite && consoleTokens[0];
    await tools.initialize();
    phase = 'ready';
    return Object.defineProperties(
      {url, consoleUrl, consoleToken, store, close} as Server,
      Object.getOwnPropertyDescriptors(controls),
    );
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
