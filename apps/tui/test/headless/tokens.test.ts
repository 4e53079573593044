import {readFileSync, statSync} from 'node:fs';
import {join} from 'node:path';
import {Writable} from 'node:stream';
import type {CreatedApiToken} from '@edge-console/schema';
import {expect, test} from 'vitest';
import type {Host} from '../../src/headless/host.ts';
import {openSecretTarget} from '../../src/headless/tokens/secret-file.ts';
import {createSink} from '../../src/output/sink.ts';
import {sharedFolder} from '../support/folder.ts';
import {API_TOKEN, connect, startGateway, USERNAME} from '../support/gateway.ts';
import {rowsOf, run} from './run-headless.ts';

const folder = sharedFolder('tokens');

const DAY = 86_400_000;
const token = (name: string, expire: number, n: number) => ({
  ...{username: USERNAME, name, expire},
  token: `a1d3c1de-0000-4000-8000-0000000000${String(n).padStart(2, '0')}`,
});
const start = async (...tokens: ReturnType<typeof token>[]) => {
  const own = {...token('for tests', 0, 0), token: API_TOKEN};
  const server = await startGateway({seed: {tokens: [own, ...tokens]}});
  const {url} = server;
  return {at: (...args: string[]) => ['tokens', ...args, '--url', url], client: connect(url), url, server};
};

test('tokens create writes the secret to a new file of mode 0600', async () => {
  const {at, url} = await start();
  const path = join(folder, 'created');
  const result = await run(at('create', '--name', 'ci', '--expires', '7d', '--secret-to', path));
  expect(result).toMatchObject({code: 0, out: ''});
  expect(result.err).toMatch(/^Created ci, id 2, user 1: expires \d{4}-\d\d-\d\d/);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  const secret = readFileSync(path, 'utf8').trim();
  expect(result.err).not.toContain(secret);
  expect((await run(['tokens', 'get', 'ci', '--url', url, '--api-token-file', path])).code).toBe(0);
});

test('tokens create with an existing --secret-to file creates no token', async () => {
  const {at, client} = await start();
  expect(await run(at('create', '--name', 'x', '--secret-to', folder))).toMatchObject({code: 2});
  expect(await client.apiTokens.count()).toBe(1);
});

test('tokens create --secret-to - prints only the secret on standard output', async () => {
  const {at} = await start();
  const {out} = await run(at('create', '--name', 'x', '--secret-to', '-'));
  expect(out).toMatch(/^[0-9a-f-]{36}\n$/);
});

test('tokens edit changes only the name with --name, and only the expiry with --expires', async () => {
  const {at, client} = await start(token('old name', 0, 1));
  expect(await run(at('edit', 'old name', '--name', 'new name'))).toMatchObject({code: 0});
  expect(await client.apiTokens.get(2)).toMatchObject({name: 'new name', expire: 0});
  await run(at('edit', '2', '--expires', '2031-05-06T07:08:09Z'));
  expect(await client.apiTokens.get(2)).toMatchObject({name: 'new name', expire: Date.UTC(2031, 4, 6, 7, 8, 9)});
});

test('tokens delete without a terminal needs --yes or --confirm, and names each deleted token', async () => {
  const {at, client} = await start(token('one', 0, 1), token('two', 0, 2));
  const asked = await run(at('delete', 'one'));
  expect(asked).toMatchObject({code: 2});
  expect(asked.err).toContain('this would delete one (2); give --yes or --confirm NAME');
  expect(await run(at('delete', 'one', '--confirm', 'two'))).toMatchObject({code: 2});
  expect(await client.apiTokens.count()).toBe(3);
  expect(await run(at('delete', 'one', '--confirm', 'one'))).toMatchObject({code: 0, err: 'Deleted one, id 2.\n'});
  expect(await run(at('delete', 'two', '--yes'))).toMatchObject({code: 0});
  expect(await client.apiTokens.count()).toBe(1);
});

test('tokens delete that fails for some tokens exits with 7 and names them', async () => {
  const {at, client, server} = await start(token('one', 0, 1), token('two', 0, 2));
  server.setFault({kind: 'rate-limit', operation: 'deleteApiToken', times: 1});
  const {code, err} = await run(at('delete', 'one', 'two', '--yes'));
  expect(code).toBe(7);
  expect(err).toMatch(
    /^Could not delete one, id 2: .*\nDeleted two, id 3\.\nedge-console: 1 of 2 deleted. Not deleted: one, id 2.\n$/,
  );
  expect((await client.apiTokens.list()).items.map(({name}) => name)).toEqual(['for tests', 'one']);
});

test('a name that two tokens share is refused with the ids of both', async () => {
  const {at} = await start(token('same', 0, 1), token('same', 0, 2));
  const {code, err} = await run(at('get', 'same'));
  expect(code).toBe(2);
  expect(err).toContain('2 tokens are named same: give an id, one of 2, 3');
});

