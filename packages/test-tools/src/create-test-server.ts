import {createServer, type SeedInput, type Server, type ServerOptions} from '@edge-console/server';
import {assertLoopback, checkOptions, mintConsoleToken, OPTIONS} from '@edge-console/server/extension';
import {createClock, toControlledClock} from './clock.ts';
import {type Controls, createControls, type Loaded} from './control/controls.ts';
import {controlGuard} from './control/guard.ts';
import {registerControl} from './control/routes.ts';
import {registerFaults} from './faults/fault-hooks.ts';
import {createFaults, type FaultInput} from './faults/fault-registry.ts';
import {createJournal} from './journal/journal.ts';
import {recordRequests, recordResponses} from './journal/journal-hooks.ts';
import {TEST_CONFLICTS, TEST_OPTIONS, type TestServerOptions} from './options.ts';
import {createRandom} from './random.ts';
import type {TwinCredentials} from './twin/access.ts';
import type {Twin} from './twin/read-twin.ts';
import {registerTwin, twinCredentials} from './twin/twin.ts';

export type TestServer = Omit<Server, keyof Controls> &
  Controls & {
    /** Account and API token that the server accepts if it imitates a recorded gateway (option `twin`). */
    readonly twin: TwinCredentials | undefined;
  };

/** Starts a server with {@link Controls}. Rejects with a RangeError for invalid options, and as `createServer` does. */
export const createTestServer = async (given: TestServerOptions = {}): Promise<TestServer> => {
  checkOptions(TEST_OPTIONS, TEST_CONFLICTS, given);
  const {twin} = given;
  const options = twin === undefined ? given : optionsOfTwin(twin, given);
  const {controlSecret, controlAllow, ids, faultSeed = 1, faultHeader = false} = options;
  const {keepRequests = 1000, recordBodies = 'on', strictRequests = 'flag'} = options;
  const guard = controlSecret === undefined ? undefined : controlGuard(controlSecret, controlAllow);
  if (ids !== undefined) await assertLoopback(options.host ?? '127.0.0.1', ['predictable tokens (ids)']);

  const clock = toControlledClock(options.clock ?? createClock());
  const random = createRandom(ids, options.random);
  const faults = createFaults(faultSeed);
  const setInitialFaults = () => {
    for (const [at, fault] of (options.faults ?? []).entries()) {
      try {
        faults.set(fault);
      } catch (error) {
        throw new RangeError(`faults[${at}]: ${(error as Error).message}`);
      }
    }
  };
  setInitialFaults();
  const violations = strictRequests === 'off' ? 'off' : 'on';
  const journal = createJournal({size: keepRequests, clock, bodies: recordBodies, violations});

  const ending = new AbortController();
  const {signal: closing} = ending;
  const loaded = {url: '', seeded: false, demo: undefined} as Loaded;
  const exclusiveStore = !options.store && (options.database ?? ':memory:') === ':memory:';
  let controls: Controls | undefined;
  const extension: ServerOptions['extension'] = (app, context) => {
    recordRequests(app, journal, strictRequests);
    const registerResponses = twin && registerTwin(app, context, twin);
    registerFaults(app, {faults, seed: faultSeed, byHeader: faultHeader, closing});
    registerResponses?.();
    recordResponses(app, journal);
    options.extension?.(app, context);
    if (!context.bases.includes('admin')) return;
    const shared = {context, clock, random, faults, journal, closing, loaded, exclusiveStore, setInitialFaults};
    controls = createControls({...shared, initial: options});
    if (guard) registerControl(app, controls, {store: context.store, guard});
  };
  const server = await createServer({
    ...serverOptionsOf(options),
    clock,
    random: random.random,
    // A second generator makes the console token. Otherwise the first API token with `ids: 'sequential'` would have
    // number 2 instead of 1.
    ...(options.consolePort !== undefined && {
      consoleTokens: options.consoleTokens ?? [mintConsoleToken(createRandom(ids, options.random).random)],
    }),
    extension,
  });
  Object.assign(loaded, {url: server.url, seeded: server.seeded, demo: server.demo});
  const close = async () => {
    ending.abort();
    // Ends requests that faults delay or leave hanging, because `server.close()` waits for active requests.
    faults.clear();
    await server.close();
  };
  return {
    ...server,
    ...(controls as unknown as Controls),
    close,
    twin: twin && twinCredentials(twin),
    get demo() {
      return loaded.demo;
    },
  };
};

/** Options in `given` take precedence over those of the recorded gateway `twin`. The faults of both are used. */
const optionsOfTwin = (twin: Twin, given: TestServerOptions): TestServerOptions => ({
  seed: twin.seed as SeedInput,
  ...(given.consolePort !== undefined && {consoleTokens: [twinCredentials(twin).apiToken]}),
  errors: twin.habits.errors,
  clock: () => new Date(Date.now() + twin.habits.clockOffsetMs),
  ...given,
  faults: [...(twin.habits.faults as unknown as readonly FaultInput[]), ...(given.faults ?? [])],
});

const serverOptionsOf = (options: TestServerOptions): ServerOptions =>
  Object.fromEntries(Object.entries(options).filter(([name]) => name in OPTIONS));
