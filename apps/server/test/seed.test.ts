import {expect, test} from 'vitest';
import {createServer, openSqlite, SeedError} from '../src/index.ts';
import {SEED} from './support.ts';

test('an invalid seed inserts nothing', async () => {
  const store = await openSqlite(':memory:');
  const bad = {...SEED, tokens: [{username: 'eve', name: 'x', expire: 0}]};
  await expect(createServer({store, seed: bad})).rejects.toThrow(SeedError);
  expect(await store.users.count()).toBe(0);
  await store.close();
});

test('a seed requires an empty store', async () => {
  const store = await openSqlite(':memory:');
  const server = await createServer({store, seed: SEED});
  await server.close();
  await expect(createServer({store, seed: SEED})).rejects.toThrow('not empty');
  expect(await store.users.count()).toBe(2);
  await store.close();
});
