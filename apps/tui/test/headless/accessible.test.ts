import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {PassThrough, Writable} from 'node:stream';
import {expect, test} from 'vitest';
import type {Flags} from '../../src/cli/args.ts';
import {runAccessible} from '../../src/headless/accessible/accessible.ts';
import {tabIds} from '../../src/screens/tabs.ts';
import {startConsole} from '../support/console/start-console.ts';
import {sharedFolder} from '../support/folder.ts';
import {PASSWORD, sharedGateway, USERNAME, withToken} from '../support/gateway.ts';
import {logEntry} from '../support/logs.ts';
import {plainEnv} from '../support/program.ts';
import {accessible} from './run-accessible.ts';

const START = 1_795_000_000;
const gateway = sharedGateway(() => ({
  seed: {
    error_logs: [4, 6, 6, 3, 6, 5].map((level, n) =>
      logEntry(`entry ${n + 1}\nsecond \u001b[31mline`, {level, log_time: START + n, node_id: n % 2}),
    ),
    agents: [{id: 12, name: 'edge-ams-1', applications: []}],
  },
}));
const state = sharedFolder('accessible');

const transcript = (lines: readonly string[], env: Readonly<Record<string, string>> = withToken, flags: Flags = {}) =>
  accessible(lines, {XDG_STATE_HOME: state, ...env}, {url: gateway().url, ...flags});

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('accessible mode ends with the exit code of %s', async (signal, exit) => {
  const listeners = new Map<string, () => void>();
  const output = new Writable({
    write(chunk, _encoding, done) {
      if (String(chunk).includes('edge> ')) listeners.get(signal)?.();
      done();
    },
  });
  const ports = {env: {...plainEnv, XDG_STATE_HOME: state, ...withToken}, stdin: new PassThrough()};
  const code = await runAccessible({url: gateway().url, accessible: true}, '0.0.0-test', {
    ...{...ports, stdout: output, stderr: output},
    once: (name, listener) => listeners.set(name, listener),
    removeListener: name => listeners.delete(name),
  });
  expect(code).toBe(exit);
});

test.each([
  ['error-logs', /^1 of 6, /],
  ['tokens', /^1 of 1, .*for tests/],
  ['applications', /^1, .*edge-ams-1/],
  ['patterns', /entry/],
  ['facets', /level/],
  ['findings', /compared with the 7 days before|No entry matches/],
  ['session', /./],
])('accessible mode with --tab %s opens the list of that tab', async (tab, first) => {
  const {said} = await transcript(['show tokens'], withToken, {tab, theme: 'dark', ascii: true, mouse: true});
  expect(said.slice(1).join('\n')).toMatch(new RegExp(first, 'm'));
  expect(said.join('\n')).not.toMatch(/there is no tab|unknown option/);
  expect(said.at(-1)).toMatch(/^1 of 1, .*for tests/);
});

test('an unknown --tab is refused with the names of the tabs', async () => {
  await expect(transcript([], withToken, {tab: 'logs'})).rejects.toThrow(tabIds.join(', '));
});

test('accessible commands move through the entries, filter them and open one', async () => {
  const {code, said} = await transcript([
    'next',
    '',
    'previous 5',
    'next-error',
    'open',
    'filter level error',
    'next',
    'next',
  ]);
  expect(code).toBe(0);
  expect(said).toEqual([
    'edge-console, line by line. Type help for the commands.',
    expect.stringMatching(/^1 of 6, \d\d-\d\d \d\d:\d\d:\d\d, WARN, 1, entry 6/),
    expect.stringMatching(/^2 of 6, .*NOTICE, 1, entry 5/),
    expect.stringMatching(/^3 of 6, .*CRIT, 1, entry 4/),
    expect.stringMatching(/^1 of 6, .*entry 6/),
    expect.stringMatching(/^3 of 6, .*CRIT, 1, entry 4/),
    'id: 4',
    `log_time: ${START + 3}`,
    'level: 3',
    'count: 1',
    'src: 0',
    'log: entry 4',
    'second ␛[31mline',
    expect.stringMatching(/^1 of 2, .*CRIT, 1, entry 4/),
    expect.stringMatching(/^2 of 2, .*ERROR, 1, entry 1/),
    'That was the last of the entries.',
  ]);
});

