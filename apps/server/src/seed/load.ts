import {hashSecret, mintApiToken} from '../credentials.ts';
import type {Context} from '../routes/context.ts';
import type {NewErrorLog, Store} from '../store/store.ts';
import type {Seed} from './seed.ts';

/** A token as a seed names it; `created` in ms, by default now. */
export type SeedToken = Seed['tokens'][number] & {readonly created?: number};
/** A seed, or the like of it made by the demo. */
export type Loadable = Omit<Seed, 'tokens'> & {readonly tokens: readonly SeedToken[]};

// Entries of one transaction: what is in memory at once, however many there are.
const BATCH = 5000;

/** Whether a store holds no user, no agent and no log entry. */
export const isEmpty = async ({users, agents, errorLogs}: Store): Promise<boolean> => {
  const [people, machines, logs] = await Promise.all([
    users.count(),
    agents.list(),
    errorLogs.list({}, {offset: 0, limit: 0}),
  ]);
  return people + machines.length + logs.count === 0;
};

/** Loads a seed, the whole of it or nothing. */
export const loadSeed = async ({store, clock, random, hashPassword}: Context, seed: Loadable): Promise<void> => {
  const now = clock().getTime();
  const users = await Promise.all(
    seed.users.map(async ({username, password, role}) => ({
      username,
      role,
      passwordHash: await hashPassword(password),
      created: now,
      modified: now,
    })),
  );
  await store.atomically(async trx => {
    await trx.users.add(users);
    const ids = new Map<string, number>();
    for (const {username} of users) ids.set(username, (await trx.users.find(username))?.id ?? 0);
    for (const {username, name, expire, token, created = now} of seed.tokens) {
      const hash = hashSecret(token ?? mintApiToken(random));
      await trx.tokens.add({uid: ids.get(username) ?? 0, name, expire, hash, created, modified: created});
    }
    for (const {id, name, applications} of seed.agents) await trx.agents.add({id, name}, applications);
    await trx.errorLogs.append(seed.error_logs);
  });
};

/** Appends any number of entries in bounded memory, making the next ones while the last are written. */
export const loadLogs = async ({store}: Context, entries: Iterable<NewErrorLog>): Promise<void> => {
  let batch: NewErrorLog[] = [];
  let writing: Promise<void> = Promise.resolve();
  for (const entry of entries) {
    batch.push(entry);
    if (batch.length < BATCH) continue;
    await writing;
    writing = store.errorLogs.append(batch);
    batch = [];
  }
  await writing;
  await store.errorLogs.append(batch);
};
