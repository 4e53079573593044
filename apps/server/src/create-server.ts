import {randomBytes} from 'node:crypto';
import {checkOptions} from './check-options.ts';
import {createClock, toControlledClock} from './clock.ts';
import {createControls} from './control/controls.ts';
import {registerControl} from './control/routes.ts';
import {passwordHasher} from './credentials.ts';
import {listInterceptor, registerFaults} from './faults/plugin.ts';
import {createFaults} from './faults/registry.ts';
import {createApp} from './http/app.ts';
import {createAuthenticate} from './http/authenticate.ts';
import {createEncoder} from './http/encode.ts';
import {Failure} from './http/failure.ts';
import {type Phase, registerHealth} from './http/health.ts';
import {closeApp, closeConnectionsOnShutdown, countActiveRequests, listen} from './http/listen.ts';
import {registerContract} from './http/route.ts';
import {createRandom} from './ids.ts';
import {createJournal} from './journal/journal.ts';
import {recordRequests} from './journal/plugin.ts';
import type {Server, ServerOptions} from './options.ts';
import {createHandlers} from './routes/handlers.ts';
import {hasDemoUsers} from './seed/demo.ts';
import {parseSeed, type Seed, SeedError} from './seed/seed.ts';
import {openStore} from './store/open.ts';
import {assertLoopbackOnly} from './trust/loopback.ts';
import {createThrottle} from './trust/throttle.ts';

/**
 * Starts a reference server. Any number of servers may run in one process. Rejects with a RangeError for invalid
 * options, with a {@link SeedError} for an invalid seed, or with the error of the database or the port; then nothing
 * stays open.
 */
export const createServer = async (options: ServerOptions = {}): Promise<Server> => {
  checkOptions(options);
  const {errors = 'http', host = '127.0.0.1', port = 0, graceMs = 2000, faultSeed = 1, logger} = options;
  const {database = ':memory:', passwordCost} = options;
  const seed = parseSeedOption(options.seed);
  if (passwordCost === 'minimal' && !options.store && database !== ':memory:') {
    throw new RangeError('minimal password hashes are for in-memory tests, not for a file');
  }
  await assertLoopbackOnly(host, options);
  const clock = toControlledClock(options.clock ?? createClock());
  const random = createRandom(options);
  const engine = options.engine ?? (seed === 'demo' ? 'thread' : 'inline');
  const store = options.store ?? (await openStore(database, engine));
  const context = {
    store,
    clock,
    random: random.random,
    throttle: createThrottle(clock, options.loginLimits),
    hashPassword: passwordHasher(random.random, passwordCost),
    hashDecoy: passwordHasher(randomBytes, passwordCost),
  };
  const faults = createFaults(faultSeed);
  const {keepRequests: size = 1000, recordBodies: bodies = 'on', strictRequests = 'flag'} = options;
  const journal = createJournal({size, clock, bodies, violations: strictRequests === 'off' ? 'off' : 'on'});
  const closing = new AbortController();
  let phase: Phase = 'starting';

  const app = createApp({errors, tls: options.tls, logger, log: options.log});
  app.addHook('onRequest', (request, _reply, done) => {
    // Requests before the seed is loaded would fail without it or make the database non-empty.
    const tooEarly = phase === 'starting' && !HEALTH_PATHS.has(request.routeOptions.url ?? '');
    done(tooEarly ? new Failure(503, 'the server is starting') : undefined);
  });
  recordRequests(app, journal, strictRequests);
  registerFaults(app, {faults, seed: faultSeed, byHeader: options.faultHeader ?? false, closing: closing.signal});
  registerContract(app, createHandlers(context), {
    authenticate: createAuthenticate(store, clock),
    encode: createEncoder(options.strictAnswers ?? true, logger),
    interceptor: listInterceptor,
  });
  registerHealth(app, store, () => phase);
  const {controls, initialize} = createControls({
    context,
    clock,
    random,
    faults,
    journal,
    closing: closing.signal,
    exclusiveStore: !options.store && database === ':memory:',
    initial: {...options, seed},
  });
  closeConnectionsOnShutdown(app, closing.signal);
  const activeRequests = countActiveRequests(app);
  let closed: Promise<void> | undefined;
  const close = () => {
    phase = 'closing';
    closing.abort();
    closed ??= closeApp(app, {activeRequests, graceMs}).then(() => {
      // Ends delays that outlast the grace period and would keep the process alive.
      faults.clear();
      return options.store ? undefined : store.close();
    });
    return closed;
  };
  try {
    if (options.controlSecret !== undefined) registerControl(app, controls, {secret: options.controlSecret, store});
    if (await hasDemoUsers(store)) await assertLoopbackOnly(host, {seed: 'demo'});
    // Listen before seeding: if the port is in use, the database stays unchanged.
    const url = await listen(app, host, port);
    await initialize();
    phase = 'ready';
    return Object.defineProperties(
      {url, consoleUrl: url, store, close} as Server,
      Object.getOwnPropertyDescriptors(controls),
    );
  } catch (error) {
    await close();
    throw error;
  }
};

const HEALTH_PATHS: ReadonlySet<string> = new Set(['/healthz', '/readyz']);

const parseSeedOption = (seed: ServerOptions['seed']): Seed | 'demo' | undefined => {
  if (seed === undefined || seed === 'demo') return seed;
  const parsed = parseSeed(seed);
  if (parsed.problems) throw new SeedError(parsed.problems);
  return parsed.seed;
};
