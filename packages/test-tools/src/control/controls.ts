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
import {type WaitOptions, waitForRequest} from '../journal/wait-for-requests.ts';
import type {ReplaceableRandom} from '../random.ts';
import {createSnapshots, type SnapshotControls} from './snapshots.ts';
import {createUserControls, NotFound, type UserControls} from './users.ts';

/** Functions with which tests control a running server. `/__control` offers them over HTTP. */
export interface Controls {
  /** Credentials of the demo, if the server has `seed: 'demo'`. A reset creates new ones. */
  readonly demo: DemoCredentials | undefined;
  readonly clock: ControlledClock;
  /**
   * Restores the initial seed, faults and clock, and clears the recorded requests; if the data cannot be written,
   * changes nothing. Without `force`, rejects with {@link NotResettable} if other programs may have written to the
   * database.
   */
  reset(options?: ResetOptions): Promise<void>;
  /**
   * Adds a seed, or nothing if it rejects. Rejects with {@link SeedError} for an invalid seed and for data that exist.
   */
  seed(seed: SeedInput): Promise<void>;
  readonly users: UserControls;
  readonly snapshots: SnapshotControls;
  /** Sets `count` and `log_time` (Unix seconds, default now) of an entry, or rejects with {@link NotFound}. */
  recordRecurrence(id: number, recurrence: Pick<Recurrence, 'count'> & Partial<Recurrence>): Promise<void>;
  /** Returns matching requests, newest last, with secrets redacted. */
  requests<Id extends MaybeOperation = undefined>(query?: RequestQuery<Id>): readonly RequestRecord<Id>[];
  /** Returns matching requests as a HAR 1.2 document, without response bodies. */
  har(query?: RequestQuery): Har;
  /**
   * Waits for `count` (default 1) matching requests, including those recorded before the call, and resolves to the
   * newest. If the query has no `state`, only requests with a response match. Rejects with {@link RequestNotReceived} at the
   * deadline.
   */
  waitForRequest<Id extends MaybeOperation = undefined>(
    query: RequestQuery<Id>,
    options?: WaitOptions,
  ): Promise<RequestRecord<Id>>;
  forgetRequests(): void;
  /** Throws a RangeError for an invalid fault. */
  setFault(fault: FaultInput): FaultHandle;
  faults(): readonly FaultHandle[];
  clearFaults(): void;
}

/** State of a server that is known only when its seed has been loaded. */
export interface Loaded {
  url: string;
  seeded: boolean;
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

export interface ResetOptions {
  /** `shared-database` deletes all data, including that of other programs. */
  readonly force?: 'shared-database' | undefined;
}

/** Thrown if a reset would delete data that other programs may have written. */
export class NotResettable extends Error {}

const HOW_TO_RESET =
  'and a reset would delete what others wrote; use a database for this server alone, or send {"force": "shared-database"}';

export const createControls = (options: ControlOptions): Controls => {
  const {context, clock, random, faults, journal, closing, loaded, initial} = options;
  const serially = createSerialQueue();
  // The caller may change its object after the start.
  const initialSeed = structuredClone(initial.seed);
  const restart = (setFaults: () => void) => {
    faults.clear();
    setFaults();
    context.throttle.reset();
    journal.clear();
  };
  const assertReplaceable = async (store: Store, force: ResetOptions['force']) => {
    if (options.exclusiveStore || force === 'shared-database') return;
    if (!loaded.seeded) throw new NotResettable(`this server did not seed its database, ${HOW_TO_RESET}`);
    // A server that opens the database waits for the lock of this transaction, so `isShared` stays false until its end.
    if (await store.isShared()) {
      throw new NotResettable(`the database is shared: it was opened again after its creation, ${HOW_TO_RESET}`);
    }
  };
  const reset = async ({force}: ResetOptions) => {
    const restarted = random.restarted();
    const seed = initialSeed === undefined || initialSeed === 'demo' ? initialSeed : parse(initialSeed);
    const original = {...context, clock: clock.original, random: restarted.next};
    loaded.demo = await replaceData(original, {...initial, seed}, store => assertReplaceable(store, force));
    // If replacing the data fails, the random source, the clock and the faults do not change.
    random.replace(restarted);
    clock.reset();
    restart(options.setInitialFaults);
  };
  const seed: Controls['seed'] = async input => {
    const parsed = parse(input, 'any-owner');
    const prepared = await prepareSeed(context, parsed);
    await context.store.transaction(async store => {
      const problems = await findProblems(store, parsed);
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
    waitForRequest: (query, wait) => waitForRequest(journal, query, {...wait, closing}),
    forgetRequests: () => journal.clear(),
    setFault: fault => faults.set(fault),
    faults: () => faults.list(),
    clearFaults: () => faults.clear(),
  };
};

const parse = (...input: Parameters<typeof parseSeed>): Seed => {
  const {seed, problems} = parseSeed(...input);
  if (problems) throw new SeedError(problems);
  return seed;
};

/** Messages about existing data do not contain the values, which may be secrets. */
const findProblems = async (store: Store, {users, tokens, agents}: Seed): Promise<readonly string[]> => {
  const usernames = new Set((await store.users.list()).map(({username}) => username));
  const agentIds = new Set((await store.agents.list()).map(({id}) => id));
  const isTokenTaken = await Promise.all(
    tokens.map(async ({token}) => {
      if (token === undefined) return false;
      return (await store.credentials.findOwner({credential: 'api-token', hash: hashSecret(token)})) !== undefined;
    }),
  );
  const existing = [
    ...users.flatMap(({username}, at) => (usernames.has(username) ? [`users[${at}].username`] : [])),
    ...tokens.flatMap((_token, at) => (isTokenTaken[at] ? [`tokens[${at}].token`] : [])),
    ...agents.flatMap(({id}, at) => (agentIds.has(id) ? [`agents[${at}].id`] : [])),
  ];
  const owners = new Set([...usernames, ...users.map(({username}) => username)]);
  return [
    ...existing.map(path => `${path}: already exists`),
    ...tokens.flatMap(({username}, at) => (owners.has(username) ? [] : [unknownOwner(at, username)])),
  ];
};

const createSerialQueue = () => {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(task: () => Promise<T>): Promise<T> => {
    const done = last.then(task, task);
    last = done;
    return done;
  };
};
