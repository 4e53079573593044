import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {saveBookmark} from '../../src/saved/bookmarks.ts';
import {openPreferences} from '../../src/saved/preferences-file.ts';
import {DEPLOYED, oneNodeFails, twoNodes} from '../support/baseline-entries.ts';
import {temporaryFolder} from '../support/folder.ts';
import {
  API_TOKEN,
  freePort,
  PASSWORD,
  serve,
  sharedGateway,
  startGateway,
  USERNAME,
  withToken,
} from '../support/gateway.ts';
import {logEntry, NEWEST} from '../support/logs.ts';
import {rowsOf, run} from './run-headless.ts';

const seed = {error_logs: oneNodeFails(), agents: twoNodes};
const gateway = sharedGateway(() => ({seed}));
const HOUR = ['--since', String(NEWEST - 3600), '--until', String(NEWEST)];
const QUARTER = ['--since', String(NEWEST - 899), '--until', String(NEWEST)];
const REFUSED = 'upstream 10.1.0.9:8080 new';

const diff = (args: readonly string[], env: Readonly<Record<string, string>> = {}, url = gateway().url) =>
  run(['logs', 'diff', '--url', url, ...args], {env: {...withToken, ...env}});
const changes = (result: {readonly out: string}): readonly string[] =>
  rowsOf(result as never).map(({dimension, value, kind}) => `${dimension} ${value} ${kind}`);

test('logs diff lists the node and application whose share differs', async () => {
  const result = await diff(QUARTER);
  expect(changes(result)).toContain('node edge-two (2) grown');
  expect(changes(result)).toContain('application web (11) shrunk');
  expect(result.code).toBe(0);
  expect(result.err).toMatch(/^Far more entries: 149 against 62 expected\.\n/);
  const node = rowsOf(result).find(({value}) => value === 'edge-two (2)');
  expect(node).toMatchObject({before: 31 / 62, now: 120 / 149});
});

test('logs diff --drop leaves the dropped entries of a node out of the comparison', async () => {
  const result = await diff([...QUARTER, '--drop', 'connect() failed']);
  expect(changes(result)).toEqual([]);
  expect(result.code).toBe(0);
});

test('logs diff says why it cannot compare nodes, and still compares upstreams', async () => {
  const server = await startGateway({seed});
  server.setFault({kind: 'ignored-parameters', names: ['node_id']});
  const result = await diff(QUARTER, {}, server.url);
  expect(result).toMatchObject({
    code: 0,
    err: expect.stringContaining('\nNode not counted: the gateway ignores it.\n'),
  });
  expect(changes(result)).toContain(REFUSED);
});

test('logs diff --against other-nodes compares a node with all others in the same time', async () => {
  const result = await diff([...QUARTER, '--node', '2', '--against', 'other-nodes']);
  expect(changes(result)).toContain(REFUSED);
  expect(changes(result)).toContain('application api (12) new');
  expect(changes(result).filter(change => change.startsWith('node'))).toEqual([]);
  expect(result.err).toMatch(/\(1 other node\): entries 120 \(exact\) against 29 \(exact\)\.\n$/);
  expect(result.code).toBe(0);
});

test('logs diff --against other-nodes fails if no other node has entries or the gateway cannot filter by node', async () => {
  const alone = await diff([...QUARTER, '--node', '2', '--level', 'crit', '--against', 'other-nodes']);
  expect(alone).toMatchObject({code: 5, out: '', err: 'edge-console: no other node has entries in the range.\n'});
  const server = await startGateway({seed});
  server.setFault({kind: 'ignored-parameters', names: ['node_id']});
  const ignored = await diff([...QUARTER, '--node', '2', '--against', 'other-nodes'], {}, server.url);
  expect(ignored).toMatchObject({code: 5, err: expect.stringContaining('does not filter by node')});
});

test('logs diff --against deploy compares entries before and after the last deploy, and prints its log line', async () => {
  const result = await diff([...HOUR, '--level', 'error', '--against', 'deploy']);
  expect(changes(result)).toContain(REFUSED);
  expect(result.err).toContain('2026-01-10 11:45:00 to 12:00:00 against');
  expect(result.err).toContain(
    '(before the deploy at 2026-01-10 11:45:00 (2 lines in 40s): signal 1 (SIGHUP) received from 4321, reconfiguring)',
  );
  expect(result.code).toBe(0);
});

test('logs diff --against deploy finds deploys by config expressions or bookmarks, or says how far it read', async () => {
  const folder = temporaryFolder('deploys');
  const config = join(folder, 'config.json');
  const server = await startGateway({
    seed: {error_logs: [...oneNodeFails(), logEntry('release 7 is live', {log_time: NEWEST - 300})]},
  });
  writeFileSync(config, '{"deploys": ["is live"]}');
  const live = await diff([...HOUR, '--against', 'deploy', '--config', config], {}, server.url);
  expect(live.err).toContain('before the deploy at 2026-01-10 11:55:00: release 7 is live');
  const bookmark = {id: 999, time: NEWEST - 200, note: 'Deploy of shop 8'};
  await saveBookmark(openPreferences({XDG_STATE_HOME: folder})('127.0.0.1'), bookmark);
  const marked = await diff([...HOUR, '--against', 'deploy'], {XDG_STATE_HOME: folder}, server.url);
  expect(marked.err).toContain('before the deploy at 2026-01-10 11:56:40: Deploy of shop 8');
  const none = await diff([...HOUR, '--until', String(DEPLOYED - 900), '--against', 'deploy'], {}, server.url);
  expect(none).toMatchObject({code: 5, out: ''});
  expect(none.err).toMatch(/no deploy in 121 entries read, back to 2026-01-10 11:00:00/);
});

