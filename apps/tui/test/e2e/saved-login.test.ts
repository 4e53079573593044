import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {run} from '../headless/run-headless.ts';
import {startConsole} from '../support/console/start-console.ts';
import {temporaryFolder} from '../support/folder.ts';
import {connect, PASSWORD, startGateway, USERNAME} from '../support/gateway.ts';

const AFTER_THE_SESSION_MS = 9 * 3_600_000;

const stateFolder = () => {
  const state = temporaryFolder('saved');
  return {XDG_STATE_HOME: state};
};

it('the console starts with the session of `login`, and signing out deletes it', async () => {
  const env = stateFolder();
  const {url} = await startGateway();
  await run(['login', '--username', USERNAME, '--password-stdin', '--url', url], {env, input: PASSWORD});
  const console = await startConsole(['--url', url, '--tab', 'tokens'], {env});
  await console.see('for tests').see(USERNAME).press('global.tab-session').see('Signed in').press('session.sign-out');
  await console.see('Sign in');
  await expect
    .poll(() => readFileSync(join(env.XDG_STATE_HOME, 'edge-console', 'credentials.json'), 'utf8'))
    .toContain('"credentials": {}');
});

it('the session of a sign-in is saved for the next start and for commands', async () => {
  const env = stateFolder();
  const {url} = await startGateway();
  const first = await startConsole(['--url', url], {env});
  await first.see('Account source').type(USERNAME).press('session.next-field').type(PASSWORD).press('session.submit');
  await first.see(`Signed in as ${USERNAME}.`).press('global.quit').exits(0);
  expect((await run(['whoami', '--url', url], {env})).code).toBe(0);
  const second = await startConsole(['--url', url, '--tab', 'tokens'], {env});
  await second.see('for tests').see(USERNAME);
});

it('a sign-in whose session cannot be saved succeeds, and says so', async () => {
  const env = stateFolder();
  writeFileSync(join(env.XDG_STATE_HOME, 'edge-console'), '');
  const {url} = await startGateway();
  const console = await startConsole(['--url', url], {env});
  await console.see('Account source').type(USERNAME).press('session.next-field').type(PASSWORD).press('session.submit');
  await console.see(/Signed in as ann\. The next start asks again: /);
});

it('a console whose session has ended continues with that of a later `login`, or saves a renewed one for commands', async () => {
  const env = stateFolder();
  const {url, store} = await startGateway();
  const login = () => run(['login', '--username', USERNAME, '--password-stdin', '--url', url], {env, input: PASSWORD});
  await login();
  const console = await startConsole(['--url', url, '--tab', 'tokens'], {env});
  await console.see('for tests');
  await store.sessions.removeEnded(Date.now() + AFTER_THE_SESSION_MS);
  await login();
  await connect(url).apiTokens.create({name: 'made meanwhile', expire: 0});
  await console.press('tokens.refresh').see('made meanwhile');
  expect(console.text()).not.toContain('The session has expired');

  await store.sessions.removeEnded(Date.now() + AFTER_THE_SESSION_MS);
  await console.press('tokens.refresh').see('The session has expired').type(PASSWORD).press('dialog.submit');
  await console.gone('The session has expired').status('just now');
  expect(await run(['tokens', 'list', '--url', url], {env})).toMatchObject({code: 0});
});
