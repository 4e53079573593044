import {randomBytes} from 'node:crypto';
import {checkOptions} from './check-options.ts';
import {createClock, movable} from './clock.ts';
import {registerControl} from './control/control.ts';
import {createControls} from './control/controls.ts';
import {passwordHasher} from './credentials.ts';
import {faultyLists, registerFaults} from './faults/plugin.ts';
import {createFaults} from './faults/registry.ts';
import {createApp} from './http/app.ts';
import {createAuthenticate} from './http/authenticate.ts';
import {createEncoder} from './http/encode.ts';
import {Failure} from './http/failure.ts';
import {type Phase, registerHealth} from './http/health.ts';
import {closeApp, closeConnectionsOnShutdown, countActiveRequests, listen} from './http/listen.ts';
import {registerContract} from './http/route.ts';
import {restartable} from './ids.ts';
import {createJournal, keepJournal} from './journal/journal.ts';
import type {Server, ServerOptions} from './options.ts';
import {createHandlers} from './routes/handlers.ts';
import {holdsDemo} from './seed/demo.ts';
import {parseSeed, type Seed} from './seed/seed.ts';
import {SeedError} from './seed-error.ts';
import {openStore} from './store/open.ts';
import {assertLoopbackOnly} from './trust/loopback.ts';
import {createThrottle} from './trust/throttle.ts';

/**
 * Starts a reference server. Any number of them may run in one process. Rejects with a RangeError for options that
 * cannot be, with {@link SeedError}, or with the error of the database or the port; nothing stays open then.
 */
export const createServer = async (options: ServerOptions = {}): Promise<Server> => {
  checkOptions(options);
  const {errors = 'http', host = '127.0.0.1', port = 0, graceMs = 2000, faultSeed = 1, logger} = options;
  const seed = checkedSeed(options.seed);
  assertCheapOnlyInMemory(options);
  await assertLoopbackOnly(host, options);
  const clock = movable(options.clock ?? createClock());
  const source = restartable(options);
  const engine = options.engine ?? (seed === 'demo' ? 'thread' : 'inline');
  const store = options.store ?? (await openStore(options.database ?? ':memory:', engine));
  const throttle = createThrottle(clock, options.loginLimits);
  const {random} = source;
  const context = {
    ...{store, clock, random, throttle},
    hashPassword: passwordHasher(random, options.passwordCost),
    hashDecoy: passwordHasher(randomBytes, options.passwordCost),
  };
  const faults = createFaults(faultSeed);
  const journal = createJournal(options.keepRequests ?? 1000, clock);
  const closing = new AbortController();
  let phase: Phase = 'starting';

  const app = createApp({errors, tls: options.tls, logger, log: options.log});
  app.addHook('onRequest', (request, _reply, done) => {
    // What is asked before the seed is there would be refused for lack of it, or be in its way.
    const early = phase === 'starting' && !HEALTH.has(request.routeOptions.url ?? '');
    done(early ? new Failure(503, 'the server is starting') : undefined);
  });
  keepJournal(app, journal);
  registerFaults(app, {faults, seed: faultSeed, byHeader: options.faultHeader ?? false, closing: closing.signal});
  registerContract(app, createHandlers(context), {
    authenticate: createAuthenticate(store, clock),
    encode: createEncoder(options.strictAnswers ?? true, logger),
    store,
    clock,
    interceptor: faultyLists,
  });
  registerHealth(app, store, () => phase);
  const {controls, begin} = createControls({
    context,
    clock,
    source,
    faults,
    journal,
    private: !options.store && (options.database ?? ':memory:') === ':memory:',
    first: {...options, seed},
  });
  closeConnectionsOnShutdown(app, closing.signal);
  const activeRequests = countActiveRequests(app);
  let closed: Promise<void> | undefined;
  const close = () => {
    phase = 'closing';
    closing.abort();
    closed ??= closeApp(app, {activeRequests, graceMs}).then(() => {
      // What is held up for longer than the grace would hold up the process too.
      faults.clear();
      return options.store ? undefined : store.close();
    });
    return closed;
  };
  try {
    if (options.controlSecret !== undefined) registerControl(app, controls, {secret: options.controlSecret, store});
    // The port first: where it is taken, the database is left as it was.
    if (await holdsDemo(store)) await assertLoopbackOnly(host, {seed: 'demo'});
    const url = await listen(app, host, port);
    await begin();
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

const HEALTH: ReadonlySet<string> = new Set(['/healthz', '/readyz']);

const checkedSeed = (seed: ServerOptions['seed']): Seed | 'demo' | undefined => {
  if (seed === undefined || seed === 'demo') return seed;
  const parsed = parseSeed(seed);
  if (parsed.problems) throw new SeedError(parsed.problems);
  return parsed.seed;
};

const assertCheapOnlyInMemory = ({passwordCost, database = ':memory:', store}: ServerOptions): void => {
  if (passwordCost === 'minimal' && !store && database !== ':memory:') {
    throw new RangeError('minimal password hashes are for tests in memory, not for a file');
  }
};
