import {execFile, spawn} from 'node:child_process';
import {once} from 'node:events';
import {existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {promisify} from 'node:util';
import {expect, onTestFinished, test} from 'vitest';
import {temporaryFolder} from '../support/folder.ts';
import {startGateway, withToken} from '../support/gateway.ts';
import {logEntry} from '../support/logs.ts';
import {bin, plainEnv} from '../support/program.ts';
import {similar} from '../support/similar.ts';
import {run} from './run-headless.ts';

/** The lock file is that of a process that has ended. */
const endedProcess = async (): Promise<string> => {
  const child = spawn(process.execPath, ['-e', '']);
  await once(child, 'exit');
  return `${child.pid} 1`;
};

const SIX = ['a', 'b', 'c', 'd', 'e', 'f'];

const WHEN = [
  ['with the lock of a process that died', endedProcess],
  ['without a lock', undefined],
] as const;

test.each(similar(WHEN))('six processes that add profiles at once lose no profile, %s', async (_when, stale) => {
  const home = temporaryFolder('locks');
  const config = join(home, 'edge-console', 'config.json');
  if (stale !== undefined) {
    mkdirSync(dirname(config));
    writeFileSync(`${config}.lock`, await stale());
  }
  const add = (name: string) =>
    promisify(execFile)(process.execPath, [bin, 'profiles', 'add', name, '--url', `https://${name}`], {
      env: {...plainEnv, XDG_CONFIG_HOME: home},
    });
  const results = await Promise.all(SIX.map(add));
  expect(results.map(({stderr}) => stderr)).toEqual(SIX.map(name => `Added ${name}.\n`));
  expect(Object.keys(JSON.parse(readFileSync(config, 'utf8')).profiles).toSorted()).toEqual(SIX);
  expect(readdirSync(dirname(config))).toEqual(['config.json']);
});

const entry = (log: string) => logEntry(log, {log_time: 1_795_000_000});

test('two logs follow cannot share a --resume file, but the lock of a killed process is replaced', async () => {
  const {url, store} = await startGateway({seed: {error_logs: [entry('first')]}});
  const cursor = join(temporaryFolder('locks'), 'cursor');
  const args = ['logs', 'follow', '--url', url, '--resume', cursor, '--since', '2026-01-01T00:00Z'];
  const first = spawn(process.execPath, [bin, ...args], {
    env: {...plainEnv, ...withToken},
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void first.kill('SIGKILL'));
  await expect.poll(() => existsSync(cursor)).toBe(true);
  const second = await run(args);
  expect(second).toMatchObject({code: 2, out: '', err: `edge-console: process ${first.pid} is using ${cursor}\n`});
  const ended = once(first, 'exit');
  first.kill('SIGKILL');
  await ended;
  await store.errorLogs.append([entry('second')]);
  const third = await run(args, {onOutput: (_out, stop) => stop()});
  expect(third.code).toBe(130);
  expect(third.out).toContain('"second"');
  expect(existsSync(`${cursor}.lock`)).toBe(false);
});