test('logs diff --against mark splits the time range at the newest bookmark, or at the one with the given note', async () => {
  const env = {XDG_STATE_HOME: temporaryFolder('marks')};
  const none = await diff([...HOUR, '--against', 'mark'], env);
  expect(none).toMatchObject({code: 5, err: 'edge-console: no bookmark in the range.\n'});
  const preferences = openPreferences(env)('127.0.0.1');
  await saveBookmark(preferences, {id: 1, time: NEWEST - 3000, note: 'earlier'});
  await saveBookmark(preferences, {id: 2, time: NEWEST - 897, note: 'first \u001b[31mcall'});
  const result = await diff([...HOUR, '--against', 'mark'], env);
  expect(changes(result)).toContain(REFUSED);
  expect(result.err).toContain('2026-01-10 11:45:03 to 12:00:00 against 2026-01-10 11:00:00 to 11:45:02');
  expect(result.err).toMatch(/before the bookmark at 2026-01-10 11:45:03: first .*call/);
  expect(result.err).not.toContain('\u001b');
  const named = await diff([...HOUR, '--against', 'mark:Earlier'], env);
  expect(named.err).toContain('2026-01-10 11:10:00 to 12:00:00 against 2026-01-10 11:00:00 to 11:09:59');
  expect(named.err).toContain('before the bookmark at 2026-01-10 11:10:00: earlier');
  expect(await diff([...HOUR, '--against', 'mark:later'], env)).toMatchObject({
    code: 5,
    err: 'edge-console: no bookmark later in the range.\n',
  });
});

test('logs diff --against TIME..TIME compares with the entries of that time range', async () => {
  const result = await diff([...QUARTER, '--against', '2026-01-10T11:00:00Z..2026-01-10T11:30:00Z']);
  expect(changes(result)).toContain(REFUSED);
  expect(result.err).toContain('2026-01-10 11:45:01 to 12:00:00 against 2026-01-10 11:00:00 to 11:30:00');
});

/** The proxy records the credentials that it receives. */
const recorded = async (target: string) => {
  const secrets = new Set<string>();
  const url = await serve((request, response) => {
    const token = request.headers['api-token'];
    const session = request.headers.authorization;
    for (const secret of [token, session, request.headers.cookie])
      if (secret !== undefined) secrets.add(String(secret));
    const headers = {
      ...(token !== undefined && {'api-token': String(token)}),
      ...(session && {authorization: session}),
    };
    void fetch(`${target}${request.url}`, {headers}).then(async reply =>
      response.writeHead(reply.status, {'content-type': 'application/json'}).end(await reply.text()),
    );
  });
  return {url, secrets};
};

test('logs diff --against profile:NAME compares with another gateway, which gets only its own credential', async () => {
  const folder = temporaryFolder('other');
  const [config, tokenFile] = [join(folder, 'config.json'), join(folder, 'token')];
  const otherToken = 'b2d3c1de-0000-4000-8000-00000000e2e0';
  const behind = await startGateway({
    seed: {
      error_logs: oneNodeFails().filter(({level}) => level === 4),
      tokens: [{username: USERNAME, name: 'other', expire: 0, token: otherToken}],
    },
  });
  const [first, other] = [await recorded(gateway().url), await recorded(behind.url)];
  writeFileSync(tokenFile, otherToken, {mode: 0o600});
  const profiles = {
    us: {url: other.url, apiTokenFile: tokenFile},
    locked: {url: behind.url},
    anonymous: {url: other.url},
  };
  writeFileSync(config, JSON.stringify({profiles}));
  const against = (name: string) => [...QUARTER, '--config', config, '--against', `profile:${name}`];
  const env = {XDG_STATE_HOME: folder, EDGE_CONSOLE_CREDENTIALS: 'file'};
  const result = await diff(against('us'), env, first.url);
  expect(changes(result)).toContain(REFUSED);
  expect(result.err).toMatch(/\(us\): entries 149 \(exact\) against 59 \(exact\)\.\n$/);
  const without = await diff(against('anonymous'), env, first.url);
  expect(without).toMatchObject({code: 4, out: '', err: expect.stringContaining('profile "anonymous"')});
  expect([...first.secrets]).toEqual([API_TOKEN]);
  expect([...other.secrets]).toEqual([otherToken]);
  const login = ['login', '--username', USERNAME, '--password-stdin', '--config', config, '--profile', 'locked'];
  expect(await run(login, {env, input: PASSWORD})).toMatchObject({code: 0});
  expect(changes(await diff(against('locked'), env, first.url))).toContain(REFUSED);
  expect([...first.secrets]).toEqual([API_TOKEN]);
});

test('logs diff --against profile:NAME says which gateway cannot be reached', async () => {
  const config = join(temporaryFolder('gone'), 'config.json');
  writeFileSync(config, JSON.stringify({profiles: {us: {url: `http://127.0.0.1:${await freePort()}`}}}));
  const result = await diff([...QUARTER, '--config', config, '--against', 'profile:us']);
  expect(result).toMatchObject({code: 6, out: '', err: expect.stringContaining('profile "us"')});
});

test.each([
  ['other-nodes', 'the scope has no node'],
  ['other-node', 'Did you mean other-nodes?'],
  ['profile:nowhere', 'the config has no profile "nowhere"'],
  ['12:00..11:00', 'The range ends before it begins'],
  ['soon..later', 'It takes two times'],
])('logs diff --against %s exits with 2 and sends no request', async (against, named) => {
  const result = await diff(['--against', against], {}, 'http://127.0.0.1:1');
  expect(result).toMatchObject({code: 2, out: '', err: expect.stringContaining(named)});
});
