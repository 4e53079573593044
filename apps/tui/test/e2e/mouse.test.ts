import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import type {Profile} from '../../src/cli/config/config-schema.ts';
import type {Driver} from '../support/console/driver.ts';
import {cleanModes, startConsole} from '../support/console/start-console.ts';
import {temporaryFolder} from '../support/folder.ts';
import {API_TOKEN, startGateway, USERNAME, withToken} from '../support/gateway.ts';
import {manyEntries} from '../support/logs.ts';
import {similar} from '../support/similar.ts';
import {flashed, type Size, sizes, statusRow} from './support/frame-checks.ts';
import {click, drag, LEFT, report, WHEEL_DOWN, WHEEL_UP} from './support/mouse-reports.ts';
import {sharedConsole} from './support/shared-console.ts';
import {STOPPED, startShell} from './support/shell.ts';

const SIZES = sizes('120x36', '80x24', '40x12', '220x50');
const seed = {
  error_logs: manyEntries(300),
  tokens: [
    {username: USERNAME, name: 'for tests', token: API_TOKEN, expire: 0},
    {username: USERNAME, name: 'zebra', token: API_TOKEN.replace('e2e0', 'e2e1'), expire: 0},
    {username: USERNAME, name: 'alpha', token: API_TOKEN.replace('e2e0', 'e2e2'), expire: 0},
  ],
};

const hasMouse = ({modes}: Driver): boolean => modes().mouse;

const openShared = sharedConsole({gateway: () => ({seed}), flags: ['--mouse']});

const open = async (size: Size, profile: Partial<Profile> = {}): Promise<Driver> => {
  const {console} = await openShared(size, {profile});
  await console.see('300 entries').selected('entry 300');
  return console;
};

const startWith = async (size: Size, args: readonly string[]): Promise<Driver> => {
  const {url} = await startGateway({seed});
  const console = await startConsole(['--url', url, '--tab', 'error-logs', ...args], {env: withToken, ...size});
  await console.see('300 entries').selected('entry 300');
  return console;
};

