import {join} from 'node:path';
import {beforeEach, expect, test} from 'vitest';
import {sharedFolder} from '../support/folder.ts';
import {API_TOKEN, connect, PASSWORD, sharedGateway, USERNAME} from '../support/gateway.ts';
import {startProxy} from './proxy.ts';
import {rowsOf, run} from './run-headless.ts';

const folder = sharedFolder('owner');
const env = {XDG_STATE_HOME: folder};
const gateway = sharedGateway(() => ({
  seed: {
    users: [
      {username: USERNAME, password: PASSWORD, role: 'master'},
      {username: 'bob', password: PASSWORD, role: 'viewer'},
    ],
    tokens: [
      {username: USERNAME, name: 'for tests', expire: 0, token: API_TOKEN},
      {username: 'bob', name: 'ci-deploy', expire: 0, token: 'a1d3c1de-0000-4000-8000-000000000001'},
    ],
  },
}));
beforeEach(() => gateway().reset());

const login = (username: string, url = gateway().url) =>
  run(['login', '--username', username, '--password-stdin', '--url', url], {env, input: PASSWORD});
const rotate = (url: string, ...args: string[]) =>
  run(['tokens', 'rotate', 'ci-deploy', '--secret-to', join(folder, `secret-${Date.now()}`), '--url', url, ...args], {
    env,
  });
const count = () => connect(gateway().url).apiTokens.count();

/** The proxy adds the user id `uid` to the token `ci-deploy` in lists of the gateway. */
const serveOwner = (uid: number) =>
  startProxy(gateway().url, {
    edit: ({data}) => {
      for (const row of Array.isArray(data?.data) ? data.data : []) if (row.name === 'ci-deploy') row.uid = uid;
    },
  });

test('without a terminal, tokens rotate by a master account needs --as-me, and names the new owner', async () => {
  await login(USERNAME);
  const refused = await rotate(gateway().url);
  expect(refused.code).toBe(2);
  expect(refused.err).toMatch(/^The new token will belong to ann, and have the rights of that account\.\n/);
  expect(refused.err).toContain('this would rotate ci-deploy, id 2, which can be of another account');
  expect(refused.err).toContain('give --as-me');
  expect(await count()).toBe(2);
  const done = await rotate(gateway().url, '--as-me', '--output', 'ndjson');
  expect(done.code).toBe(0);
  expect(done.err).toContain('Created ci-deploy, id 3, user 1: ');
  expect(rowsOf(done)[0]).toMatchObject({result: 'created', id: 3, name: 'ci-deploy', uid: 1});
});

test('tokens rotate by an account that sees only its own tokens needs no --as-me', async () => {
  await login('bob');
  expect(await rotate(gateway().url)).toMatchObject({code: 0, err: expect.stringContaining('will belong to bob')});
});

test('tokens rotate by an API token, whose account is unknown, needs --as-me', async () => {
  const args = ['tokens', 'rotate', 'ci-deploy', '--secret-to', join(folder, 'x'), '--url', gateway().url];
  const {code, err} = await run(args);
  expect({code, err}).toMatchObject({code: 2, err: expect.stringContaining('the account of the API token in use')});
  expect(await count()).toBe(2);
});

test('a token that the gateway lists with another user is not rotated, even with --as-me', async () => {
  const url = await serveOwner(2);
  await login(USERNAME, url);
  const {code, err} = await rotate(url, '--as-me');
  expect(code).toBe(1);
  expect(err).toContain('ci-deploy, id 2, belongs to user 2; a new token would belong to ann and have other rights');
  expect(await count()).toBe(2);
  // With an API token as credential, the owner is unknown until the new token is created.
  const asToken = await run(['tokens', 'rotate', '2', '--as-me', '--secret-to', join(folder, 'y'), '--url', url]);
  expect(asToken).toMatchObject({code: 1, err: expect.stringContaining('The new token was deleted')});
  expect(await count()).toBe(2);
});

test('a token that the gateway lists with the current user is rotated without a question', async () => {
  const url = await serveOwner(1);
  await login(USERNAME, url);
  const {code, err} = await rotate(url);
  expect({code, err}).toMatchObject({code: 0, err: expect.not.stringContaining('will belong')});
});
