import {existsSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {temporaryFolder} from '../../test/support/folder.ts';
import {clientEntry} from '../../test/support/log-client.ts';
import {createAlarmCommand} from './alarm-command.ts';

const alarm = (reason: string, log = 'x') => ({
  reason,
  entry: clientEntry(7, {log, log_time: 1_768_046_400}),
});
const gateway = {profile: 'prod', url: 'https://edge.example.com'};
const env = {PATH: process.env.PATH, EDGE_CONSOLE_API_TOKEN: 'x-5ecret', EDGE_CONSOLE_CREDENTIALS: 'file'};

const commandOf = (...args: readonly string[]) => ({command: [process.execPath, ...args], env});

test('the alarm command runs without a shell, with the alarm but no console variables in its environment', async () => {
  const path = join(temporaryFolder('alarm'), 'out');
  const script = `require('fs').writeFileSync(process.argv[1], JSON.stringify({env: process.env, argv: process.argv.slice(2)}))`;
  const run = createAlarmCommand(commandOf('-e', script, path, '$HOME; `id`'));
  expect(
    await run(alarm('more than 3 entries', `disk\u0000\n\u202E${'full '.repeat(9_000)}`), gateway),
  ).toBeUndefined();
  const {env: received, argv} = JSON.parse(readFileSync(path, 'utf8'));
  expect(argv).toEqual(['$HOME; `id`']);
  expect(received).toMatchObject({
    EDGE_CONSOLE_ALARM: 'more than 3 entries',
    EDGE_CONSOLE_PROFILE: 'prod',
    EDGE_CONSOLE_URL: 'https://edge.example.com',
    EDGE_CONSOLE_LEVEL: 'ERROR',
    EDGE_CONSOLE_TIME: '2026-01-10T12:00:00Z',
    EDGE_CONSOLE_ID: '7',
  });
  expect(received.EDGE_CONSOLE_LOG).toMatch(/^disk␀⏎�full full .{7000}/);
  expect(received.EDGE_CONSOLE_LOG.length).toBe(8_000);
  expect(received).not.toHaveProperty('EDGE_CONSOLE_CREDENTIALS');
  expect(JSON.stringify(received)).not.toContain('5ecret');
});

test('alarm commands run one at a time', async () => {
  const path = join(temporaryFolder('alarm'), 'out');
  // Each run reads the file, waits, and rewrites it with one more line. Parallel runs would lose a line.
  const script = `
    const {existsSync, readFileSync, writeFileSync} = require('fs');
    const [, path] = process.argv;
    const before = existsSync(path) ? readFileSync(path, 'utf8') : '';
    setTimeout(() => writeFileSync(path, before + process.env.EDGE_CONSOLE_ALARM), 100);`;
  const run = createAlarmCommand(commandOf('-e', script, path));
  await Promise.all(['a', 'b', 'c'].map(reason => run(alarm(reason), gateway)));
  expect(readFileSync(path, 'utf8')).toBe('abc');
});

test.each([
  [commandOf('-e', 'process.exit(3)'), 'The command of notify failed with exit code 3.'],
  [commandOf('-e', 'process.kill(process.pid)'), 'The command of notify was ended by SIGTERM.'],
  [{command: ['/none/at-all'], env}, 'The command of notify cannot be run: there is no /none/at-all.'],
  [{command: ['a\u0000b'], env}, 'The command of notify cannot be run: ERR_INVALID_ARG_VALUE.'],
  [{command: [], env}, undefined],
])('the alarm command %j fails with a message', async (options, problem) => {
  expect(await createAlarmCommand(options)(alarm('a'), gateway)).toBe(problem);
});

test('an alarm command that exceeds its timeout is killed with its child processes', async () => {
  const path = join(temporaryFolder('alarm'), 'pid');
  writeFileSync(path, '');
  const script = 'sleep 600 & echo $! > "$0"; wait';
  const run = createAlarmCommand({command: ['/bin/sh', '-c', script, path], env, maxMs: 500});
  expect(await run(alarm('a'), gateway)).toBe('The command of notify was killed after 0.5 s.');
  const started = Number(readFileSync(path, 'utf8'));
  expect(started).toBeGreaterThan(1);
  await expect.poll(() => existsSync(`/proc/${started}/cwd`)).toBe(false);
});
