import {existsSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {temporaryFolder} from '../support/folder.ts';
import {connect, freePort, startGateway, withToken} from '../support/gateway.ts';
import {startProxy} from './proxy.ts';
import {run} from './run-headless.ts';

const setUp = async () => {
  const gateway = await startGateway();
  const url = await startProxy(gateway.url, {cuts: ({method}) => method === 'POST'});
  const folder = temporaryFolder('lost');
  const path = join(folder, 'secret');
  const tokens = (verb: string, ...args: string[]) =>
    run(['tokens', verb, ...args, '--secret-to', path, '--url', url], {env: {...withToken, XDG_STATE_HOME: folder}});
  return {
    ...{gateway, path, tokens},
    creates: () => gateway.requests({operation: 'createApiToken'}).length,
    journal: () => JSON.parse(readFileSync(join(folder, 'edge-console/changes.ndjson'), 'utf8')),
  };
};

test('tokens create finds a token whose response was lost, and does not create it again', async () => {
  const {gateway, tokens, path, creates, journal} = await setUp();
  await connect(gateway.url).apiTokens.create({name: 'ci'});
  expect(await tokens('create', '--name', 'ci')).toEqual({
    ...{code: 6, out: ''},
    err:
      'edge-console: The response to the request that creates ci was lost (network). The token was created: ci, id 3. ' +
      'Its secret is lost, so delete it, or rotate it. edge-console tokens delete 3\n',
  });
  expect(creates()).toBe(2);
  expect(existsSync(path)).toBe(false);
  expect(journal()).toMatchObject({command: 'tokens create', subject: {name: 'ci'}, outcome: 'unknown'});
});

test('tokens create says that no token is listed if the request did not arrive', async () => {
  const {gateway, tokens, creates} = await setUp();
  await connect(gateway.url).apiTokens.create({name: 'ci'});
  gateway.setFault({kind: 'reset', operation: 'createApiToken'});
  const {code, err} = await tokens('create', '--name', 'ci');
  expect({code, err}).toMatchObject({
    code: 6,
    err: expect.stringMatching(/ No new token of that name is listed\. .* edge-console tokens list --search ci\n$/),
  });
  expect(creates()).toBe(2);
  expect(await connect(gateway.url).apiTokens.count()).toBe(2);
});

test('tokens create says that the token may exist if the tokens cannot be listed afterwards', async () => {
  const {gateway, tokens} = await setUp();
  gateway.setFault({kind: 'rate-limit', operation: 'listApiTokens', retryAfter: 0, after: 1});
  const {err} = await tokens('create', '--name', 'ci');
  expect(err).toMatch(
    /Whether the token exists is not known, .*: .*received too many requests.* before you try again\./,
  );
});

test('tokens create after a refused connection does not say that the token may exist', async () => {
  const args = ['--name', 'ci', '--secret-to', '-', '--url', `http://127.0.0.1:${await freePort()}`];
  const {code, err} = await run(['tokens', 'create', ...args]);
  expect(code).toBe(6);
  expect(err).toMatch(/refused the connection/);
  expect(err).not.toMatch(/lost|exist/);
});

test('tokens rotate does not change the old token if the response to the create is lost', async () => {
  const {gateway, tokens} = await setUp();
  const {code, err} = await tokens('rotate', 'for tests', '--as-me');
  expect(code).toBe(6);
  expect(err).toContain('The token was created: for tests, id 2. Its secret is lost');
  expect(await connect(gateway.url).apiTokens.get(1)).toMatchObject({expire: 0});
});