test('tokens audit prints tokens with findings and exits with 7', async () => {
  const now = Date.now();
  const {at} = await start(
    token('expired', now - DAY, 1),
    token('soon', now + 3 * DAY, 2),
    token('fine', now + 90 * DAY, 3),
    token('twin', now + 90 * DAY, 4),
    token('twin', now + 90 * DAY, 5),
    token('unclear', 1_800_000_000, 6),
  );
  const result = await run(at('audit', '--allow-never', '--fields', 'name,findings'));
  expect(result.code).toBe(7);
  expect(rowsOf(result)).toEqual([
    {name: 'expired', findings: ['expired']},
    {name: 'soon', findings: ['expiring']},
    {name: 'twin', findings: ['duplicate-name']},
    {name: 'twin', findings: ['duplicate-name']},
    {name: 'unclear', findings: ['expiry-unclear']},
  ]);
  expect(rowsOf(await run(at('audit', '--days', '0', '--fields', 'name,findings')))).toContainEqual({
    name: 'for tests',
    findings: ['never-expires'],
  });
});

test('tokens audit without findings exits with 0', async () => {
  const {at} = await start();
  expect(await run(at('audit', '--allow-never'))).toMatchObject({code: 0, out: ''});
});

test('tokens rotate checks that the new token works before the old token gets an expiry', async () => {
  const {at, client, url} = await start(token('deploy', 0, 1));
  const path = join(folder, 'rotated');
  const before = Date.now();
  const result = await run(
    at('rotate', '--as-me', 'deploy', '--grace', '24h', '--expires', '30d', '--secret-to', path),
  );
  expect(result.code).toBe(0);
  expect(result.err).toMatch(
    /^The new token will belong to the account of the API token in use, .*\nCreated deploy, id 3, user 1: .*\nThe new token works\.\nThe old token deploy, id 2, is valid for 1d more\. To undo: edge-console tokens edit 2 --expires never\n$/,
  );
  const {expire = 0} = await client.apiTokens.get(2);
  expect(expire - before).toBeGreaterThan(DAY - 60_000);
  expect(expire - before).toBeLessThan(DAY + 60_000);
  expect((await run(['tokens', 'list', '--url', url, '--api-token-file', path])).code).toBe(0);
});

test('tokens rotate does not change the old token if the new one does not work', async () => {
  const {at, client, server} = await start(token('deploy', 0, 1));
  // Only the check of the new token calls `getApiToken`.
  server.setFault({kind: 'rate-limit', operation: 'getApiToken', retryAfter: 0});
  const {code, err} = await run(at('rotate', '--as-me', 'deploy', '--delete', '--secret-to', join(folder, 'unproven')));
  expect(code).toBe(3);
  expect(err).toContain('the new token does not work');
  expect(err).toContain('The old token 2 is unchanged; delete 3.');
  server.clearFaults();
  expect(await client.apiTokens.get(2)).toMatchObject({expire: 0});
});

test('tokens rotate refuses --grace 0, and with --grace never the old token keeps its expiry', async () => {
  const expire = Date.UTC(2031, 4, 6, 7, 8, 9);
  const {at, client} = await start(token('deploy', expire, 1));
  const rotate = (grace: string, name: string) =>
    run(at('rotate', '--as-me', 'deploy', '--grace', grace, '--secret-to', join(folder, name)));
  expect(await rotate('0', 'grace-0')).toMatchObject({code: 2, err: expect.stringContaining('--delete ends')});
  expect(await client.apiTokens.count()).toBe(2);
  const {code, err} = await rotate('never', 'grace-never');
  expect(code).toBe(0);
  expect(err).toMatch(/The old token deploy, id 2, expires 2031-05-0[567] \S+ local time as before\./);
  expect(await client.apiTokens.get(2)).toMatchObject({expire});
});

test('tokens rotate --prune keeps a token that has not expired by the clock of the gateway', async () => {
  const gatewayNow = Date.now() - 40 * DAY;
  const tokens = [{...token('for tests', 0, 0), token: API_TOKEN}, token('deploy', Date.now() - 10 * DAY, 1)];
  const seed = {tokens: [...tokens, token('deploy', gatewayNow - DAY, 2), token('deploy', 0, 3)]};
  const {url} = await startGateway({seed, clock: () => new Date(gatewayNow)});
  const words = ['rotate', '--as-me', 'deploy', '--prune', '--secret-to', join(folder, 'pruned')];
  expect(await run(['tokens', ...words, '--url', url])).toMatchObject({code: 0});
  const ids: number[] = [];
  for await (const {id} of connect(url).apiTokens.items()) ids.push(id);
  expect(ids.toSorted()).toEqual([1, 2, 4, 5]);
});

test('tokens rotate --delete deletes the old token', async () => {
  const {at, client} = await start(token('deploy', 0, 1));
  expect(await run(at('rotate', '--as-me', '2', '--secret-to', join(folder, 'replaced'), '--delete'))).toMatchObject({
    code: 0,
  });
  expect((await client.apiTokens.list()).items.map(({id}) => id)).toEqual([1, 3]);
});

test('the error for a secret that cannot be written names the created token', async () => {
  // A stream reports a full disk only after the write has returned.
  const stream = new Writable({
    write: (_chunk, _encoding, done) =>
      setImmediate(() => done(Object.assign(new Error('write ENOSPC'), {code: 'ENOSPC', errno: -28}))),
  });
  const {write} = await openSecretTarget('-', {out: createSink(stream)} as unknown as Host);
  const created = {name: 'ci', id: 42, token: {reveal: () => 'secret-value'}} as unknown as CreatedApiToken;
  const error = await write(created).catch((reason: unknown) => reason);
  expect(error).toMatchObject({
    message: expect.stringContaining('ci, id 42, was created, but its secret could not be'),
  });
  expect(String(error)).toContain('no space left on device');
  expect(String(error)).not.toContain('secret-value');
});
