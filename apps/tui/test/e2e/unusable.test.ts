import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {cleanModes, startConsole} from './support/console.ts';

const URL_FLAGS = ['--url', 'http://127.0.0.1:9'];
let folder = '';
const file = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'edge-unusable-'));
});
afterAll(() => rmSync(folder, {recursive: true, force: true}));

const cases: readonly (readonly [string, () => readonly string[], RegExp])[] = [
  ['an unknown flag', () => ['--uurl', 'x'], /Unknown option '--uurl'.*See --help\./],
  ['a flag without its value', () => ['--url'], /--url.*See --help\./],
  ['an unknown command', () => ['start'], /unknown command "start"/],
  ['an address that is none', () => ['--url', 'edge.example.com'], /--url is not an http or https address/],
  ['another scheme', () => ['--url', 'ftp://edge.example.com'], /--url is not an http or https address/],
  [
    'a password in the address',
    () => ['--url', 'http://me:hush@127.0.0.1'],
    /--url must not hold a user or a password/,
  ],
  [
    'an unknown tab',
    () => [...URL_FLAGS, '--tab', 'logs'],
    /there is no tab "logs"; there are session, tokens, error-logs, applications\./,
  ],
  [
    'a token file that is not there',
    () => [...URL_FLAGS, '--api-token-file', join(folder, 'none')],
    /cannot read .*none: there is no such file/,
  ],
  [
    'an empty token file',
    () => [...URL_FLAGS, '--api-token-file', file('empty', '\n')],
    /the token file .*empty is empty/,
  ],
  [
    'a token file of several lines',
    () => [...URL_FLAGS, '--api-token-file', file('two', 'hush-1\nhush-2\n')],
    /holds more than one token/,
  ],
  [
    'a token file without an address',
    () => ['--api-token-file', file('token', 'hush')],
    /--api-token-file needs --url too/,
  ],
  ['a fingerprint that is none', () => [...URL_FLAGS, '--pin-sha256', 'abc'], /--pin-sha256 takes the 64 hex digits/],
  [
    'an authority file that is not there',
    () => [...URL_FLAGS, '--ca-file', join(folder, 'none')],
    /cannot read .*none: there is no such file/,
  ],
  [
    'an authority file that holds none',
    () => [...URL_FLAGS, '--ca-file', file('ca', 'hush')],
    /ca holds no certificate in PEM form/,
  ],
  [
    'a config that is not there',
    () => ['--config', join(folder, 'none')],
    /cannot read the config .*none: there is no such file/,
  ],
  ['a config that is not JSON', () => ['--config', file('broken.json', '{"profiles":')], /broken\.json is not JSON/],
  [
    'a config of another shape',
    () => ['--config', file('shape.json', '{"profiles":{"a":{"url":7}}}')],
    /shape\.json at profiles\.a\.url: /,
  ],
  ['a profile that is not there', () => ['--profile', 'none'], /the config has no profile "none"/],
];

describe.each(cases)('%s', (_name, flags, message) => {
  it('is told in one line, with code 2 and the terminal untouched', async () => {
    const pty = await startConsole(flags(), {cols: 250});
    expect(await pty.exit).toEqual({code: 2, signal: 0});
    expect(pty.output()).toMatch(/^edge-console: [^\r\n\u001B]+\r\n$/);
    expect(pty.output()).toMatch(message);
    expect(pty.output()).not.toContain('hush');
    expect(pty.modes()).toEqual(cleanModes);
  });
});

it('tells help and version without touching the terminal', async () => {
  const help = await startConsole(['--help']);
  expect(await help.exit).toEqual({code: 0, signal: 0});
  expect(help.output()).toContain('--api-token-file FILE');
  const version = await startConsole(['--version']);
  expect(await version.exit).toEqual({code: 0, signal: 0});
  expect(version.output()).toMatch(/^edge-console \d+\.\d+\.\d+\r\n$/);
  expect(help.output() + version.output()).not.toContain('\u001B');
});
