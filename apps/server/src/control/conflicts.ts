import {hashSecret} from '../credentials.ts';
import type {Seed} from '../seed/seed.ts';
import type {Store} from '../store/store.ts';

/** What of a seed is in the store already, by path. Secrets are not repeated. */
export const conflictsOf = async (store: Store, {users, tokens, agents}: Seed): Promise<readonly string[]> => {
  const there = new Set((await store.agents.list()).map(({id}) => id));
  const checks = [
    ...users.map(async ({username}, at) => ((await store.users.find(username)) ? `users[${at}].username` : undefined)),
    ...tokens.map(async ({token}, at) =>
      token !== undefined && (await store.tokens.holder(hashSecret(token))) ? `tokens[${at}].token` : undefined,
    ),
    ...agents.map(async ({id}, at) => (there.has(id) ? `agents[${at}].id` : undefined)),
  ];
  const paths = await Promise.all(checks);
  return paths.flatMap(path => (path === undefined ? [] : [`${path}: there is such a one already`]));
};
