import {hashSecret, mintApiToken} from '../credentials.ts';
import type {Context} from '../routes/context.ts';
import type {NewErrorLog, NewToken, NewUser, Store} from '../store/store.ts';
import type {Seed} from './seed.ts';

/** A token as a seed names it; `created` in ms, by default now. */
export type SeedToken = Seed['tokens'][number] & {readonly created?: number};
/** A seed, or the like of it made by the demo. */
export type Loadable = Omit<Seed, 'tokens'> & {readonly tokens: readonly SeedToken[]};

// Entries that are in memory at once, however many there are.
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

/** A seed with its secrets hashed, which takes time that no transaction should. */
export interface Prepared {
  readonly users: readonly NewUser[];
  readonly tokens: readonly (Omit<NewToken, 'uid'> & {readonly username: string})[];
  readonly agents: Loadable['agents'];
  readonly errorLogs: readonly NewErrorLog[];
}

export const prepareSeed = async (
  {clock, random, hashPassword}: Context,
  {users, tokens, agents, error_logs}: Loadable,
): Promise<Prepared> => {
  const now = clock().getTime();
  const hashed = users.map(async ({username, password, role}) => ({
    username,
    role,
    passwordHash: await hashPassword(password),
    created: now,
    modified: now,
  }));
  return {
    users: await Promise.all(hashed),
    tokens: tokens.map(({username, name, expire, token, created = now}) => {
      const hash = hashSecret(token ?? mintApiToken(random));
      return {username, name, expire, hash, created, modified: created};
    }),
    agents,
    errorLogs: error_logs,
  };
};

export const insertSeed = async (store: Store, {users, tokens, agents, errorLogs}: Prepared): Promise<void> => {
  await store.users.add(users);
  const ids = new Map<string, number>();
  for (const {username} of users) ids.set(username, (await store.users.find(username))?.id ?? 0);
  for (const {username, ...token} of tokens) await store.tokens.add({...token, uid: ids.get(username) ?? 0});
  for (const {id, name, applications} of agents) await store.agents.add({id, name}, applications);
  await store.errorLogs.append(errorLogs);
};

/** Appends any number of entries in bounded memory, making the next ones while the last are written. */
export const appendAll = async ({errorLogs}: Store, entries: Iterable<NewErrorLog>): Promise<void> => {
  let batch: NewErrorLog[] = [];
  let writing: Promise<void> = Promise.resolve();
  for (const entry of entries) {
    batch.push(entry);
    if (batch.length < BATCH) continue;
    await writing;
    writing = errorLogs.append(batch);
    batch = [];
  }
  await writing;
  await errorLogs.append(batch);
};
