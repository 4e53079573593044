import {describe, it} from 'vitest';
import {startConsole} from './support/console.ts';
import {sharedGateway, withToken} from './support/gateway.ts';
import {manyEntries} from './support/logs.ts';

const gateway = sharedGateway(() => ({seed: {error_logs: manyEntries(200)}}));
const open = (tab: string, size = {columns: 120, rows: 36}) =>
  startConsole(['--url', gateway().url, '--tab', tab], {env: withToken, ...size});

describe('the command line', () => {
  it('runs a command by its name, with values, and completes them', async () => {
    const console = await open('error-logs');
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
      .gone('Command');
  });

  it('says what is wrong, and keeps the line', async () => {
    const console = await open('error-logs');
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

  it('finds a command by words of its title, and says why one cannot run', async () => {
    const console = await open('tokens');
    await console
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
      .see('no agent chosen');
  });

  it('fits a small terminal', async () => {
    const console = await open('error-logs', {columns: 40, rows: 12});
    await console.see('entry 200').press('global.command-line').see('Command').type('clear-f').see('clear-filter');
  });
});

it('shows the view as a command', async () => {
  const console = await open('error-logs');
  await console
    .see('entry 200 of the day')
    .press('global.command-line')
    .type('level error')
    .press('dialog.run')
    .status('100 entries')
    .press('global.command-line')
    .type('as-command')
    .press('dialog.run')
    .see(`edge-console logs list --level error --url ${gateway().url}`);
});
