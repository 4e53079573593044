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
import type {FaultHandle, FaultInput, FaultRegistry} from '../faults/fault-registry.ts';
import {type Har, toHar} from '../journal/har.ts';
import type {Journal} from '../journal/journal.ts';
import type {MaybeOperation, RequestQuery, RequestRecord} from '../journal/request-record.ts';
import {type WaitOptions, waitForRequests} from '../journal/wait-for-requests.ts';
import type {ReplaceableRandom} from '../random.ts';
import {createSnapshots, type SnapshotControls} from './snapshots.ts';
import {createUserControls, NotFound, type UserControls} from './users.ts';

/** Functions with which tests control a running server. `/__control` offers them over HTTP. */
export interface Controls {
  /** Credentials of the demo, if the server has `seed: 'demo'`. A reset creates new ones. */
  readonly demo: DemoCredentials | undefined;
  readonly clock: ControlledClock;
  /**
   * Restores the initial seed, faults and clock, and clears the recorded requests. If the data cannot be written,
   * nothing changes. Concurrent requests see the data before or after the reset, never in between.
   *
   * Without `force`, rejects with {@link NotResettable} if other programs may have written to the database. They cannot
   * if it is in memory, or if this server seeded it and no program has opened it since.
   */
  reset(options?: ResetOptions): Promise<void>;
  /**
   * Adds a seed to the existing data: all of it or, on failure, nothing. Tokens of the seed may belong to existing
   * users. Rejects with {@link SeedError} for an invalid seed and for data that already exist.
   */
  seed(seed: SeedInput): Promise<void>;
  readonly users: UserControls;
  readonly snapshots: SnapshotControls;
  /** Sets `count` and `log_time` (Unix seconds, default now) of a log entry, or rejects with {@link NotFound}. */
  recordRecurrence(id: number, recurrence: Pick<Recurrence, 'count'> & Partial<Recurrence>): Promise<void>;
  /** Returns matching requests, newest last, with secrets redacted, including those without a response yet. */
  requests<Id extends MaybeOperation = undefined>(query?: RequestQuery<Id>): readonly RequestRecord<Id>[];
  /** Returns the same requests as {@link requests}, as a HAR 1.2 document. It has no response bodies. */
  har(query?: RequestQuery): Har;
  /**
   * Resolves to the newest matching request, once there are `count` (default 1) of them. Requests recorded before the
   * call count too. A request counts once it is answered, unless the query has a `state`.
   *
   * Rejects with {@link RequestNotReceived} at the deadline. The message lists the requests that were received instead.
   */
  waitForRequest<Id extends MaybeOperation = undefined>(
    query: RequestQuery<Id>,
    options?: WaitOptions,
  ): Promise<RequestRecord<Id>>;
  forgetRequests(): void;
  /** Sets a fault, which applies until it is removed. Throws a RangeError for an invalid fault. */
  setFault(fault: FaultInput): FaultHandle;
  faults(): readonly FaultHandle[];
  clearFaults(): void;
}

/** State of a server that is known only when its seed has been loaded. */
export interface Loaded {
  url: string;
  /** Whether the server loaded its seed at the start. */
  seeded: boolean;
  /** The demo credentials, which change with each reset. */
  demo: DemoCredentials | undefined;
}

interface ControlOptions {
  readonly context: SiteContext;
  readonly clock: ControlledClock;
  readonly random: ReplaceableRandom;
  readonly faults: FaultRegistry;
  readonly journal: Journal;
  readonly closing: AbortSignal;
  readonly loaded: Loaded;
  /** Whether no other server or process can reach the store. */
  readonly exclusiveStore: boolean;
  readonly initial: {readonly seed?: SeedInput | 'demo'; readonly seedLogs?: number};
  setInitialFaults(): void;
}

/** Whether a reset may delete data of other programs. */
export interface ResetOptions {
  /** `shared-database`: deletes all data, including data of other programs, which may be using the database. */
  readonly force?: 'shared-database' | undefined;
}

/** Thrown if a reset would delete data that other programs may have written. */
export class NotResettable extends Error {}

const HOW_TO_RESET =
  'and a reset would delete what others wrote; use a database for this server alone, or send {"force": "shared-database"}';

export const createControls = (options: ControlOptions): Controls => {
  const {context, clock, random, faults, journal, closing, loaded, initial} = options;
  const serially = createSerialQueue();
  // `parseSeed` cannot fail here, because the same seed was validated when the server started.
  const initialSeed =
    initial.seed === undefined || initial.seed === 'demo' ? initial.seed : parseSeed(initial.seed).seed;
  const restart = (setFaults: () => void) => {
    faults.clear();
    setFaults();
    context.throttle.reset();
    journal.clear();
  };
  const assertReplaceable = async (store: Store, force: ResetOptions['force']) => {
    if (options.exclusiveStore || force === 'shared-database') return;
    if (!loaded.seeded) throw new NotResettable(`this server did not seed its database, ${HOW_TO_RESET}`);
    // No process can open the database between this check and the end of the reset. Opening it needs a lock that this
    // transaction holds.
    if (await store.isShared()) {
      throw new NotResettable(`the database is shared: it was opened again after its creation, ${HOW_TO_RESET}`);
    }
  };
  const reset = async ({force}: ResetOptions) => {
    const restarted = random.restarted();
    const original = {...context, clock: clock.original, random: restarted.next};
    loaded.demo = await replaceData(original, {...initial, seed: initialSeed}, store =>
      assertReplaceable(store, force),
    );
    // The random source, the clock and the faults are reset only after the data has been replaced. If replacing the
    // data fails, they do not change.
    random.replace(restarted);
    clock.reset();
    restart(options.setInitialFaults);
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
    snapshots: createSnapshots({...{store: context.store, clock, random, faults, loaded}, restart, serially}),
    recordRecurrence: async (id, {count, log_time = unixSeconds(clock)}) => {
      const found = await context.store.errorLogs.recordRecurrence(id, {count, log_time});
      if (!found) throw new NotFound(`there is no entry ${id}`);
    },
    requests: query => journal.find(query),
    har: query => toHar(journal.find(query) as readonly RequestRecord[], loaded.url),
    waitForRequest: async (query, wait) => {
      const found = await waitForRequests(journal, query, {...wait, closing});
      return found.at(-1) as (typeof found)[number];
    },
    forgetRequests: () => journal.clear(),
    setFault: fault => faults.set(fault),
    faults: () => faults.list(),
    clearFaults: () => faults.clear(),
  };
};

/**
 * Returns a message for each value of the seed that the store already has. The message does not contain the value,
 * which may be a secret.
 */
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

const findUnknownOwners = async (store: Store, {users, tokens}: Seed): Promise<readonly string[]> => {
  const known = new Set([...(await usernamesOf(store)), ...users.map(({username}) => username)]);
  return tokens.flatMap(({username}, at) => (known.has(username) ? [] : [unknownOwner(at, username)]));
};

const usernamesOf = async ({users}: Store): Promise<Set<string>> =>
  new Set((await users.list()).map(({username}) => username));

const createSerialQueue = () => {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(task: () => Promise<T>): Promise<T> => {
    const done = last.then(task, task);
    last = done;
    return done;
  };
};
