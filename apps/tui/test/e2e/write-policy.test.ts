import {expect, it} from 'vitest';
import {connect} from '../support/gateway.ts';
import {dialogText, flashed, lineAt, run, SIZES, type Size} from './support/frame-checks.ts';
import {sharedConsole} from './support/shared-console.ts';

const openShared = sharedConsole({firstTab: 'tokens', env: {NO_COLOR: '1'}});
const openReadOnly = sharedConsole({firstTab: 'tokens', flags: ['--read-only']});

/** The profile has a label and the given write policy. */
const open = async (writePolicy: 'read-only' | 'confirm' | 'timed' | 'write', size?: Size, openOne = openShared) => {
  const {console, url, profile} = await openOne(size, {profile: {writePolicy, label: 'PRODUCTION', colour: 'red'}});
  await console.see('for tests');
  const names = async () => (await connect(url).apiTokens.list()).items.map(({name}) => name);
  return {console, names, profile};
};

it.each(SIZES)('at $cols×$rows a read-only profile shows its label and why commands are disabled', async size => {
  const {console, names, profile} = await open('read-only', size);
  expect(lineAt(console, 0)).toMatch(/^ ◆ \[PRODUCTION\] t.* {3}read-only {3}no TLS$/);
  expect(lineAt(console, size.rows - 1)).not.toMatch(/create|delete/);
  await console.press('tokens.create');
  await flashed(console, `note: Create a token: ${profile} is read-only`);
  await console.press('global.command-line').see('─ Command').type('delete').press('dialog.run');
  await console.see('! Delete the selected token').key('esc').gone('─ Command');
  expect(await names()).toEqual(['for tests']);
});

it('--read-only overrides the write policy of the profile', async () => {
  const {console} = await open('write', undefined, openReadOnly);
  await console.press('tokens.create');
  await flashed(console, 'note: Create a token: --read-only is given');
});

it.each(SIZES)('at $cols×$rows the policy confirm asks for the name of the profile before each change', async size => {
  const {console, names, profile} = await open('confirm', size);
  await console.press('tokens.create').see(`Change ${profile}`).see('[PRODUCTION]');
  expect(dialogText(console, size)).toContain(`Create a token: this changes ${profile}. Type ${profile} to confirm:`);
  await console
    .type('t')
    .press('dialog.turn', 'dialog.press')
    .see('does not match')
    .type(profile.slice(1))
    .press('dialog.press');
  await console
    .see('Create an API token')
    .see('[PRODUCTION]')
    .type('nightly')
    .press('dialog.submit')
    .see('New API token');
  expect(await names()).toEqual(['for tests', 'nightly']);
  await console.press('dialog.leave').see('It cannot be shown').press('dialog.leave').gone('╭─');
  await console.press('tokens.create').see(`Change ${profile}`).key('esc').gone('╭─');
  await console.press('tokens.delete').see('Delete the selected token: this').key('esc').gone('╭─');
  await console.press('tokens.up', 'tokens.mark', 'tokens.mark').see('2 marked').press('tokens.delete');
  await console.see('Delete 2 marked tokens: this').key('esc').gone('╭─');
  expect(await names()).toEqual(['for tests', 'nightly']);
});

it.each(SIZES)('at $cols×$rows the policy timed permits changes for some minutes on request', async size => {
  const {console, names, profile} = await open('timed', size);
  expect(lineAt(console, 0)).toContain('read-only');
  await console.press('tokens.create');
  await flashed(console, `Create a token: ${profile} is read-only; :elevate permits changes for some minutes`);
  await console.press('global.command-line').see('─ Command').type('elevate 15').press('dialog.run');
  await console.see('Permit changes').press('dialog.press').gone('╭─');
  await flashed(console, 'ok: Permit changes: cancelled.');
  await run(console, 'elevate 15').see('Permit changes').type(profile);
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
  await flashed(console, `Create a token: ${profile} is read-only`);
});
