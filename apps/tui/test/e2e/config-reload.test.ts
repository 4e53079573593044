import {mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {expect, it} from 'vitest';
import type {Config} from '../../src/cli/config/config-schema.ts';
import {themes} from '../../src/theme/themes.ts';
import {startConsole} from '../support/console/start-console.ts';
import {temporaryFolder} from '../support/folder.ts';
import {startGateway, withToken} from '../support/gateway.ts';
import {incident} from '../support/logs.ts';
import {fastClock} from '../support/program.ts';
import {flashed, lineAt, sizes} from './support/frame-checks.ts';

const SIZES = sizes('80x24', '120x36');

interface Opened {
  readonly first?: object;
  readonly cols?: number;
  readonly rows?: number;
  readonly env?: Readonly<Record<string, string>>;
}

/** Opens the tokens of the profile `prod`, with a search for `tests`. `write` replaces the config as editors do. */
const open = async ({first = {}, cols = 120, rows = 36, env = {}}: Opened = {}) => {
  const {url} = await startGateway();
  const folder = temporaryFolder('reload');
  const file = join(folder, 'config.json');
  const write = (text: string): void => {
    writeFileSync(`${file}~`, text);
    renameSync(`${file}~`, file);
  };
  const save = ({prod, ...others}: Omit<Config, 'profiles'> & {readonly prod?: object}) =>
    write(JSON.stringify({profiles: {prod: {url, ...prod}}, defaultProfile: 'prod', ...others}));
  save(first);
  const console = await startConsole(['--config', file, '--tab', 'tokens'], {env: {...withToken, ...env}, cols, rows});
  await console.see('for tests').press('tokens.search').type('tests').key('enter').status('/tests');
  return {console, file, folder, save, write, size: {cols, rows}};
};

it.each(SIZES)('at $cols×$rows keys, label, theme and profiles of an edited config take effect at once', async size => {
  const {console, save} = await open(size);
  expect(lineAt(console, 0)).not.toContain('TESTS');
  save({prod: {label: 'TESTS', colour: 'red'}, keys: {'tokens.create': ['K']}, theme: 'mono'});
  await flashed(console, 'ok: Reloaded config.json: profiles, keys, theme.');
  expect(lineAt(console, 0)).toContain('[TESTS]');
  expect(lineAt(console, size.rows - 1)).toContain('K create');
  await console.see('for tests').status('/tests');
  // The theme mono has no colours.
  await console.see(({frame}) => new Set(frame().flatMap(row => row.map(({fg}) => fg))).size === 1);
  await console.key('K').see('Create an API token').key('esc').gone('Create an API token');
});

it.each(SIZES)('at $cols×$rows a key of the config replaces a default key, and a message says so', async size => {
  const {url} = await startGateway();
  const file = join(temporaryFolder('keys'), 'config.json');
  const save = (key: string) => writeFileSync(file, JSON.stringify({keys: {'tokens.create': [key]}}));
  save('r');
  const console = await startConsole(['--config', file, '--url', url, '--tab', 'tokens'], {env: withToken, ...size});
  await flashed(console, 'note: The config gives r, the key of "tokens.refresh", to "tokens.create".');
  await console.see('for tests').key('r').see('Create an API token').key('esc').gone('Create an API token');
  save('ctrl-l');
  await flashed(console, 'note: The config gives ^L, the key of "global.repaint", to "tokens.create".');
});

it.each(SIZES)('at $cols×$rows an invalid config edit is reported, and the last valid config stays', async size => {
  const {console, save, write} = await open({...size, first: {keys: {'tokens.create': ['K']}}});
  write('{\n  // keys\n  "keys": {"tokens.creat": ["N"]},\n}');
  await flashed(
    console,
    'error: config.json:3:12: keys: not a known command; did you mean "tokens.create"? The last valid',
  );
  await console.key('K').see('Create an API token').key('esc').gone('Create an API token');
  write('{"theme"');
  await flashed(console, 'error: config.json:1:9: this is not JSON: a colon is missing before this.');
  save({keys: {'tokens.create': ['K']}});
  await flashed(console, 'ok: config.json is valid again.');
});

it('a stricter write policy in the config applies at once, and stays if the config is emptied or deleted', async () => {
  const {console, file, save} = await open({first: {prod: {writePolicy: 'timed'}}});
  await console.press('global.command-line').type('elevate 15').press('dialog.run').see('Type prod').type('prod');
  await console.press('dialog.press');
  await flashed(console, 'ok: Changes of prod are permitted');
  save({prod: {writePolicy: 'read-only'}});
  await flashed(console, 'ok: Reloaded config.json: profiles.');
  await console.press('tokens.create');
  await flashed(console, 'note: Create a token: prod is read-only');
  writeFileSync(file, '');
  await flashed(console, 'error: config.json is empty. The last valid config');
  rmSync(file);
  await flashed(console, 'error: cannot read the config config.json: there is no such file. The last valid config');
  await console.press('tokens.create');
  await flashed(console, 'note: Create a token: prod is read-only');
});

it('text in the create dialog survives a config reload, and a message names fields that need a restart', async () => {
  const {console, save} = await open();
  await console.press('tokens.create').see('Create an API token').type('nightly');
  save({prod: {username: 'ann'}, notify: {title: false}, deploys: ['live']});
  await flashed(console, 'ok: Reloaded config.json: profiles, deploys, notify. prod: from the next connection.');
  await console.see('nightly').see('Create an API token').see('Tab next field');
});

it('edited themes of config and profile and notify apply at once, and defaultProfile at the next start', async () => {
  const own = (bg: `#${string}`) => ({themes: {own: {selection: {bg: [bg, 'blue']}}}, theme: 'own'}) satisfies Config;
  const {console, save} = await open({first: own('#010203'), env: {TERM: 'foot', COLORTERM: 'truecolor'}});
  const isGround = (bg: unknown) => console.see(({find}) => find('for tests').cell.bg === bg);
  await isGround('#010203');
  save(own('#040506'));
  await isGround('#040506');
  save({...own('#040506'), prod: {theme: 'light'}});
  await isGround([themes.light.selection.bg].flat()[0]);
  save(own('#070809'));
  await isGround('#070809');

  await console.see(({title}) => title() === 'edge-console prod').see(({modes}) => modes().focusReports);
  save({...own('#070809'), notify: {title: false, desktop: false}});
  await flashed(console, 'ok: Reloaded config.json: notify.');
  expect(console.modes().focusReports).toBe(false);
  save({defaultProfile: undefined});
  await flashed(console, 'defaultProfile: from the next start.');
});

it('an edited defaultProfile is opened if no profile is in use', async () => {
  const {url} = await startGateway();
  const file = join(temporaryFolder('reload'), 'config.json');
  writeFileSync(file, '{}');
  const console = await startConsole(['--config', file]);
  await console.see('Account source');
  writeFileSync(file, JSON.stringify({profiles: {prod: {url}}, defaultProfile: 'prod'}));
  await console.see('Using prod.').row('Gateway').contains(url);
});

it('a config behind a link is reloaded when the file that it points to is edited, and lockAfter applies at once', async () => {
  const {console, file, folder} = await open({env: fastClock});
  const target = join(folder, 'dotfiles.json');
  renameSync(file, target);
  symlinkSync(target, file);
  writeFileSync(target, '{"keys": {"tokens.create": ["K"]}}');
  await flashed(console, 'ok: Reloaded config.json: profiles, defaultProfile, keys.');
  writeFileSync(target, '{"keys": {"tokens.create": ["N"]}}');
  await flashed(console, 'ok: Reloaded config.json: keys.');
  writeFileSync(target, '{"lockAfter": "10s"}');
  await console.see('Locked: ');
});

it('the console explains patterns with the messages and runbooks of an edited config, without a restart', async () => {
  const {url} = await startGateway({seed: {error_logs: incident()}});
  const home = temporaryFolder('reload');
  const file = join(home, 'edge-console', 'config.json');
  const env = {...withToken, XDG_CONFIG_HOME: home};
  const console = await startConsole(['--url', url, '--tab', 'error-logs'], {env, cols: 120, rows: 36});
  await console.see('upstream timed out').press('error-logs.patterns').status('2 patterns');
  // Neither the file nor its folder exists yet.
  mkdirSync(dirname(file));
  const regex = String.raw`connect\(\) failed`;
  writeFileSync(
    file,
    JSON.stringify({
      keys: {'patterns.refresh': ['K']},
      messages: [{id: 'payments-down', regex, meaning: 'The payments backend is down.'}],
    }),
  );
  await flashed(console, 'ok: Reloaded config.json: keys, messages. K reads a view again.');
  await console.key('K').see('payments-down').press('patterns.down').selected('payments-down');
  await console.press('patterns.explain').see('The payments backend is down.').press('dialog.close');
  await console.gone('The payments backend is down.').press('patterns.up').selected('upstream timed out');
  writeFileSync(file, '{"runbooks": {"upstream-timed-out": "https://wiki.example.com/timeouts"}}');
  await flashed(console, 'ok: Reloaded config.json: keys, messages, runbooks. r reads a view again.');
  await console.press('patterns.explain').see('https://wiki.example.com/timeouts').press('dialog.close');
  await console.gone('wiki.example.com').press('patterns.refresh').gone('payments-down');
});

it(':config creates the config with its schema, opens it in the editor, and uses it', async () => {
  const {url} = await startGateway();
  const home = temporaryFolder('editor');
  const file = join(home, 'edge-console', 'config.json');
  const editor = join(home, 'editor');
  // The editor adds a comment and a field, prints the file, and waits for a key.
  writeFileSync(
    editor,
    `#!/bin/sh\nsed -i '1a // mine\\n"keys": {"tokens.create": ["K"]},' "$2"\n` +
      `cat "$2"; echo "edited $2 with $1, token: $EDGE_CONSOLE_API_TOKEN."; read -r key\n`,
    {mode: 0o755},
  );
  const env = {...withToken, XDG_CONFIG_HOME: home, EDITOR: `${editor} --wait`, VISUAL: ''};
  const console = await startConsole(['--url', url, '--tab', 'tokens'], {env, cols: 120, rows: 36});
  await console.see('for tests').press('global.command-line').see('─ Command').type('config').press('dialog.run');
  await console.see(`edited ${file} with --wait, token: .`).see('config.schema.json').key('enter');
  await flashed(console, 'ok: Reloaded config.json: keys.');
  expect(lineAt(console, 35)).toContain('K create');
  expect(readFileSync(file, 'utf8')).toMatch(/^\{\n\/\/ mine\n"keys"/);
});
