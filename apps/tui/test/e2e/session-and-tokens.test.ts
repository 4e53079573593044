import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, it, onTestFinished} from 'vitest';
import type {Pty} from '../pty/harness.ts';
import {gone, placeOf, rowOf, startConsole} from './support/console.ts';
import {ask, PASSWORD, startGateway, USERNAME} from './support/gateway.ts';
import {press} from './support/keys.ts';

const signIn = async (pty: Pty): Promise<void> => {
  await pty.waitFor('Account source');
  pty.type(USERNAME);
  press(pty, 'session.next-field');
  pty.type('not the password');
  await pty.waitFor('••••••••••••••••');
  press(pty, 'session.submit');
  await pty.waitFor('incorrect login credentials');
  expect(pty.row(rowOf(pty, 'Username'))).toContain(USERNAME);
  const password = rowOf(pty, 'Password');
  expect(pty.row(password)).not.toContain('•');
  expect(pty.cell(0, password)).toMatchObject({chars: '▌'});
  expect(pty.cell(20, password)).toMatchObject({inverse: true});
  pty.type(PASSWORD);
  press(pty, 'session.submit');
  await pty.waitFor(`${USERNAME} · master`);
  await pty.waitFor(`Signed in as ${USERNAME}.`);
};

it('signs in, and creates, renames and deletes a token', async () => {
  const {url} = await startGateway();
  const {apiTokens} = ask(url);
  const tokens = async () => (await apiTokens.list()).items.map(({name}) => name);
  const pty = await startConsole(['--url', url]);

  await signIn(pty);
  expect(pty.output()).not.toContain(PASSWORD);

  press(pty, 'global.tab-tokens');
  await pty.waitFor('1 API token');
  press(pty, 'tokens.create');
  await pty.waitFor('Create an API token');
  pty.type('nightly build');
  press(pty, 'form.submit');
  await pty.waitFor('New API token');
  expect(await tokens()).toEqual(['for tests', 'nightly build']);

  const masked = pty.row(rowOf(pty, '••••••••'));
  const fingerprint = /•([0-9a-f]{4}) /.exec(masked)?.[1] ?? 'none';
  const hidden = pty.output().length;
  press(pty, 'secret.reveal');
  await pty.waitFor(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/);
  const [secret = ''] = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/.exec(pty.screen().join('\n')) ?? [];
  expect(secret.slice(-4)).toBe(fingerprint);
  expect(await ask(url, secret).apiTokens.count()).toBe(2);

  press(pty, 'secret.leave');
  await pty.waitFor('It cannot be shown again');
  expect(pty.screen().join('\n')).not.toContain(secret);
  const shown = pty.output().length;
  press(pty, 'secret.leave');
  await pty.waitFor('Created nightly build.');
  await pty.waitFor('2 API tokens');

  press(pty, 'tokens.edit');
  await pty.waitFor('Edit API token');
  pty.press('ctrl-u');
  pty.type('weekly build');
  press(pty, 'form.submit');
  await pty.waitFor('Saved weekly build.');
  await pty.waitFor(/▌\s+weekly build/);
  expect(await tokens()).toEqual(['for tests', 'weekly build']);

  press(pty, 'tokens.delete');
  await pty.waitFor('Delete this API token');
  const cancel = placeOf(pty, 'Cancel');
  const confirm = pty.row(cancel.y).indexOf('Delete');
  expect(pty.cell(cancel.x, cancel.y).inverse).toBe(true);
  expect(pty.cell(confirm, cancel.y).inverse).toBe(false);
  press(pty, 'confirm.press');
  await gone(pty, 'Delete this API token');
  expect(await tokens()).toContain('weekly build');

  press(pty, 'tokens.delete');
  await pty.waitFor('Delete this API token');
  pty.type('another');
  press(pty, 'confirm.turn', 'confirm.press');
  await pty.waitFor('The name does not match; nothing was done.');
  expect(await tokens()).toContain('weekly build');
  pty.press('ctrl-u');
  pty.type('weekly build');
  await pty.waitFor('> weekly build');
  press(pty, 'confirm.press');
  await pty.waitFor('Deleted 1 token.');
  await pty.waitFor('1 API token ');
  expect(pty.screen().join('\n')).not.toContain('weekly build');
  expect(await tokens()).toEqual(['for tests']);

  press(pty, 'global.quit');
  expect(await pty.exit).toEqual({code: 0, signal: 0});
  const [start = ''] = secret.split('-');
  expect(pty.output().slice(0, hidden)).not.toContain(start);
  expect(pty.output().slice(shown)).not.toContain(start);
  expect(pty.scrollback().join('\n')).not.toContain(start);
  expect(pty.output().split(secret)).toHaveLength(2);
});

it('signs in with an API token that was typed', async () => {
  const {url} = await startGateway();
  const pty = await startConsole(['--url', url]);
  await pty.waitFor('Account source');
  press(pty, 'session.previous-field', 'session.next-choice', 'session.next-field');
  pty.type('a1d3c1de-0000-4000-8000-00000000e2e0');
  press(pty, 'session.submit');
  await pty.waitFor('API token …e2e0');
  expect(pty.output()).not.toContain('a1d3c1de');
  press(pty, 'global.tab-tokens');
  await pty.waitFor('for tests');
});

it('echoes nothing of a password that is typed the moment it starts', async () => {
  const {url} = await startGateway();
  const folder = mkdtempSync(join(tmpdir(), 'edge-config-'));
  onTestFinished(() => rmSync(folder, {recursive: true, force: true}));
  const config = join(folder, 'config.json');
  writeFileSync(config, JSON.stringify({profiles: {here: {url, username: USERNAME}}, defaultProfile: 'here'}));
  const pty = await startConsole(['--config', config]);
  await pty.waitFor(() => pty.output().includes('\u001B[?1049h'));
  pty.type(PASSWORD);
  press(pty, 'session.submit');
  await pty.waitFor(`Signed in as ${USERNAME}.`);
  expect(pty.output()).not.toContain('correct');
});
