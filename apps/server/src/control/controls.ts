import {type ControlledClock, unixSeconds} from '../clock.ts';
import {hashSecret} from '../credentials.ts';
import type {FaultInput, FaultRegistry} from '../faults/registry.ts';
import type {RestartableRandom} from '../ids.ts';
import type {Journal} from '../journal/journal.ts';
import {waitForRequests} from '../journal/wait.ts';
import type {Controls} from '../options/server.ts';
import type {Context} from '../routes/context.ts';
import type {DemoCredentials} from '../seed/demo.ts';
import {type InitialData, insertSeed, loadIfEmpty, prepareSeed, replaceData} from '../seed/load.ts';
import {parseSeed, type Seed, SeedError, unknownOwner} from '../seed/seed.ts';
import type {Store} from '../store/store.ts';
import {createUserControls, NotFound} from './users.ts';

interface ControlOptions {
  readonly context: Context;
  readonly clock: ControlledClock;
  readonly random: RestartableRandom;
  readonly faults: FaultRegistry;
  readonly journal: Journal;
  /** Aborted when the server starts closing. */
  readonly closing: AbortSignal;
  /** Whether no other server or process can reach the store. */
  readonly exclusiveStore: boolean;
  /** State after the start and after a reset. */
  readonly initial: InitialData & {readonly faults?: readonly FaultInput[]};
}

/** What a reset may delete besides the data of this server. */
export interface ResetOptions {
  /** `shared-database`: also data of others, who may be using the database. */
  readonly force?: 'shared-database' | undefined;
}

/** A reset would delete data that others may have written. */
export class NotResettable extends Error {}

const HOW_TO_RESET =
  'and a reset would delete what others wrote; use a database for this server alone, or send {"force": "shared-database"}';

/** The controls of a server, and `initialize`, which sets the initial faults and loads the initial seed. */
export const createControls = (options: ControlOptions): {readonly controls: Controls; initialize(): Promise<void>} => {
  const {context, clock, random, faults, journal, closing, exclusiveStore, initial} = options;
  const serially = createSerialQueue();
  let demo: DemoCredentials | undefined;
  let seeded = false;
  const setInitialFaults = () => {
    for (const [at, fault] of (initial.faults ?? []).entries()) {
      try {
        faults.set(fault);
      } catch (error) {
        throw new RangeError(`faults[${at}]: ${(error as Error).message}`);
      }
    }
  };
  const initialize = async () => {
    setInitialFaults();
    if (initial.seed === undefined) return;
    const loaded = await loadIfEmpty(context, initial);
    seeded = loaded !== 'has-data';
    if (loaded !== 'has-data') demo = loaded.credentials;
  };
  const assertReplaceable = async (store: Store, force: ResetOptions['force']) => {
    if (exclusiveStore || force === 'shared-database') return;
    if (!seeded) throw new NotResettable(`this server did not seed its database, ${HOW_TO_RESET}`);
    // Under the lock that an opening takes, so that no other process opens the database until the reset is complete.
    if (await store.isShared()) {
      throw new NotResettable(`the database is shared: it was opened again after its creation, ${HOW_TO_RESET}`);
    }
  };
  const reset = async ({force}: ResetOptions) => {
    // All other state changes once the data, which may fail to load, are in place.
    const undoRestart = random.restart();
    try {
      const original = {...context, clock: clock.original};
      demo = await replaceData(original, initial, store => assertReplaceable(store, force));
    } catch (error) {
      undoRestart();
      throw error;
    }
    faults.clear();
    setInitialFaults();
    clock.reset();
    context.throttle.reset();
    journal.clear();
  };
  const seed: Controls['seed'] = async input => {
    const parsed = parseSeed(input, 'any-owner');
    if (parsed.problems) throw new SeedError(parsed.problems);
    const prepared = await prepareSeed(context, parsed.seed);
    await context.store.transaction(async store => {
      const problems = [...(await findConflicts(store, parsed.seed)), ...(await findUnknownOwners(store, parsed.seed))];
      if (problems.length > 0) throw new SeedError(problems);
      await insertSeed(store, prepared);
    }, 'exclusive');
  };
  const controls: Controls = {
    get demo() {
      return demo;
    },
    get seeded() {
      return seeded;
    },
    clock,
    reset: (options = {}) => serially(() => reset(options)),
    seed: input => serially(() => seed(input)),
    users: createUserControls(context),
    recordRecurrence: async (id, {count, log_time = unixSeconds(clock)}) => {
      const found = await context.store.errorLogs.recordRecurrence(id, {count, log_time});
      if (!found) throw new NotFound(`there is no entry ${id}`);
    },
    requests: query => journal.find(query),
    waitForRequest: async (query, wait) => {
      const found = await waitForRequests(journal, query, {...wait, closing});
      // Not empty: `count` is at least 1.
      return found.at(-1) as (typeof found)[number];
    },
    forgetRequests: () => journal.clear(),
    setFault: fault => faults.set(fault),
    faults: () => faults.list(),
    clearFaults: () => faults.clear(),
  };
  return {controls, initialize};
};

/** Paths of a seed whose users, tokens or agents the store already has. Values are not repeated: some are secrets. */
const findConflicts = async (store: Store, {users, tokens, agents}: Seed): Promise<readonly string[]> => {
  const agentIds = new Set((await store.agents.list()).map(({id}) => id));
  const checks = [
    ...users.map(async ({username}, at) => ((await store.users.find(username)) ? `users[${at}].username` : undefined)),
    ...tokens.map(async ({token}, at) =>
      token !== undefined && (await store.credentials.findOwner({credential: 'api-token', hash: hashSecret(token)}))
        ? `tokens[${at}].token`
        : undefined,
    ),
    ...agents.map(async ({id}, at) => (agentIds.has(id) ? `agents[${at}].id` : undefined)),
  ];
  const paths = await Promise.all(checks);
  return paths.flatMap(path => (path === undefined ? [] : [`${path}: already exists`]));
};

/** Tokens whose user is neither in the seed nor in the store. */
const findUnknownOwners = async ({users}: Store, {users: added, tokens}: Seed): Promise<readonly string[]> => {
  const known = new Set(added.map(({username}) => username));
  const unknown = new Set<string>();
  for (const {username} of tokens) {
    if (known.has(username) || unknown.has(username)) continue;
    const names = (await users.find(username)) ? known : unknown;
    names.add(username);
  }
  return tokens.flatMap(({username}, at) => (unknown.has(username) ? [unknownOwner(at, username)] : []));
};

/** Runs tasks serially, in call order. */
const createSerialQueue = () => {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(task: () => Promise<T>): Promise<T> => {
    const done = last.then(task, task);
    last = done;
    return done;
  };
};