test('conditions in accessible mode keep and drop entries, combine, and are cleared with the filter', async () => {
  const {said} = await transcript([
    'keep entry',
    'drop /entry [56]/',
    'filter drop level:crit',
    'next',
    'next',
    'keep /(/',
    'keep',
    'next',
    'drop -x',
    'filter clear',
    'keep level:crit',
    'next',
  ]);
  expect(said.slice(2)).toEqual([
    'Entries: keep "entry".',
    expect.stringMatching(/^1, .*entry 6/),
    'Entries: keep "entry", drop /entry [56]/.',
    expect.stringMatching(/^1, .*CRIT, 1, entry 4/),
    'Entries: keep "entry", drop /entry [56]/, drop level:crit.',
    expect.stringMatching(/^1, .*entry 3/),
    expect.stringMatching(/^2, .*entry 2/),
    expect.stringMatching(/^3, .*entry 1/),
    expect.stringMatching(/^keep: .*missing closing \)/),
    'keep: enter a text, a /regex/ or field:value',
    'That was the last of the entries.',
    'Entries: keep "entry", drop /entry [56]/, drop level:crit, drop "-x".',
    expect.stringMatching(/^1, .*entry 3/),
    expect.stringMatching(/^1 of 6, .*entry 6/),
    'Entries: keep level:crit.',
    expect.stringMatching(/^1, .*CRIT, 1, entry 4/),
    'That was the last of the entries.',
  ]);
});

test('one accessible session can sign in, filter, open, find errors, create a token and sign out', async () => {
  const secret = join(state, 'secret');
  const {out, said} = await transcript(
    [
      `login ${USERNAME}`,
      PASSWORD,
      'show logs',
      'filter level error',
      'open',
      'next-error',
      `tokens create --name "morning shift" --expires 1d --secret-to ${secret}`,
      'show tokens',
      'next',
      'logout',
      'whoami',
      'quit',
      'not run',
    ],
    {},
  );
  expect(said[1]).toMatch(/rejected the credential/);
  expect(said).toContain('Logged out.');
  expect(
    said.filter(line => /Logged in as ann until|^Created morning shift|^2 of 2, morning shift, /.test(line)),
  ).toHaveLength(3);
  expect(said.at(-1)).toContain('no credential');
  expect(out).not.toContain(PASSWORD);
  expect(out).not.toContain(readFileSync(secret, 'utf8').trim());
  expect(out.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
});

test('an invalid line prints an explanation, and the next line is read', async () => {
  const {said} = await transcript([
    'filter level loud',
    'filter what',
    'filter since',
    'open 99',
    'frobnicate',
    'show agents',
    'open',
  ]);
  expect(said[2]).toContain('Allowed choices are');
  expect(said[3]).toContain('filter NAME VALUE');
  expect(said[5]).toBe('There is no such row.');
  expect(said[6]).toBe("unknown command 'frobnicate'. Type help for the commands.");
  expect(said.slice(-3)).toEqual(['1, 12, edge-ams-1', 'id: 12', 'name: edge-ams-1']);
  const {said: after} = await transcript(['show what', 'next']);
  expect(after.at(-1)).toMatch(/^2 of 6, /);
});

test('commands in accessible mode leave no listeners on the output', async () => {
  const [few, many] = [await transcript(['whoami']), await transcript(Array(5).fill('whoami'))];
  expect(many.listeners).toBe(few.listeners);
});

test.each([
  [['next', 'first'], 0],
  [['open 99', 'frobnicate', 'next'], 5],
  [['filter level loud', 'open 99'], 2],
  [['keep /(/'], 2],
  [['show what'], 2],
  [['login'], 2],
  [['next', 'tokens delete 99 --yes'], 5],
  [['tokens create --name ci --expires 1d --secret-to - --read-only'], 9],
] as const)('accessible mode with the piped lines %j exits with %i', async (lines, exit) => {
  const {code} = await transcript(lines);
  expect(code).toBe(exit);
});

test('after a list that cannot be read, next in accessible mode says that no list was read', async () => {
  const {said} = await transcript(['show agents', 'next', 'open'], {});
  expect(said.slice(2)).toEqual([
    expect.stringContaining('needs an API token'),
    'No list was read: show logs, show tokens, show agents or show apps AGENT.',
    'There is no such row.',
  ]);
});

test('accessible mode writes no cursor movement to a terminal, and does not echo a password', async () => {
  const env = {XDG_STATE_HOME: state};
  const console = await startConsole(['--accessible', '--url', gateway().url], {env});
  await console.see('edge>').type(`login ${USERNAME}\r`).see('Password:').type(`${PASSWORD}\r`).see('Logged in as');
  await console.type('show logs\r').see('1 of 6').type('open 99\r').see('no such row').type('quit\r').exits(0);
  expect(console.output()).not.toContain(PASSWORD);
  expect(console.output()).not.toContain('\u001b');
});
