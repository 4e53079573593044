import {execFile} from 'node:child_process';
import {promisify} from 'node:util';
import {expect, onTestFinished, test} from 'vitest';
import {openPty} from '../pty/harness.ts';
import {sharedGateway, withToken} from '../support/gateway.ts';
import {logEntry} from '../support/logs.ts';
import {bin, plainEnv} from '../support/program.ts';
import {run} from './run-headless.ts';

const HOUR = 3_600;
const now = Math.floor(Date.now() / 1000);
const AGES = [1.5 * HOUR, 3 * HOUR, 50 * 24 * HOUR];
const gateway = sharedGateway(() => ({
  seed: {error_logs: AGES.map(age => logEntry('failed', {log_time: Math.floor(now - age)}))},
}));
const count = (...args: string[]) => run(['logs', 'count', ...args, '--url', gateway().url]);
const local = (seconds: number) => {
  const at = new Date(seconds * 1000 - new Date(seconds * 1000).getTimezoneOffset() * 60_000);
  return at.toISOString().slice(0, 19);
};

test.each([
  ['2h', 1],
  ['2h ago', 1],
  ['6 weeks', 2],
  ['1y', 3],
  [String(now - 2 * HOUR), 1],
  [String((now - 2 * HOUR) * 1000), 1],
  [local(now - 2 * HOUR), 1],
  [local(now - 2 * HOUR).replace('T', ' '), 1],
  [local(now - 10 * 24 * HOUR).slice(0, 10), 2],
  [`${new Date((now - 2 * HOUR) * 1000).toISOString().slice(0, 19).replace('T', ' ')}+00:00`, 1],
])('logs count --since %j counts %d entries, and --until counts the others', async (time, entries) => {
  expect(await count('--since', time, '--quiet')).toMatchObject({code: 0, out: `${entries}\n`, err: ''});
  expect(await count('--until', time, '--quiet')).toMatchObject({code: 0, out: `${3 - entries}\n`, err: ''});
});

test('--until accepts a time in the future', async () => {
  expect(await count('--until', 'in 2 hours')).toMatchObject({code: 0, out: '3\n'});
});

const PRINTING = ['list', 'count', 'follow', 'patterns', 'facets', 'diff', 'histogram', 'report'];
const future = String(now + HOUR);
test.each([
  ...PRINTING.map(verb => [verb]),
  ['table', '--by', 'server'],
  ['watch', '--new-pattern'],
  ['export', '/dev/null/never'],
])('logs %s refuses a --since in the future', async (...verb) => {
  const result = await run(['logs', ...verb, '--since', future, '--url', 'http://127.0.0.1:1']);
  expect(result).toMatchObject({code: 2, out: ''});
  expect(result.err).toContain(
    `argument '${future}' is invalid. It is in the future: ${local(now + HOUR).replace('T', ' ')}`,
  );
});

test.each(['in 2 hours', '2999-12-31', '2999-12-31T10:00Z', '9999999999999'])(
  '--since %j is refused as a time in the future',
  async time => {
    expect(await count('--since', time)).toMatchObject({code: 2, err: expect.stringContaining('is in the future')});
  },
);

test('logs diff refuses a time range that begins in the future', async () => {
  const since = String(Math.floor(Date.now() / 1000) + 40);
  const result = await run(['logs', 'diff', '--since', since, '--url', gateway().url]);
  expect(result).toMatchObject({code: 2, out: '', err: expect.stringContaining('the range has not begun')});
});

test('--since accepts a time some seconds ahead, as from a gateway with a fast clock', async () => {
  expect(await count('--since', String(Math.floor(Date.now() / 1000) + 20))).toMatchObject({code: 0, out: '0\n'});
});

const WINTER = ['--since', '2026-01-31 11:42', '--until', '2026-07-31T10:00'];

test('a time without a zone is printed with the assumed zone', async () => {
  const env = {...plainEnv, ...withToken, TZ: 'Europe/Paris'};
  const args = [bin, 'logs', 'count', ...WINTER, '--url', gateway().url];
  const said = [
    '--since is 2026-01-31 11:42:00 (Europe/Paris, UTC+01:00).',
    '--until is 2026-07-31 10:00:00 (Europe/Paris, UTC+02:00).',
  ];
  const pty = await openPty({command: process.execPath, args, env});
  onTestFinished(() => pty.close());
  await pty.exit;
  for (const sentence of said) expect(pty.text()).toContain(sentence);
  const {stderr} = await promisify(execFile)(process.execPath, args, {env});
  expect(stderr).toBe(`${said.join('\n')}\n`);
});

test('a time with a zone, or --quiet, prints no message about the zone', async () => {
  expect(await count(...WINTER, '--quiet')).toMatchObject({code: 0, err: ''});
  expect(await count('--since', '2026-01-31T11:42Z', '--until', '1h')).toMatchObject({code: 0, err: ''});
});

test('--help says which time zone is assumed', async () => {
  const {out} = await run(['logs', 'list', '--help']);
  expect(out.replaceAll(/\s+/g, ' ')).toContain('in the local time zone');
});
