import {chmodSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {beforeAll, expect, test} from 'vitest';
import {SETTINGS} from '../../src/cli/variables.ts';
import {sharedFolder} from '../support/folder.ts';
import {rowsOf, run} from './run-headless.ts';

const folder = sharedFolder('config-show');
const SECRET = 'tok-5ecret-5ecret';
const path = join(folder, 'config.json');
const tokenFile = join(folder, 'token');
beforeAll(() => {
  writeFileSync(tokenFile, SECRET);
  chmodSync(tokenFile, 0o600);
  writeFileSync(
    path,
    `{
  // Gateways
  "profiles": {
    "prod": {"url": "https://prod.example.com", "username": "ann", "tokenCommand": "echo ${SECRET}",
      "writePolicy": "timed", "label": "PRODUCTION"},
    "same": {"url": "https://prod.example.com/", "writePolicy": "read-only"},
    "file": {"url": "https://file.example.com", "apiTokenFile": "${tokenFile}"}
  },
  "defaultProfile": "prod",
  "theme": "mono",
  "notify": {"title": false, "command": ["notify", "${SECRET}"]}
}`,
  );
});

const shown = async (args: readonly string[], env: Readonly<Record<string, string>> = {}) => {
  const result = await run(['config', 'show', '--origin', '--config', path, ...args], {env});
  expect(result).toMatchObject({code: 0, err: ''});
  expect(result.out).not.toContain('5ecret-');
  return Object.fromEntries(rowsOf(result).map(({setting, value, origin}) => [setting, [value, origin]]));
};

test('config show --origin prints where each setting comes from', async () => {
  const rows = await shown(['--ca-file', '/ca.pem'], {
    EDGE_CONSOLE_USERNAME: 'eve',
    EDGE_CONSOLE_INSECURE: '0',
    EDGE_CONSOLE_DEPLOYS: '["up"]',
  });
  expect(Object.keys(rows)).toEqual([...SETTINGS, 'apiToken', 'consoleToken']);
  expect(rows).toMatchObject({
    config: [path, '--config'],
    caFile: ['/ca.pem', '--ca-file'],
    username: ['eve', 'EDGE_CONSOLE_USERNAME'],
    insecure: [false, 'EDGE_CONSOLE_INSECURE'],
    deploys: [['up'], 'EDGE_CONSOLE_DEPLOYS'],
    profile: ['prod', `${path}:9:21`],
    url: ['https://prod.example.com', `profile prod, ${path}:4:21`],
    label: ['PRODUCTION', `profile prod, ${path}:5:40`],
    writePolicy: ['read-only', `profile same, ${path}:6:65`],
    theme: ['mono', `${path}:10:12`],
    notify: [{title: false, command: ['notify']}, `${path}:11:13`],
    tokenCommand: ['a command, not shown', `profile prod, ${path}:4:84`],
    ascii: [false, 'default'],
    noInput: [false, 'default'],
    consoleUrl: [undefined, 'default'],
  });
});

test('config show prints the fingerprint and source of a token, and does not run a token command', async () => {
  const tail = SECRET.slice(-6);
  const apiToken = async (...given: Parameters<typeof shown>) => (await shown(...given)).apiToken;
  expect(await apiToken([])).toEqual([undefined, 'default']);
  expect(await apiToken([], {EDGE_CONSOLE_API_TOKEN: SECRET})).toEqual([
    expect.stringMatching(/^….{1,6}$/),
    'EDGE_CONSOLE_API_TOKEN',
  ]);
  const env = {EDGE_CONSOLE_PROFILE: 'file', EDGE_CONSOLE_API_TOKEN_FILE: '/none'};
  const rows = await shown([], env);
  expect(rows).toMatchObject({
    profile: ['file', 'EDGE_CONSOLE_PROFILE'],
    apiTokenFile: [tokenFile, `profile file, ${path}:7:65`],
    apiToken: [expect.any(String), 'apiTokenFile of profile "file"'],
  });
  expect(tail.endsWith(String(rows.apiToken?.[0]).slice(1))).toBe(true);
});

test('config show ignores variables of another gateway, and refuses a URL with a password', async () => {
  const env = {EDGE_CONSOLE_URL: 'https://other', EDGE_CONSOLE_API_TOKEN: SECRET, EDGE_CONSOLE_WRITE_POLICY: 'timed'};
  expect(await shown(['--profile', 'file'], env)).toMatchObject({
    url: ['https://file.example.com', `profile file, ${path}:7:21`],
    apiToken: [expect.any(String), 'apiTokenFile of profile "file"'],
    writePolicy: ['timed', 'EDGE_CONSOLE_WRITE_POLICY'],
  });
  const bad = {EDGE_CONSOLE_URL: `https://ann:${SECRET}@other`};
  const {code, out, err} = await run(['config', 'show', '--origin'], {env: bad});
  expect({code, out}).toEqual({code: 2, out: ''});
  expect(err).toContain('EDGE_CONSOLE_URL ');
  expect(err).not.toContain('5ecret');
});

test('config show prints a table on a terminal, with origins only on request', async () => {
  const bare = await run(['config', 'show', '--config', path], {env: {}, terminal: true});
  expect(bare.out).toMatch(/^setting +value *\n/);
  expect(bare.out).toMatch(/^theme +mono *$/m);
  expect(bare.out).not.toContain(':10:12');
  expect(bare.out).not.toContain('5ecret');
  const full = await run(['config', 'show', '--config', path, '--origin'], {env: {}, terminal: true});
  expect(full.out).toMatch(/^theme +mono +.*:10:12 *$/m);
});
