import {hashPassword, hashSecret, mintApiToken} from '../credentials.ts';
import type {Context} from '../routes/context.ts';
import type {Seed} from './seed.ts';

/** Loads a seed, the whole of it or nothing. Fails on a store that has users already. */
export const loadSeed = async ({store, clock, random}: Context, seed: Seed): Promise<void> => {
  if ((await store.users.count()) > 0) {
    throw new Error('the database has users already; a seed is for an empty one');
  }
  const now = clock().getTime();
  const stamps = {created: now, modified: now};
  const users = await Promise.all(
    seed.users.map(async ({username, password, role}) => ({
      username,
      role,
      passwordHash: await hashPassword(password, random),
      ...stamps,
    })),
  );
  await store.atomically(async trx => {
    await trx.users.add(users);
    const ids = new Map<string, number>();
    for (const {username} of users) ids.set(username, (await trx.users.find(username))?.id ?? 0);
    for (const {username, name, expire, token} of seed.tokens) {
      const hash = hashSecret(token ?? mintApiToken(random));
      await trx.tokens.add({uid: ids.get(username) ?? 0, name, expire, hash, ...stamps});
    }
    for (const {id, name, applications} of seed.agents) await trx.agents.add({id, name}, applications);
    await trx.errorLogs.append(seed.error_logs);
  });
};
