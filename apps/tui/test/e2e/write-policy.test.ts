import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {startConsole} from '../support/console/start-console.ts';
import {temporaryFolder} from '../support/folder.ts';
import {connect, startGateway, withToken} from '../support/gateway.ts';
import {dialogText, flashed, lineAt, run, SIZES} from './support/frame-checks.ts';

/** The profile `prod-eu` has a label and the given write policy. */
const open = async (writePolicy: string, {cols, rows} = {cols: 120, rows: 36}, args: readonly string[] = []) => {
  const {url} = await startGateway();
  const config = join(temporaryFolder('config'), 'config.json');
  const profile = {url, writePolicy, label: 'PRODUCTION', colour: 'red'};
  writeFileSync(config, JSON.stringify({profiles: {'prod-eu': profile}, defaultProfile: 'prod-eu'}));
  const env = {...withToken, NO_COLOR: '1'};
  const console = await startConsole(['--config', config, '--tab', 'tokens', ...args], {env, cols, rows});
  await console.see('for tests');
  const names = async () => (await connect(url).apiTokens.list()).items.map(({name}) => name);
  return {console, names};
};

it.each(SIZES)('at $cols×$rows a read-only profile shows its label and why commands are disabled', async size => {
  const {console, names} = await open('read-only', size);
  expect(lineAt(console, 0)).toMatch(/^ ◆ \[PRODUCTION\] p.* {3}read-only {3}no TLS$/);
  expect(lineAt(console, size.rows - 1)).not.toMatch(/create|delete/);
  await console.press('tokens.create');
  await flashed(console, 'note: Create a token: prod-eu is read-only');
  await console.press('global.command-line').see('─ Command').type('delete').press('dialog.run');
  await console.see('! Delete the selected token').key('esc').gone('─ Command');
  expect(await names()).toEqual(['for tests']);
});

it('--read-only overrides the write policy of the profile', async () => {
  const {console} = await open('write', undefined, ['--read-only']);
  await console.press('tokens.create');
  await flashed(console, 'note: Create a token: --read-only is given');
});

it.each(SIZES)('at $cols×$rows the policy confirm asks for the name of the profile before each change', async size => {
  const {console, names} = await open('confirm', size);
  await console.press('tokens.create').see('Change prod-eu').see('[PRODUCTION]');
  expect(dialogText(console, size)).toContain('Create a token: this changes prod-eu. Type prod-eu to confirm:');
  await console
    .type('prod')
    .press('dialog.turn', 'dialog.press')
    .see('does not match')
    .type('-eu')
    .press('dialog.press');
  await console
    .see('Create an API token')
    .see('[PRODUCTION]')
    .type('nightly')
    .press('dialog.submit')
    .see('New API token');
  expect(await names()).toEqual(['for tests', 'nightly']);
  await console.press('dialog.leave').see('It cannot be shown').press('dialog.leave').gone('╭─');
  await console.press('tokens.create').see('Change prod-eu').key('esc').gone('╭─');
  await console.press('tokens.delete').see('Delete the selected token: this').key('esc').gone('╭─');
  await console.press('tokens.up', 'tokens.mark', 'tokens.mark').see('2 marked').press('tokens.delete');
  await console.see('Delete 2 marked tokens: this').key('esc').gone('╭─');
  expect(await names()).toEqual(['for tests', 'nightly']);
});

it.each(SIZES)('at $cols×$rows the policy timed permits changes for some minutes on request', async size => {
  const {console, names} = await open('timed', size);
  expect(lineAt(console, 0)).toContain('read-only');
  await console.press('tokens.create');
  await flashed(console, 'Create a token: prod-eu is read-only; :elevate permits changes for some minutes');
  await console.press('global.command-line').see('─ Command').type('elevate 15').press('dialog.run');
  await console.see('Permit changes').press('dialog.press').gone('╭─');
  await flashed(console, 'ok: Permit changes: cancelled.');
  await run(console, 'elevate 15').see('Permit changes').type('prod-eu');
  if (size.cols >= 80) expect(lineAt(console, size.rows - 1)).toContain('Enter press the button');
  await console.see('[permit]').press('dialog.press').gone('╭─');
  await console.see(/^ ◆ \[PRODUCTION\] .* {3}changes 14m {3}no TLS$/m);
  await console
    .press('tokens.create')
    .see('Create an API token')
    .type('nightly')
    .press('dialog.submit')
    .see('New API token');
  expect(await names()).toEqual(['for tests', 'nightly']);
  await console.press('dialog.leave').see('It cannot be shown').press('dialog.leave').gone('╭─');
  await run(console, 'end-elevation').see(/read-only {3}no TLS$/m);
  await console.press('tokens.create');
  await flashed(console, 'Create a token: prod-eu is read-only');
});
