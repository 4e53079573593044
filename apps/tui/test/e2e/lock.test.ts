import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import type {Driver} from '../support/console/driver.ts';
import {startConsole} from '../support/console/start-console.ts';
import {temporaryFolder} from '../support/folder.ts';
import {API_TOKEN, PASSWORD, startGateway, USERNAME, withToken} from '../support/gateway.ts';
import {logEntry, NEWEST} from '../support/logs.ts';
import {fastClock} from '../support/program.ts';
import {dialogText, lineAt, run, SIZES, type Size} from './support/frame-checks.ts';
import {sharedConsole} from './support/shared-console.ts';
import {STOPPED, startShell} from './support/shell.ts';

const LINE = 'card 4711 was refused';

const seed = {error_logs: [logEntry(LINE, {level: 4, log_time: NEWEST})]};
const openShared = sharedConsole({gateway: () => ({seed})});

/** The gateway is closed when the test ends, so that the console does not ask for the password of a session that ended. */
const openAnonymous = async (size?: Size) => {
  const gateway = await startGateway({seed});
  const profile = {url: gateway.url, username: USERNAME, apiTokenFile: undefined};
  return {gateway, console: (await openShared(size, {profile})).console};
};

const signIn = async (console: Driver): Promise<void> => {
  await console.press('global.tab-session').see('Password').type(PASSWORD).press('session.submit').see('Signed in as');
  await console.press('global.tab-error-logs').see('card 4711');
};

it.each(SIZES)('at $cols×$rows the lock hides all gateway data, and the password unlocks the console', async size => {
  const {console} = await openAnonymous(size);
  const before = console.output().length;
  await signIn(console);
  await run(console, 'lock').see('Locked: ').gone('card 4711').gone('Error logs');
  expect(console.text()).not.toMatch(/127\.0\.0\.1|master|following|t\d/);
  expect(lineAt(console, size.rows - 1)).toBe(' Enter unlock   ^C quit');

  // Neither screen keys nor global keys work, and Esc does not close the dialog.
  await console.key('esc').see('Locked: ').key('ctrl-p', 'ctrl-g').type('wrong').press('dialog.submit');
  await console.see(/incorrect\s/).gone('Find a command');
  expect(dialogText(console, size)).not.toContain('Session tab');
  await console.key('ctrl-u').type(PASSWORD).press('dialog.submit').see('card 4711').gone('Locked').gone('╭─');
  await console.press('global.tab-tokens').see('for tests');
  expect(console.output().slice(before)).not.toContain(PASSWORD);
});

it('the unlock renews a session that ended meanwhile, and a locked console can be redrawn and quit', async () => {
  const {gateway, console} = await openAnonymous();
  await signIn(console);
  await console.press('global.tab-tokens').see('for tests').press('global.tab-error-logs').see('card 4711');
  await run(console, 'lock').see('Locked: ');
  gateway.clock.advance(9 * 3_600_000);
  await gateway.waitForRequest({operation: 'listErrorLogs', status: 401});
  await console
    .type(PASSWORD)
    .press('dialog.submit')
    .see('card 4711')
    .gone('Locked')
    .see(/session 7h 5\dm/);
  await console.press('global.tab-tokens').see('for tests').press('tokens.refresh').see('for tests').gone('╭─');
  const reads = gateway.requests({operation: 'listApiTokens'});
  expect(reads.at(-1)).toMatchObject({status: 200});

  await run(console, 'lock').see('Locked');
  const before = console.output().length;
  await console.press('global.repaint').see(({output}) => output().slice(before).includes('Locked'));
  await console.key('ctrl-c').exits(0);
});

it('only the API token in use unlocks the console, and locking ends the permission to make changes', async () => {
  const size = {cols: 120, rows: 36};
  const {console, profile} = await openShared(size, {profile: {writePolicy: 'timed'}});
  const before = console.output().length;
  await console.see('card 4711').press('global.command-line').see('─ Command').type('elevate 15').press('dialog.run');
  await console
    .see('Permit changes')
    .type(profile)
    .press('dialog.press')
    .see(/changes 14m/);
  await run(console, 'lock').see('Locked: API token').gone('card 4711').gone('keyring');
  await console.press('dialog.submit').see('enter the API token').gone('keyring');
  expect(dialogText(console, size)).toContain('API token');
  await console.type('a1d3c1de-0000-4000-8000-000000000000').press('dialog.submit').see('This is another API token.');
  await console
    .key('ctrl-u')
    .type(API_TOKEN)
    .press('dialog.submit')
    .see('card 4711')
    .see(/read-only {3}no TLS/);
  expect(console.output().slice(before)).not.toContain('a1d3c1de');
});

it('a console whose lock time passes while a program has the terminal returns locked; one without keys locks and polls on', async () => {
  const folder = temporaryFolder('lock');
  const config = join(folder, 'config.json');
  const gateway = await startGateway({seed});
  const argv = ['/bin/sh', '-c', 'echo in the editor; sleep 3; echo leaving the editor'];
  const command = {id: 'edit', title: 'Edit', key: 'O', scope: 'entry', argv, terminal: 'suspend'};
  writeFileSync(config, JSON.stringify({commands: [command], lockAfter: '20s'}));
  const args = ['--url', gateway.url, '--config', config, '--tab', 'error-logs'];
  const console = await startConsole(args, {env: {...withToken, ...fastClock}});
  await console.see('card 4711').key('O').see('in the editor').see('Locked: API token').gone('card 4711');
  const [, after = ''] = console.output().split('leaving the editor');
  expect(after).not.toContain('card 4711');
  await console.type(API_TOKEN).press('dialog.submit').see('card 4711').see('Locked: API token').gone('card 4711');
  const reads = () => gateway.requests({operation: 'listErrorLogs'}).length;
  const before = reads();
  await expect.poll(reads).toBeGreaterThan(before);
});

it('if the lock time passes while the console is suspended, the console returns locked', async () => {
  const gateway = await startGateway({seed});
  const shell = await startShell(gateway.url, {...fastClock, EDGE_CONSOLE_LOCK_AFTER: '20s'});
  await shell.type('edge-console --url $U --tab error-logs\r').see('card 4711').press('global.suspend').see(STOPPED);
  await shell.type('sleep 3; echo back; fg\r').see('Locked: API token').gone('card 4711');
  expect(shell.output().split('back').at(-1)).not.toContain('card 4711');
});
