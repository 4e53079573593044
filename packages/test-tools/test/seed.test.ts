import {memoryStore, type Store} from '@edge-console/server';
import {describe, expect, onTestFinished, test} from 'vitest';
import {createTestServer} from '../src/index.ts';
import {call, start} from './support.ts';

test('a reset is refused if the store had data before the server started', async () => {
  const store = memoryStore();
  await start({store});
  const {server} = await start({store});
  await expect(server.reset()).rejects.toThrow('did not seed');
});

test('a server without a seed can be reset', async () => {
  const server = await createTestServer();
  onTestFinished(() => server.close());
  await server.reset();
  expect(server.seeded).toBe(false);
});

test.each(['reset', 'seed'] as const)('the server writes the data of a %s in an exclusive transaction', async step => {
  const store = memoryStore();
  const modes: unknown[] = [];
  const transaction: Store['transaction'] = (work, mode) => {
    modes.push(mode);
    return store.transaction(work, mode);
  };
  const {server} = await start({store: {...store, transaction}});
  await (step === 'reset' ? server.reset() : server.seed({agents: [{id: 9, name: 'edge-9'}]}));
  expect(modes).toEqual(['exclusive', 'exclusive']);
});

test('a reset clears the counts of failed logins', async () => {
  const {server} = await start({loginLimits: {perAccount: 1}});
  const login = async (password: string) =>
    (await call(server, '/admin-api/user/login', {json: {username: 'ann', password}})).code;
  expect([await login('wrong'), await login('ann-password')]).toEqual([401, 429]);
  await server.reset();
  expect(await login('ann-password')).toBe(200);
});

describe('seed() of a running server', () => {
  test('seed() adds tokens to existing users', async () => {
    const {server} = await start();
    const added = '33333333-3333-4333-8333-333333333333';
    await server.seed({
      users: [{username: 'eve', password: 'eve-password'}],
      tokens: [
        {username: 'bob', name: 'bob-2', token: added},
        {username: 'eve', name: 'eve-1'},
      ],
    });
    const {body} = await call(server, '/admin-api/api_token', {token: added});
    expect(JSON.stringify(body.data)).toMatch(/bob-1.*bob-2/);
    expect(JSON.stringify(body.data)).not.toContain('eve-1');
  });

  test('seed() inserts nothing if a token has an unknown user', async () => {
    const {server} = await start();
    const tokens = ['bob', 'nobody', 'ann', 'nobody'].map(username => ({username, name: 'x'}));
    await expect(server.seed({tokens, agents: [{id: 9, name: 'edge-9'}]})).rejects.toThrow(
      'tokens[1].username: there is no user "nobody"\ntokens[3].username: there is no user "nobody"',
    );
    expect((await server.store.tokens.list(undefined, {offset: 0, limit: 9})).count).toBe(3);
    expect(await server.store.agents.list()).toHaveLength(2);
  });
});
