import {chmodSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {cleanModes, startConsole} from '../support/console/start-console.ts';
import {sharedFolder} from '../support/folder.ts';
import {similar} from '../support/similar.ts';

const URL_FLAGS = ['--url', 'http://127.0.0.1:9'];
const folder = sharedFolder('unusable');
const file = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};

/** Other users can read the file. */
const openFile = (name: string): string => {
  const path = file(name, 'hush');
  chmodSync(path, 0o644);
  return path;
};

/** One case for each step that reads settings. The tests in `src/cli` have the other messages. */
const cases: readonly (readonly [string, () => readonly string[], RegExp])[] = [
  ['an unknown flag', () => ['--uurl', 'x'], /unknown option '--uurl' \(Did you mean --url\?\)\. See --help\./],
  [
    'an unknown tab',
    () => [...URL_FLAGS, '--tab', 'logs'],
    /there is no tab "logs"; there are session, tokens, error-logs, .*applications/,
  ],
  [
    'a token file of several lines',
    () => [...URL_FLAGS, '--api-token-file', file('two', 'hush-1\nhush-2\n')],
    /holds more than one token/,
  ],
  [
    'a config that is not JSON',
    () => ['--config', file('broken.json', '{"profiles":')],
    /broken\.json:\d+:\d+: this is not JSON: /,
  ],
  [
    'a config with a wrong type',
    () => ['--config', file('shape.json', '{"profiles":{"a":{"url":7}}}')],
    /shape\.json:1:\d+: profiles\.a\.url: /,
  ],
  [
    'a token file of a profile that others can read',
    () => {
      const profile = {url: 'http://127.0.0.1:9', apiTokenFile: openFile('open')};
      return ['--config', file('open.json', JSON.stringify({profiles: {p: profile}})), '--profile', 'p'];
    },
    /the token file .*open can be read by others; chmod 600 .*open\./,
  ],
];

it.each(similar(cases, 3))(
  'the console exits with code 2 and one line on %s, without a full screen',
  async (_name, flags, message) => {
    const console = await startConsole(flags(), {cols: 250});
    await console.exits(2);
    expect(console.output()).toMatch(/^edge-console: [^\r\n\u001B]+\r\n$/);
    expect(console.output()).toMatch(message);
    expect(console.output()).not.toContain('hush');
    expect(console.modes()).toEqual(cleanModes);
  },
);

it('a token file that others can read gives a warning', async () => {
  const console = await startConsole([...URL_FLAGS, '--api-token-file', openFile('by-hand')], {cols: 250});
  await console.see('Session');
  await console.press('global.quit').exits(0);
  expect(console.output()).toMatch(/^edge-console: the token file .*by-hand can be read by others; chmod 600 .*\r\n/);
  expect(console.output()).not.toContain('hush');
});

it('help and version are printed without a full screen', async () => {
  const help = await startConsole(['--help']);
  await help.exits(0);
  expect(help.output()).toContain('--api-token-file FILE');
  const version = await startConsole(['--version']);
  await version.exits(0);
  expect(version.output()).toMatch(/^edge-console \d+\.\d+\.\d+\r\n$/);
  expect(help.output() + version.output()).not.toContain('\u001B');
});
