import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import type {Config} from '../../src/cli/config/config-schema.ts';
import {type Depth, drawnOf, type Ground, rgbAt} from '../../src/theme/colour.ts';
import {themes} from '../../src/theme/themes.ts';
import type {Color} from '../pty/terminal-screen.ts';
import type {Driver} from '../support/console/driver.ts';
import {startConsole} from '../support/console/start-console.ts';
import {temporaryFolder} from '../support/folder.ts';
import {API_TOKEN, startGateway, withToken} from '../support/gateway.ts';
import {logEntry, NEWEST} from '../support/logs.ts';
import {similar} from '../support/similar.ts';
import {sizes} from './support/frame-checks.ts';
import {PROMPT, startShell} from './support/shell.ts';

const seed = {
  error_logs: [
    logEntry('older', {level: 5, log_time: NEWEST}),
    logEntry('broken', {level: 4, log_time: NEWEST + 1}),
    logEntry('newest', {level: 7, log_time: NEWEST + 2}),
  ],
};

const cellColour = (ground: Ground | undefined, depth: Depth): Color => {
  if (ground === undefined) return 'default';
  const drawn = drawnOf(ground, depth);
  const hex = (part: number): string => part.toString(16).padStart(2, '0');
  return typeof drawn === 'number' ? drawn : `#${rgbAt(drawn).map(hex).join('')}`;
};

const run = (console: Driver, line: string) =>
  console.press('global.command-line').see('Command').type(line).press('dialog.run').gone('Command');

describe.each(sizes('80x24', '120x36'))('in $cols x $rows cells', size => {
  const drawn = [
    {theme: 'light', depth: 'true', env: {COLORTERM: 'truecolor'}},
    {theme: 'colour-blind', depth: 256, env: {}},
    {theme: 'dark', depth: 'true', env: {COLORTERM: 'truecolor'}},
    {theme: 'high-contrast', depth: 16, env: {TERM: 'xterm'}},
  ] as const;
  it.each(similar(drawn))('the theme $theme colours selection, severity and keys', async ({theme, depth, env}) => {
    const {url} = await startGateway({seed});
    const args = ['--url', url, '--tab', 'error-logs', '--theme', theme];
    const console = await startConsole(args, {...size, env: {...withToken, ...env}});
    await console.selected('newest');
    const {selection, key} = themes[theme];
    expect(console.find('newest').cell).toMatchObject({
      fg: cellColour(selection.fg, depth),
      bg: cellColour(selection.bg, depth),
      inverse: false,
    });
    expect(console.find('ERROR').cell).toMatchObject({
      fg: cellColour(themes[theme]['severity.error'].fg, depth),
      bg: 'default',
    });
    expect(console.find('? help').cell).toMatchObject({fg: cellColour(key.fg, depth), bold: true});
  });
});

it("a profile's theme applies after a switch, and :theme selects another one", async () => {
  const [prod, lab] = [await startGateway({seed}), await startGateway({seed})];
  const [config, token] = ['config.json', 'token'].map(name => join(temporaryFolder('theme'), name)) as [
    string,
    string,
  ];
  writeFileSync(token, API_TOKEN, {mode: 0o600});
  const profiles: Config['profiles'] = {
    prod: {url: prod.url, apiTokenFile: token, theme: 'mine'},
    lab: {url: lab.url, apiTokenFile: token},
    other: {url: lab.url, apiTokenFile: token},
  };
  const own: Config['themes'] = {mine: {extends: 'dark', 'severity.error': {fg: ['#ff0102', 'blue'], underline: true}}};
  const text = {profiles, themes: own, theme: 'light', defaultProfile: 'prod'} satisfies Config;
  writeFileSync(config, JSON.stringify(text));
  const console = await startConsole(['--config', config], {env: {COLORTERM: 'truecolor'}});
  const level = () => console.find('ERROR').cell;
  const isDrawn = (fg: Color) => () => console.text().includes('ERROR') && level().fg === fg;
  await console.selected('newest');
  expect(level()).toMatchObject({fg: '#ff0102', underline: true});
  expect(console.find('newest').cell.bg).toBe(cellColour(themes.dark.selection.bg, 'true'));

  const light = cellColour(themes.light['severity.error'].fg, 'true');
  await run(console, 'profile lab').see('Using lab.').see(isDrawn(light));
  await run(console, 'theme high-contrast').see(isDrawn('#ff8787'));
  await run(console, 'profile other').see('Using other.').selected('newest');
  expect(level().fg).toBe('#ff8787');
  await run(console, 'profile prod').see('Using prod.').see(isDrawn('#ff0102'));
  await run(console, 'theme mine').selected('newest');
  expect(level().fg).toBe('#ff0102');
});

describe('the theme auto', () => {
  const QUERY = '\u001B]11;?';
  const open = async (options: Parameters<typeof startConsole>[1] = {}) => {
    const {url} = await startGateway({seed});
    const env = {COLORTERM: 'truecolor', ...withToken, ...options.env};
    const console = await startConsole(['--url', url, '--tab', 'error-logs', '--theme', 'auto'], {...options, env});
    await console.selected('newest');
    const drawnAs = (name: 'dark' | 'light') => () =>
      console.find('newest').cell.bg === cellColour(themes[name].selection.bg, 'true') &&
      console.find('ERROR').cell.fg === cellColour(themes[name]['severity.error'].fg, 'true');
    const isDefault = () => console.find('newest').cell.inverse && console.find('ERROR').cell.fg === 1;
    return {console, drawnAs, isDefault};
  };

  const reports = [
    {background: 'rgb:ffff/ffff/ffff', theme: 'light', cols: 80, rows: 24},
    {background: 'rgb:1e1e/1e1e/2e2e', theme: 'dark', cols: 120, rows: 36},
  ] as const;
  it.each(similar(reports))(
    'the theme auto is $theme on the background $background',
    async ({background, theme, ...size}) => {
      const {console, drawnAs} = await open({background, ...size});
      await console.see(drawnAs(theme));
      await console.press('error-logs.down').selected('broken');
    },
  );

  it('a reply to a console that is quit meanwhile does not reach the shell', async () => {
    const {url} = await startGateway({seed});
    const shell = await startShell(url);
    await shell.type('edge-console --url $U --tab error-logs --theme auto\r').see(() => shell.output().includes(QUERY));
    await shell.key('ctrl-c').type('\u001B]11;rgb:ffff/ffff/ffff\u001B\\').see(PROMPT);
    await shell.type('echo the end\r').see(/^the end$/m);
    expect(shell.scrollback().join('\n')).not.toMatch(/11;|rgb/);
  });

  it('the theme auto is the default theme on a terminal that does not reply, and a late reply is not a key', async () => {
    const {console, isDefault} = await open();
    await console.see(() => console.output().includes(QUERY));
    const askedBefore = Date.now();
    await console.see(() => Date.now() > askedBefore + 1_000);
    console.type('\u001B]11;rgb:ffff/ffff/ffff\u001B\\');
    await console.press('error-logs.down').selected('broken').press('error-logs.up').selected('newest');
    expect(console.text()).not.toContain('11;rgb');
    expect(isDefault()).toBe(true);
  });
});
