import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {startConsole} from '../support/console/start-console.ts';
import {temporaryFolder} from '../support/folder.ts';
import {startGateway, withToken} from '../support/gateway.ts';
import {logEntry, manyEntries, NEWEST} from '../support/logs.ts';
import {sharedConsole} from './support/shared-console.ts';

const logs = {seed: {error_logs: manyEntries(200)}};
const open = sharedConsole({gateway: () => logs});

describe('the command line', () => {
  it('the command line runs a command by its name with values, and completes both', async () => {
    const {console} = await open();
    await console
      .see('entry 200 of the day')
      .press('global.command-line')
      .see('Show the details')
      .type('lev')
      .see('Show this level and more severe ones')
      .key('tab')
      .see('any stderr emerg alert crit error')
      .type('al')
      .key('tab')
      .see('level alert')
      .press('dialog.run')
      .see('ALERT')
      .status('50 entries')
      .press('global.command-line')
      .see('level alert')
      .key('esc')
      .gone('Command')
      .press('global.back')
      .status('200 entries')
      .press('global.forward')
      .status('50 entries');
  });

  it('an invalid command line stays open and says what is wrong', async () => {
    const {console} = await open();
    await console
      .see('entry 200 of the day')
      .press('global.command-line')
      .type('level eror')
      .press('dialog.run')
      .see('did you mean error?')
      .key('ctrl-u')
      .type('range last 15 parsecs')
      .press('dialog.run')
      .see('not understood')
      .key('ctrl-u')
      .type('xyzzy')
      .see('No command matches.')
      .press('dialog.run')
      .see('There is no such command.');
  });

  it('the palette finds a command by words of its title, and says why one cannot run', async () => {
    const {console} = await open();
    await console
      .press('global.tab-tokens')
      .see('for tests')
      .press('global.palette')
      .type('creat tok')
      .see('Create a token')
      .press('dialog.run')
      .see('Create an API token')
      .key('esc')
      .gone('Create an API token')
      .press('global.palette')
      .type('go to app')
      .press('dialog.run')
      .see('no agent chosen')
      .press('global.palette')
      .type('rot')
      .see('Rotate the token: on the Tokens tab')
      .press('dialog.run')
      .see('for tests');
  });

  it('the command line fits a small terminal', async () => {
    const {console} = await open({cols: 40, rows: 12});
    await console.see('entry 200').press('global.command-line').see('Command').type('clear-f').see('clear-filter');
  });
});

it(':goto takes a row, a share of the list, or a time', async () => {
  const {console} = await open();
  const run = (line: string) => console.press('global.command-line').see('Command').type(line).press('dialog.run');
  await console.see('entry 200 of the day');
  await run('goto 51').selected('entry 150 of the day');
  await run('goto 40%').selected('entry 120 of the day');
  await run('goto 100%').selected('entry 1 of the day');
  await run('goto lots').see('enter a number of rows').key('esc').gone('Command');
  await run(`at ${new Date((NEWEST - 120 * 60) * 1000).toISOString()}`).selected('entry 80 of the day');
  await run('at yesterdayish').see('enter a time').key('esc').gone('Command');
});

it(':theme changes the theme by name', async () => {
  const {console} = await open();
  await console.see('entry 200 of the day');
  expect(console.find('2 Tokens').cell).toMatchObject({dim: true});
  await console.press('global.palette').type('bright').see('Draw with another theme: bright').press('dialog.run');
  await console.gone('Find a command');
  await expect.poll(() => console.find('2 Tokens').cell.dim).toBe(false);
});

it(':profile without profiles says how to add one', async () => {
  const {url} = await startGateway();
  const console = await startConsole(['--url', url, '--tab', 'tokens'], {env: withToken});
  await console
    .press('global.command-line')
    .see('Command')
    .type('profile x')
    .see(/profile: there is none yet/i);
  for (let at = 0; at < 2; at++) await console.type('\x7f');
  await console
    .press('dialog.run')
    .see(/No profiles yet; \S+ adds one\./)
    .press('dialog.close');
});

it(':profile changes to another profile and its credential', async () => {
  const folder = temporaryFolder('profiles');
  const prod = await startGateway(logs);
  const other = await startGateway({seed: {error_logs: [logEntry('only on staging')]}});
  const token = join(folder, 'token');
  writeFileSync(token, withToken.EDGE_CONSOLE_API_TOKEN, {mode: 0o600});
  const config = join(folder, 'config.jsonc');
  writeFileSync(
    config,
    JSON.stringify({profiles: {prod: {url: prod.url}, staging: {url: other.url, apiTokenFile: token}}}),
  );
  const console = await startConsole(['--config', config, '--profile', 'prod', '--tab', 'error-logs'], {
    env: withToken,
  });
  await console.see('entry 200 of the day').press('global.palette').type('stag').see('Use another profile: staging');
  await console.press('dialog.run').see('Using staging.').see('only on staging').gone('of the day');
  expect(console.screen()[0]).toContain('staging');
  // The token in the environment applies to the first profile only.
  await console.press('global.command-line').type('profile prod').press('dialog.run').see('Using prod.');
  await console.see('not signed in');
});

it(':as-command shows the view as a command', async () => {
  const {console, url} = await open();
  await console
    .see('entry 200 of the day')
    .press('global.command-line')
    .type('level error')
    .press('dialog.run')
    .status('100 entries')
    .press('global.command-line')
    .type('as-command')
    .press('dialog.run')
    .see(`edge-console logs list --level error --url ${url}`);
});