describe.each(SIZES)('at $cols×$rows', size => {
  const isSmall = size.rows < 16;

  it('the mouse is off until its key is pressed, and the footer shows the key while it is on', async () => {
    const console = await startWith(size, []);
    expect(console.modes().mouse).toBe(false);
    expect(console.screen().at(-1)).not.toContain('F2');
    await console.press('global.mouse').see(hasMouse);
    await flashed(console, 'ok: The mouse is on. Hold Shift to select text with it.');
    await console
      .see(/ F2 mouse {3}.*q quit$/)
      .press('global.mouse')
      .see(({modes}) => !modes().mouse)
      .see('The mouse is off.');
    await console.press('global.quit').exits(0);
    expect(console.modes()).toEqual(cleanModes);
  });

  it('a press selects a row, a second one opens it, and the wheel scrolls', async () => {
    const console = await open(size);
    await console.see('entry 298').type(click(console, 'entry 298')).selected('entry 298');
    // If a key had been typed, another row would be selected.
    expect(console.find('▌').row).toContain('entry 298');
    await console.type(report(WHEEL_DOWN, console.find('▌'))).selected('entry 295');
    await console.type(report(WHEEL_UP, console.find('▌'))).selected('entry 298');
    const cell = click(console, 'entry 296');
    await console.type(cell + cell).see('Raw text');
    expect(console.text()).toContain('entry 296 of the day');
    expect(console.text()).not.toContain('entry 298');
    await console.press('error-logs.close').selected('entry 296');
  });

  it('a press on a tab or a view opens it, and does nothing while a dialog is open', async () => {
    const console = await open(size);
    const tokens = isSmall ? '2 Tok' : '2 Tokens';
    await console.press('global.help').see('╭─');
    await console
      .type(click(console, tokens))
      .type(report(WHEEL_DOWN, {x: 20, y: 5}))
      .see(/\(more ↑/);
    await console.press('dialog.close').gone('╭─').selected('entry 300');
    await console.type(click(console, tokens)).see('for tests');
    await console.type(click(console, isSmall ? '3 E' : '3 Error logs')).selected('entry 300');
    if (isSmall) return;
    await console.type(click(console, 'P patterns')).see('▸P patterns');
    await console.type(click(console, 'Entries')).see('▸Entries').selected('entry 300');
  });

  it('a press on the title of a column sorts by it, and again in reverse', async () => {
    const console = await open(size);
    const names = () => console.screen().flatMap(row => /alpha|for tests|zebra/.exec(row) ?? []);
    await console.press('global.tab-tokens').see('zebra');
    const title = () => click(console, 'name');
    await console
      .type(title())
      .see('name ↑')
      .see(() => names().join() === 'alpha,for tests,zebra');
    await console
      .type(title())
      .see('name ↓')
      .see(() => names().join() === 'zebra,for tests,alpha');
    await console.press('global.tab-error-logs').see('message');
    await console.type(click(console, 'message')).type(click(console, 'entry 299')).selected('entry 299');
    expect(console.text()).not.toMatch(/message [↑↓]/);
  });

  it('a click on a button of a confirmation moves the focus there, and never presses it', async () => {
    const console = await open(size);
    await console.press('global.tab-tokens').see('zebra');
    await console.type(click(console, 'zebra')).selected('zebra').press('tokens.delete').see('[Cancel]');
    await console.type('zebra').see(' Cancel   [Delete]');
    const {x, y} = console.find(' Cancel   [Delete]');
    const onDelete = {x: x + ' Cancel   ['.length, y};
    await console.type(report(LEFT, {x: x + 1, y})).see('[Cancel]');
    await console.type(report(LEFT, onDelete).repeat(3)).see('[Delete]').gone('[Cancel]');
    await console.type(report(LEFT, {x: x + 1, y})).see('[Cancel]');
    // A press beside the buttons does nothing.
    await console.type(report(LEFT, {...onDelete, y: onDelete.y - 1}) + report(LEFT, {...onDelete, x: onDelete.x - 2}));
    await console.type('x').see('> zebrax');
    expect(console.text()).toContain('[Cancel]');
    await console.press('dialog.close').gone('╭─').selected('zebra');
  });

  it.skipIf(isSmall)('a press selects a histogram bar, a drag a time range, and a double click zooms in', async () => {
    const console = await open(size);
    await console.see('each, exact');
    // The first row of bars is below the status line.
    const y = statusRow(size.rows) + 1;
    // In a selected time range, the letters or times below the bars are reversed, but not the bars.
    const letters = y + (size.rows === 50 ? 5 : size.rows === 24 ? 1 : 3);
    const reversed = () =>
      (console.frame()[letters] ?? []).flatMap(({inverse, width}, x) => (inverse && width > 0 ? [x] : []));
    const hasSpan = (from: number, to: number) => () => reversed().at(0) === from && reversed().at(-1) === to;
    await console.type(report(LEFT, {x: 1, y}) + report(LEFT, {x: 1, y}, 'm')).see('show the span');
    const [first = 0, ...rest] = reversed();
    expect([first, rest.length < 5]).toEqual([1, true]);
    await console.type(drag({x: 12, y}, {x: 30, y: y + 6})).see(() => reversed().length > 17);
    const [from = 0, to = 0] = [reversed().at(0), reversed().at(-1)];
    expect(from <= 12 && from > 8 && to >= 30 && to < 34).toBe(true);
    await console.type(drag({x: 30, y}, {x: 12, y})).see(hasSpan(from, to));
    await console.press('error-logs.span-clear').see(() => reversed().length === 0);
    const bar = report(LEFT, {x: 20, y}) + report(LEFT, {x: 20, y}, 'm');
    await console
      .type(bar + bar)
      .see('zoom out')
      .gone('300 entries');
    await console.press('error-logs.zoom-out').see('300 entries');
  });

  it.skipIf(isSmall)('a double click on a row opens it, also while a span is selected', async () => {
    const console = await open(size);
    await console.see('each, exact');
    const y = statusRow(size.rows) + 1;
    await console.type(drag({x: 12, y}, {x: 30, y})).see('show the span');
    const cell = click(console, 'entry 297');
    await console.type(cell + cell).see('Raw text');
    expect(console.text()).toContain('entry 297 of the day');
    await console.press('error-logs.close').selected('entry 297').see('show the span');
    expect(console.text()).not.toContain('zoom out');
  });
});

it('a mouse report that is split, malformed or of another button types no text and moves no selection', async () => {
  const console = await open({cols: 80, rows: 24});
  const {x, y} = console.find('entry 297');
  await console.press('global.command-line').see('─ Command').type('ent');
  await console
    .type(`${report(LEFT, {x, y})}${report(2, {x, y})}\u001B[<0;7M\u001B[<0;`)
    .type('1;9Mries')
    .see('entries');
  expect(console.find('entries').row).not.toMatch(/[<;]/);
  await console.press('dialog.close').gone('─ Command').selected('entry 300');
});

it('the config switches the mouse on and off, and a rebound key switches it off', async () => {
  const config = join(temporaryFolder('config'), 'config.json');
  writeFileSync(config, JSON.stringify({mouse: true, keys: {'global.mouse': ['ctrl-t']}}));
  const console = await startWith({cols: 80, rows: 24}, ['--config', config]);
  await console.see(hasMouse).see('^T mouse').key('ctrl-t').see('The mouse is off.');
  writeFileSync(config, JSON.stringify({mouse: false, keys: {'global.mouse': ['ctrl-t']}}));
  await console.see('Reloaded config.json: mouse.');
  expect(console.modes().mouse).toBe(false);
  writeFileSync(config, JSON.stringify({mouse: true}));
  await console.see('Reloaded config.json: mouse.').see(hasMouse);
});

it('the mouse does nothing while the screen is locked', async () => {
  const console = await open({cols: 80, rows: 24});
  const cell = click(console, '2 Tokens');
  await console.press('global.command-line').see('─ Command').type('lock').press('dialog.run').see('Locked');
  await console.type(cell).type('x').see('•');
  expect(console.text()).not.toContain('for tests');
  await console.key('ctrl-u').type(API_TOKEN).press('dialog.submit').selected('entry 300');
});

it('mouse reports are off while the console is suspended, and on again after fg', async () => {
  const {url} = await startGateway({seed});
  const shell = await startShell(url, {EDGE_CONSOLE_MOUSE: '1'});
  await shell.type('edge-console --url $U\r').see('300 entries').see(hasMouse);
  await shell.press('global.suspend').see(STOPPED);
  expect(shell.modes()).toEqual(cleanModes);
  await shell
    .type('fg\r')
    .see(({modes}) => modes().alternateScreen)
    .see(hasMouse)
    .selected('entry 300');
  await shell.type(click(shell, 'entry 298')).selected('entry 298');
});

it('mouse reports are off while an editor has the terminal, and on again afterwards', async () => {
  const {url} = await startGateway({seed});
  const editor = 'sh -c "echo in the editor; read line"';
  const env = {...withToken, XDG_CONFIG_HOME: temporaryFolder('config'), EDITOR: editor, VISUAL: ''};
  const console = await startConsole(['--url', url, '--mouse'], {env});
  await console.see('300 entries').see(hasMouse);
  await console.press('global.command-line').see('─ Command').type('config').press('dialog.run').see('in the editor');
  expect(console.modes().mouse).toBe(false);
  await console.key('enter').see('300 entries').see(hasMouse);
});

it('a double click on a token does what Enter does, if the profile permits it', async () => {
  const console = await open({cols: 80, rows: 24});
  await console.press('global.tab-tokens').see('zebra');
  const cell = click(console, 'zebra');
  await console
    .type(cell + cell)
    .see('Edit')
    .see('zebra')
    .press('dialog.close')
    .gone('╭─');
  const other = await open({cols: 80, rows: 24}, {writePolicy: 'read-only'});
  await other.press('global.tab-tokens').see('zebra');
  await other
    .type(cell + cell)
    .see('note: Edit the token')
    .selected('zebra');
  expect(other.text()).not.toContain('╭─');
});

it('a press in the facets panel, or in the list next to it, moves the keyboard focus there', async () => {
  const console = await open({cols: 200, rows: 50});
  await console
    .press('error-logs.panel')
    .see('back to the list')
    .see(/│ +level +ERROR +75/);
  await console.type(click(console, 'entry 299')).selected('entry 299').gone('back to the list');
  await console.press('error-logs.down').selected('entry 298');
  const y = console.screen().findIndex(row => /│ +level +ERROR/.test(row));
  const cell = {x: (console.screen()[y] ?? '').indexOf('│') + 6, y};
  await console
    .type(report(LEFT, cell))
    .see('back to the list')
    .see(/│ ▌ level +ERROR/);
});

const SIGNALS = [
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const;

// The last tests, since they end the shared console.
it.each(similar(SIGNALS))('mouse reports end with %s', async (signal, code) => {
  const console = await open({cols: 80, rows: 24});
  await console.see(hasMouse).signal(signal).exits(code);
  expect(console.modes()).toEqual(cleanModes);
});
