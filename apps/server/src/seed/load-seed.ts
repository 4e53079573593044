import {hashSecret, mintApiToken} from '../credentials.ts';
import type {Context} from '../routes/handlers.ts';
import {type NewErrorLog, type Store, StoreUnavailable} from '../store/store.ts';
import {type DemoCredentials, demoSeed} from './demo.ts';
import type {Seed, SeedData} from './seed.ts';

/** Hashing is slow, so it must not run in the transaction that inserts the seed. */
export const prepareSeed = async (
  {clock, random, hashPassword}: Context,
  {users, tokens, agents, error_logs}: SeedData,
) => {
  const now = clock().getTime();
  const hashed = users.map(async ({password, ...user}) => {
    return {...user, passwordHash: await hashPassword(password), created: now, modified: now};
  });
  return {
    users: await Promise.all(hashed),
    tokens: tokens.map(({token = mintApiToken(random), created = now, ...rest}) => {
      return {...rest, hash: hashSecret(token), created, modified: created};
    }),
    agents,
    errorLogs: error_logs,
  };
};
type PreparedSeed = Awaited<ReturnType<typeof prepareSeed>>;

export const insertSeed = async (store: Store, {users, tokens, agents, errorLogs}: PreparedSeed): Promise<void> => {
  await store.users.add(users);
  const ids = new Map<string, number>();
  for (const username of new Set(tokens.map(token => token.username))) {
    ids.set(username, (await store.users.find(username))?.id ?? 0);
  }
  for (const {username, ...token} of tokens) await store.tokens.add({...token, uid: ids.get(username) ?? 0});
  for (const {id, name, applications} of agents) await store.agents.add({id, name}, applications);
  await store.errorLogs.append(errorLogs);
};

const DEFAULT_DEMO_LOGS = 50_000;

export interface InitialData {
  readonly seed: Seed | 'demo' | undefined;
  readonly seedLogs?: number;
}

type Loaded = {readonly seeded: boolean; readonly demo: DemoCredentials | undefined};

/** Loads the seed into an empty store, in an exclusive transaction, because several servers may start at once. */
export const loadIfEmpty = async (context: Context, initial: InitialData): Promise<Loaded> => {
  let seeded = false;
  // A store with data needs no lock, which another server may hold for minutes.
  if (initial.seed === undefined || !(await isEmpty(context.store))) return {seeded, demo: undefined};
  const {credentials, insert} = await prepare(context, initial);
  await retryWhileBusy(() =>
    context.store.transaction(async store => {
      seeded = await isEmpty(store);
      if (seeded) await insert(store);
    }, 'exclusive'),
  );
  return {seeded, demo: seeded ? credentials : undefined};
};

/** Replaces all data of the store, in an exclusive transaction. If `assertReplaceable` rejects, changes nothing. */
export const replaceData = async (
  context: Context,
  initial: InitialData,
  assertReplaceable: (store: Store) => Promise<void>,
): Promise<DemoCredentials | undefined> => {
  const {credentials, insert} = await prepare(context, initial);
  await context.store.transaction(async store => {
    await assertReplaceable(store);
    await store.clear();
    await insert(store);
  }, 'exclusive');
  return credentials;
};

const prepare = async (context: Context, {seed, seedLogs = DEFAULT_DEMO_LOGS}: InitialData) => {
  const demo = seed === 'demo' ? await demoSeed(context.clock(), context.random) : undefined;
  const data = seed === 'demo' ? demo?.seed : seed;
  const prepared = data && (await prepareSeed(context, data));
  return {
    credentials: demo?.credentials,
    insert: async (store: Store) => {
      if (demo) await appendInBatches(store, demo.logs(seedLogs));
      if (prepared) await insertSeed(store, prepared);
    },
  };
};

const retryWhileBusy = async (work: () => Promise<void>): Promise<void> => {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof StoreUnavailable && error.reason === 'busy')) throw error;
    }
  }
};

const isEmpty = async ({users, agents, errorLogs}: Store): Promise<boolean> => {
  const [userCount, agentList, logs] = await Promise.all([
    users.count(),
    agents.list(),
    errorLogs.list({}, {offset: 0, limit: 0}),
  ]);
  return userCount + agentList.length + logs.count === 0;
};

const BATCH_SIZE = 5000;

/** While a batch is written, the next one is created. */
const appendInBatches = async ({errorLogs}: Store, entries: Iterable<NewErrorLog>): Promise<void> => {
  let batch: NewErrorLog[] = [];
  let writing: Promise<void> = Promise.resolve();
  for (const entry of entries) {
    batch.push(entry);
    if (batch.length < BATCH_SIZE) continue;
    await writing;
    writing = errorLogs.append(batch);
    batch = [];
  }
  await writing;
  await errorLogs.append(batch);
};
