import type {DemoCredentials, Recurrence, SeedInput, Store} from '@edge-console/server';
import {
  hashSecret,
  insertSeed,
  parseSeed,
  prepareSeed,
  replaceData,
  type Seed,
  SeedError,
  type SiteContext,
  unixSeconds,
  unknownOwner,
} from '@edge-console/server/extension';
import type {ControlledClock} from '../clock.ts';
import type {FaultHandle, FaultInput, FaultRegistry} from '../faults/registry.ts';
import type {Journal} from '../journal/journal.ts';
import type {MaybeOperation, RequestQuery, RequestRecord} from '../journal/record.ts';
import {type WaitOptions, waitForRequests} from '../journal/wait.ts';
import type {ReplaceableRandom} from '../random.ts';
import {createUserControls, NotFound, type UserControls} from './users.ts';

/** Controls of a running server for tests; `/__control` offers the same over HTTP. */
export interface Controls {
  /** Credentials of `seed: 'demo'`. A reset creates new ones. */
  readonly demo: DemoCredentials | undefined;
  readonly clock: ControlledClock;
  /**
   * Restores the initial seed, faults and clock, and clears recorded requests. If the data cannot be written, nothing
   * changes. Concurrent requests see the state before or after, never in between.
   *
   * Rejects with {@link NotResettable} if others may have written to the database, unless forced: if it is a file,
   * PostgreSQL or the caller's store, and this server did not seed it or it was opened again after its creation.
   */
  reset(options?: ResetOptions): Promise<void>;
  /**
   * Adds a seed to the existing data, atomically; its tokens may belong to existing users. Rejects with
   * {@link SeedError}.
   */
  seed(seed: SeedInput): Promise<void>;
  /** Adds, changes and removes users. */
  readonly users: UserControls;
  /**
   * Sets `count` of an error-log entry that occurred again, and its `log_time` in Unix seconds, by default now. Rejects
   * with {@link NotFound} for an unknown id.
   */
  recordRecurrence(id: number, recurrence: Pick<Recurrence, 'count'> & Partial<Recurrence>): Promise<void>;
  /** Recorded requests, active and answered, newest last, with secrets redacted. */
  requests<Id extends MaybeOperation = undefined>(query?: RequestQuery<Id>): readonly RequestRecord<Id>[];
  /**
   * The newest matching request, once there are `count` (default 1), including those recorded before. A request counts
   * when it is answered, unless the query has a `state`.
   *
   * Rejects with {@link RequestNotReceived} at the deadline; its message lists what was received instead.
   */
  waitForRequest<Id extends MaybeOperation = undefined>(
    query: RequestQuery<Id>,
    options?: WaitOptions,
  ): Promise<RequestRecord<Id>>;
  /** Clears the recorded requests. */
  forgetRequests(): void;
  /** Sets a fault until it is removed. Throws a RangeError for an invalid fault. */
  setFault(fault: FaultInput): FaultHandle;
  faults(): readonly FaultHandle[];
  clearFaults(): void;
}

/** What a server loaded at its start; a reset replaces `demo`. */
interface Loaded {
  seeded: boolean;
  demo: DemoCredentials | undefined;
}

interface ControlOptions {
  readonly context: SiteContext;
  readonly clock: ControlledClock;
  readonly random: ReplaceableRandom;
  readonly faults: FaultRegistry;
  readonly journal: Journal;
  /** Aborted when the server starts closing. */
  readonly closing: AbortSignal;
  readonly loaded: Loaded;
  /** Whether no other server or process can reach the store. */
  readonly exclusiveStore: boolean;
  /** Data after a reset. */
  readonly initial: {readonly seed?: SeedInput | 'demo'; readonly seedLogs?: number};
  setInitialFaults(): void;
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

export const createControls = (options: ControlOptions): Controls => {
  const {context, clock, random, faults, journal, closing, loaded, initial} = options;
  const serially = createSerialQueue();
  // Checked when the server started.
  const initialSeed =
    initial.seed === undefined || initial.seed === 'demo' ? initial.seed : parseSeed(initial.seed).seed;
  const assertReplaceable = async (store: Store, force: ResetOptions['force']) => {
    if (options.exclusiveStore || force === 'shared-database') return;
    if (!loaded.seeded) throw new NotResettable(`this server did not seed its database, ${HOW_TO_RESET}`);
    // The transaction holds the lock that opening takes, so no other process opens the database until the reset is complete.
    if (await store.isShared()) {
      throw new NotResettable(`the database is shared: it was opened again after its creation, ${HOW_TO_RESET}`);
    }
  };
  const reset = async ({force}: ResetOptions) => {
    const original = {...context, clock: clock.original, random: random.restarted()};
    loaded.demo = await replaceData(original, {...initial, seed: initialSeed}, store =>
      assertReplaceable(store, force),
    );
    // All other state changes once the data, which may fail to load, are in place.
    random.replace(original.random);
    faults.clear();
    options.setInitialFaults();
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
  return {
    get demo() {
      return loaded.demo;
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
};

/** Paths of a seed whose users, tokens or agents the store already has. Values are not repeated: some are secrets. */
const findConflicts = async (store: Store, {users, tokens, agents}: Seed): Promise<readonly string[]> => {
  const usernames = await usernamesOf(store);
  const agentIds = new Set((await store.agents.list()).map(({id}) => id));
  const isTokenTaken = await Promise.all(
    tokens.map(async ({token}) => {
      if (token === undefined) return false;
      return (await store.credentials.findOwner({credential: 'api-token', hash: hashSecret(token)})) !== undefined;
    }),
  );
  return [
    ...users.flatMap(({username}, at) => (usernames.has(username) ? [`users[${at}].username`] : [])),
    ...tokens.flatMap((_token, at) => (isTokenTaken[at] ? [`tokens[${at}].token`] : [])),
    ...agents.flatMap(({id}, at) => (agentIds.has(id) ? [`agents[${at}].id`] : [])),
  ].map(path => `${path}: already exists`);
};

/** Tokens whose user is neither in the seed nor in the store. */
const findUnknownOwners = async (store: Store, {users, tokens}: Seed): Promise<readonly string[]> => {
  const known = new Set([...(await usernamesOf(store)), ...users.map(({username}) => username)]);
  return tokens.flatMap(({username}, at) => (known.has(username) ? [] : [unknownOwner(at, username)]));
};

const usernamesOf = async ({users}: Store): Promise<Set<string>> =>
  new Set((await users.list()).map(({username}) => username));

/** Runs tasks serially, in call order. */
const createSerialQueue = () => {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(task: () => Promise<T>): Promise<T> => {
    const done = last.then(task, task);
    last = done;
    return done;
  };
};
