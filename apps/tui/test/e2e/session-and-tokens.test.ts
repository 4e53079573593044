import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import type {Driver} from '../support/console/driver.ts';
import {startConsole} from '../support/console/start-console.ts';
import {temporaryFolder} from '../support/folder.ts';
import {API_TOKEN, connect, PASSWORD, startGateway, USERNAME} from '../support/gateway.ts';
import {similar} from '../support/similar.ts';
import {sharedConsole} from './support/shared-console.ts';

const openShared = sharedConsole();
const SECRET = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/;

const signIn = async (console: Driver): Promise<void> => {
  await console
    .see('Account source')
    .type(USERNAME)
    .press('session.next-field')
    .type('not the password')
    .see('••••••••••••••••')
    .press('session.submit')
    .see('incorrect login credentials')
    .row('Username')
    .contains(USERNAME);
  const password = console.find('Password');
  expect(password.row).not.toContain('•');
  expect(console.cell(0, password.y)).toMatchObject({chars: '▌'});
  expect(console.cell(20, password.y)).toMatchObject({inverse: true});
  await console.type(PASSWORD).press('session.submit').see(`${USERNAME} · master`).see(`Signed in as ${USERNAME}.`);
};

it('an operator signs in, and creates, renames and deletes a token', async () => {
  const {url} = await startGateway();
  const {apiTokens} = connect(url);
  const tokens = async () => (await apiTokens.list()).items.map(({name}) => name);
  const console = await startConsole(['--url', url]);

  await signIn(console);
  expect(console.output()).not.toContain(PASSWORD);

  await console
    .press('global.tab-tokens')
    .status('1 API token')
    .press('tokens.create')
    .see('Create an API token')
    .type('nightly build')
    .press('dialog.submit')
    .see('New API token');
  expect(await tokens()).toEqual(['for tests', 'nightly build']);

  const [, lastFour] = /•([0-9a-f]{4}) /.exec(console.find('••••••••').row) ?? [];
  const beforeReveal = console.output().length;
  await console.press('dialog.reveal').see(SECRET);
  const [secret = ''] = SECRET.exec(console.text()) ?? [];
  expect(secret.slice(-4)).toBe(lastFour);
  expect(await connect(url, secret).apiTokens.count()).toBe(2);

  await console.press('dialog.leave').see('It cannot be shown again');
  expect(console.text()).not.toContain(secret);
  const afterReveal = console.output().length;
  await console.press('dialog.leave').see('Created nightly build.').status('2 API tokens');

  await console
    .press('tokens.edit')
    .see('Edit API token')
    .key('ctrl-u')
    .type('weekly build')
    .press('dialog.submit')
    .see('Saved weekly build.')
    .selected('weekly build');
  expect(await tokens()).toEqual(['for tests', 'weekly build']);

  await console.press('tokens.delete').see('Delete this API token');
  const cancel = console.find('Cancel');
  expect(cancel.cell.inverse).toBe(true);
  expect(console.cell(cancel.row.indexOf('Delete'), cancel.y).inverse).toBe(false);
  await console.press('dialog.press').gone('Delete this API token');
  expect(await tokens()).toContain('weekly build');

  await console
    .press('tokens.delete')
    .see('Delete this API token')
    .type('another')
    .press('dialog.turn', 'dialog.press')
    .see('The text does not match. Nothing was done.');
  expect(await tokens()).toContain('weekly build');
  await console
    .key('ctrl-u')
    .type('weekly build')
    .see('> weekly build')
    .press('dialog.press')
    .see('Deleted 1 token.')
    .status('1 API token ');
  expect(console.text()).not.toContain('weekly build');
  expect(await tokens()).toEqual(['for tests']);

  await console.press('global.quit').exits(0);
  const [start = ''] = secret.split('-');
  expect(console.output().slice(0, beforeReveal)).not.toContain(start);
  expect(console.output().slice(afterReveal)).not.toContain(start);
  expect(console.scrollback().join('\n')).not.toContain(start);
  expect(console.output().split(secret)).toHaveLength(2);
});

const ENTERED = [
  ['typed', 'type'],
  ['pasted', 'paste'],
] as const;

it.each(similar(ENTERED))('an operator signs in with a %s API token', async (_name, enter) => {
  const {console} = await openShared(undefined, {profile: {apiTokenFile: undefined}});
  const before = console.output().length;
  await console
    .press('global.tab-session')
    .see('Account source')
    .press('session.previous-field', 'session.next-choice', 'session.next-field')
    [enter](API_TOKEN)
    .press('session.submit')
    .see('API token …e2e0');
  expect(console.output().slice(before)).not.toContain('a1d3c1de');
  await console.press('global.tab-tokens').see('for tests');
});

it('a password typed before the first frame is not echoed', async () => {
  const {url} = await startGateway();
  const folder = temporaryFolder('config');
  const config = join(folder, 'config.json');
  writeFileSync(config, JSON.stringify({profiles: {here: {url, username: USERNAME}}, defaultProfile: 'here'}));
  const console = await startConsole(['--config', config]);
  await console
    .see(({output}) => output().includes('\u001B[?1049h'))
    .type(PASSWORD)
    .press('session.submit')
    .see(`Signed in as ${USERNAME}.`);
  expect(console.output()).not.toContain('correct');
});

it('a rotation sets an expiry for the old token only after a request with the new token succeeds', async () => {
  const {console, gateway: server} = await openShared(undefined, {profile: {firstTab: 'tokens'}});
  const {apiTokens} = connect(server.url);
  const rotate = () =>
    console
      .selected('for tests')
      .press('tokens.rotate')
      .see('create its successor')
      .press('dialog.submit')
      .see('New API token')
      .press('dialog.leave')
      .see('It cannot be shown again')
      .press('dialog.leave')
      .see('after a call with the new one');
  await rotate();
  // A request with the new secret precedes the change of the old token. This request fails.
  server.setFault({kind: 'rate-limit', operation: 'getApiToken', times: 10});
  await console.press('dialog.submit').see(/too many|rate|429/i);
  server.clearFaults();
  expect((await apiTokens.list()).items.map(({expire}) => expire === 0)).toEqual([true, false]);
  await console.press('dialog.submit').see('The old token for tests, id 1, is valid for 1d more.');
  await console.row('draining').contains('for tests', /draining, (?:1d|23h 59m) left, for 2/);
  const {expire = 0} = await apiTokens.get(1);
  expect(expire - Date.now()).toBeGreaterThan(86_000_000);
});
