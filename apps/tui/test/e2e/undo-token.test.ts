import {mkdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import type {Driver} from '../support/console/driver.ts';
import {startConsole} from '../support/console/start-console.ts';
import {temporaryFolder} from '../support/folder.ts';
import {connect, startGateway, withToken} from '../support/gateway.ts';
import {checkFrame, dialogText, flashed, SIZES, type Size} from './support/frame-checks.ts';

const open = async (size?: Size) => {
  const gateway = await startGateway();
  const {apiTokens} = connect(gateway.url);
  await apiTokens.create({name: 'nightly'});
  const state = temporaryFolder('state');
  const path = join(state, 'edge-console/changes.ndjson');
  const env = {...withToken, XDG_STATE_HOME: state};
  const console = await startConsole(['--url', gateway.url, '--tab', 'tokens'], {env, ...size});
  await console.selected('for tests').press('tokens.down').selected('nightly');
  return {console, apiTokens, path, token: () => apiTokens.get(2)};
};

const rename = (console: Driver, name: string) =>
  console
    .press('tokens.edit')
    .see('Edit API token')
    .key('ctrl-u')
    .type(name)
    .see(name)
    .press('dialog.submit')
    .gone('Edit API token');

describe.each(SIZES)('at $cols×$rows', size => {
  it('undo reverts the last edits, each after a confirmation with both values', async () => {
    const {console, token, path} = await open(size);
    await console.press('tokens.undo');
    await flashed(console, 'here is no edit of yours to undo');
    await rename(console, 'ci');
    await console.selected('ci');
    await console.press('tokens.edit').see('Edit API token').press('dialog.next-field', 'dialog.next-choice');
    await console.see('7d').press('dialog.submit').gone('Edit API token');
    await expect.poll(async () => (await token()).expire).toBeGreaterThan(0);

    await console.press('tokens.undo').see('Undo the last edit');
    expect(dialogText(console, size)).toMatch(/ci, id 2: expires \d{4}-\d\d-\d\d [\d:]+ to never\. Changed \d+s ago/);
    await console.gone('ok: Saved');
    checkFrame(console);
    expect(console.find('Cancel').cell.inverse).toBe(true);
    await console.press('dialog.press').gone('Undo the last edit');
    expect((await token()).expire).toBeGreaterThan(0);
    await console.press('tokens.undo').see('Undo the last edit').press('dialog.turn', 'dialog.press');
    await flashed(console, 'Undone: ci, id 2: expires');
    expect(await token()).toMatchObject({name: 'ci', expire: 0});

    await console.press('tokens.undo').see('Undo the last edit');
    expect(dialogText(console, size)).toContain('ci, id 2: name "ci" to "nightly". Changed');
    await console.press('dialog.turn', 'dialog.press').selected('nightly');
    await flashed(console, 'Undone: nightly, id 2: name "ci" to "nightly".');
    expect(await token()).toMatchObject({name: 'nightly', expire: 0});
    await console.press('tokens.undo');
    // While the console still reads the journal, the message is a whole sentence. Both messages match.
    await flashed(console, 'here is no edit of yours to undo');
    const changes = readFileSync(path, 'utf8')
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line));
    expect(changes.map(({command}) => command)).toEqual(['tokens edit', 'tokens edit', 'tokens undo', 'tokens undo']);
    expect(changes[2]).toMatchObject({to: {expire: 0}, undoes: changes[1].time, outcome: 'done'});
  });
});

it('undo refuses if the token changed since or was deleted', async () => {
  const {console, apiTokens, token} = await open();
  await rename(console, 'ci');
  await console.selected('ci');
  await apiTokens.update(2, {name: 'theirs'});
  await console.press('tokens.undo');
  await flashed(
    console,
    'The edit cannot be undone: the token nightly, id 2, has changed since (name "ci" to "theirs").',
  );
  await console.selected('theirs');
  await apiTokens.update(2, {name: 'ci'});
  await console.press('tokens.undo').see('Undo the last edit');
  // Another operator renames the token while the confirmation is open.
  await apiTokens.update(2, {name: 'theirs again'});
  await console.press('dialog.turn', 'dialog.press').see('to "theirs again"');
  await console.press('dialog.close').gone('Undo the last edit');
  expect(await token()).toMatchObject({name: 'theirs again'});
  await apiTokens.delete(2);
  await console.press('tokens.undo');
  await flashed(console, 'The edit cannot be undone: the token nightly, id 2, was deleted.');
});

it('an unwritable journal is reported once, with the message of the change', async () => {
  const {console, path, token} = await open();
  mkdirSync(path, {recursive: true});
  await rename(console, 'ci');
  await flashed(console, 'Saved ci. The journal of changes is incomplete: Cannot write');
  await rename(console, 'nightly');
  await console.see('ok: Saved nightly.').gone('journal');
  expect(await token()).toMatchObject({name: 'nightly'});
});
