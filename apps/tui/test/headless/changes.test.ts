import {mkdirSync, readdirSync, readFileSync, statSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {temporaryFolder} from '../support/folder.ts';
import {API_TOKEN, connect, PASSWORD, startGateway, USERNAME, withToken} from '../support/gateway.ts';
import {run} from './run-headless.ts';

const start = async () => {
  const server = await startGateway();
  const state = temporaryFolder('changes');
  const folder = join(state, 'edge-console');
  const path = join(folder, 'changes.ndjson');
  const env = {...withToken, XDG_STATE_HOME: state};
  return {
    ...{server, folder, path, env},
    run: (...args: string[]) => run([...args, '--url', server.url], {env}),
    text: () =>
      readdirSync(folder)
        .map(name => readFileSync(join(folder, name), 'utf8'))
        .join(''),
    changes: (): Record<string, unknown>[] =>
      readFileSync(path, 'utf8')
        .trimEnd()
        .split('\n')
        .map(line => JSON.parse(line)),
  };
};

test('commands write their changes to the journal, with outcome and without secrets', async () => {
  const {server, run: edge, env, changes, text, path, folder} = await start();
  const secretFile = join(folder, '..', 'secret');
  const expire = Date.UTC(2031, 0, 1);
  await edge('tokens', 'create', '--name', 'ci', '--expires', '2031-01-01T00:00:00Z', '--secret-to', secretFile);
  await edge('tokens', 'edit', 'ci', '--name', 'nightly');
  await edge('tokens', 'edit', 'nightly', '--expires', 'never');
  server.setFault({kind: 'rate-limit', operation: 'deleteApiToken', times: 1});
  await edge('tokens', 'delete', 'nightly', '--yes');
  await edge('tokens', 'delete', 'nightly', '--yes');
  const login = ['login', '--username', USERNAME, '--password-stdin', '--url', server.url];
  await run(login, {env: {...env, EDGE_CONSOLE_API_TOKEN: ''}, input: `${PASSWORD}\n`});
  await run(['logout', '--url', server.url], {env: {...env, EDGE_CONSOLE_API_TOKEN: ''}});

  const about = {profile: '127.0.0.1', url: server.url, account: 'API token …e2e0'};
  const subject = {kind: 'token', id: 2, name: 'ci', user: 1};
  const session = {...about, account: USERNAME, subject: {kind: 'session', name: USERNAME}, outcome: 'done'};
  expect(changes()).toMatchObject([
    {...about, command: 'tokens create', subject, to: {name: 'ci', expire}, outcome: 'done'},
    {...about, command: 'tokens edit', subject: {id: 2}, from: {name: 'ci'}, to: {name: 'nightly'}, outcome: 'done'},
    {...about, command: 'tokens edit', from: {expire}, to: {expire: 0}, outcome: 'done'},
    {...about, command: 'tokens delete', from: {name: 'nightly', expire: 0}, outcome: 'failed', error: 'rate_limited'},
    {...about, command: 'tokens delete', from: {name: 'nightly', expire: 0}, outcome: 'done'},
    {...session, command: 'login'},
    {...session, command: 'logout'},
  ]);
  for (const {time} of changes()) expect(time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  const secrets = [readFileSync(secretFile, 'utf8').trim(), API_TOKEN, PASSWORD];
  for (const secret of secrets) expect(text()).not.toContain(secret.slice(0, 12));
});

test("tokens rotate writes the new token and the old token's expiry to the journal", async () => {
  const {run: edge, changes, folder} = await start();
  await edge('tokens', 'rotate', 'for tests', '--as-me', '--secret-to', join(folder, '..', 'secret'));
  expect(changes()).toMatchObject([
    {command: 'tokens rotate', subject: {id: 2}, to: {name: 'for tests'}},
    {command: 'tokens rotate', subject: {id: 1}, from: {expire: 0}, to: {expire: expect.any(Number)}},
  ]);
});

test('the journal records the outcome unknown for a token edit whose response was lost', async () => {
  const {server, run: edge, changes} = await start();
  server.setFault({kind: 'reset', operation: 'updateApiToken'});
  expect(await edge('tokens', 'edit', '1', '--name', 'x')).toMatchObject({code: 6});
  expect(changes()).toMatchObject([{command: 'tokens edit', outcome: 'unknown', error: 'network'}]);
});

test('an unwritable journal is reported once and does not prevent changes', async () => {
  const {server, run: edge, path} = await start();
  const {apiTokens} = connect(server.url);
  await apiTokens.create({name: 'two'});
  mkdirSync(path, {recursive: true});
  const {code, err} = await edge('tokens', 'edit', '1', '2', '--expires', '2031-01-01T00:00:00Z');
  expect(code).toBe(0);
  expect(err.match(/The journal of changes is incomplete: Cannot write .*: it is a folder\./g)).toHaveLength(1);
  expect((await apiTokens.list()).items.map(({expire}) => expire)).toEqual([1924992000000, 1924992000000]);
});

test('a journal of 5 MB is rotated, and an incomplete last line is completed', async () => {
  const {run: edge, path, folder, changes} = await start();
  mkdirSync(folder, {mode: 0o700});
  const older = join(folder, 'changes.1.ndjson');
  writeFileSync(older, 'oldest\n');
  writeFileSync(path, `${'x'.repeat(4_999_999)}\n`, {mode: 0o600});
  await edge('tokens', 'edit', '1', '--name', 'one');
  expect(statSync(older).size).toBe(5_000_000);
  expect(changes()).toHaveLength(1);
  writeFileSync(path, '{"cut', {flag: 'a'});
  await edge('tokens', 'edit', '1', '--name', 'two');
  expect(readFileSync(path, 'utf8')).toMatch(/^\{.*"one".*\}\n\{"cut\n\{.*"two".*\}\n$/);
});

test('changes list prints changes of all gateways or one, newest first', async () => {
  const {run: edge, env, folder, server} = await start();
  const list = async (...args: string[]) => run(['changes', 'list', ...args], {env});
  expect(await list('-o', 'json')).toMatchObject({code: 0, out: '[]\n'});
  mkdirSync(folder, {mode: 0o700});
  const old = {time: '2026-01-01T00:00:00.000Z', profile: 'other', url: 'https://other', account: 'bob'};
  const line = {...old, command: 'tokens delete', subject: {kind: 'token', id: 7, name: '\u001b[2Jx'}, outcome: 'done'};
  writeFileSync(join(folder, 'changes.1.ndjson'), `${JSON.stringify(line)}\nnot JSON\n{"time": 3}\nnull\n`);
  await edge('tokens', 'edit', '1', '--name', 'one');
  await edge('tokens', 'edit', '1', '--expires', '2031-01-01');

  const fields = ['-o', 'csv', '--fields', 'command,id,name'];
  expect((await list(...fields)).out).toBe(
    'command,id,name\ntokens edit,1,one\ntokens edit,1,for tests\ntokens delete,7,\u001b[2Jx\n',
  );
  expect((await list(...fields, '--since', '1h')).out.split('\n')).toHaveLength(4);
  expect((await list(...fields, '--url', `${server.url.toUpperCase()}/`)).out.split('\n')).toHaveLength(4);
  expect(await list('--url', 'edge')).toMatchObject({code: 2, err: expect.stringContaining('--url')});
  const limited = await list('--limit', '1');
  expect(limited.err).toBe('Printed 1 change; there are more.\n');
  const table = (await run(['changes', 'list'], {env, terminal: true})).out;
  expect(table).toMatch(/tokens edit +one, id 1 +expires never to 2031-01-01 00:00 +done/);
  expect(table).toMatch(/tokens edit +for tests, id 1 +name "for tests" to "one" +done/);
  expect(table).not.toContain('\u001b[2J');
});
