import {readFile, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {sharedFolder} from '../support/folder.ts';
import {PASSWORD, sharedGateway, USERNAME} from '../support/gateway.ts';
import {logEntry} from '../support/logs.ts';
import {rowsOf, run} from './run-headless.ts';

const folder = sharedFolder('follow');

const START = 1_795_000_000;
const entry = (n: number) => logEntry(`entry ${n}`, {log_time: START + n});
const gatewayWith = (entries: number) =>
  sharedGateway(() => ({seed: {error_logs: Array.from({length: entries}, (_, n) => entry(n))}}));
const texts = (result: {out: string}) => rowsOf(result as never).map(({log}) => log);

// Concurrent, since each test waits for polls of the list.
describe.concurrent('logs follow', () => {
  const printing = gatewayWith(3);
  const renewed = gatewayWith(1);
  const resumed = gatewayWith(4);
  const refusing = gatewayWith(1);
  const closing = gatewayWith(1);
  const conditioned = gatewayWith(2);

  test('logs follow prints arriving entries, and exits with 130 once interrupted', async () => {
    const {url, store} = printing();
    const args = ['logs', 'follow', '--url', url, '--since', new Date(START * 1000).toISOString()];
    const pending = ['entry 3', 'entry 4'];
    const result = await run(args, {
      onOutput: (out, stop) => {
        if (out.includes('entry 4')) stop();
        else if (out.includes('entry 2') && pending.length === 2) {
          pending.length = 0;
          void store.errorLogs.append([entry(3), entry(4)]);
        }
      },
    });
    expect(result.code).toBe(130);
    expect(texts(result)).toEqual(['entry 0', 'entry 1', 'entry 2', 'entry 3', 'entry 4']);
  });

  test('logs follow continues with the session of a new login after its own session ends', async () => {
    const {url, store} = renewed();
    const env = {XDG_STATE_HOME: join(folder, 'state')};
    const login = () =>
      run(['login', '--username', USERNAME, '--password-stdin', '--url', url], {env, input: PASSWORD});
    await login();
    const args = ['logs', 'follow', '--url', url, '--since', new Date(START * 1000).toISOString()];
    let isEnded = false;
    const renew = async () => {
      await store.sessions.removeEnded(Date.now() + 9 * 3_600_000);
      await store.errorLogs.append([entry(1)]);
      await login();
    };
    const result = await run(args, {
      env,
      onOutput: (out, stop) => {
        if (out.includes('entry 1')) stop();
        else if (!isEnded) {
          isEnded = true;
          void renew();
        }
      },
    });
    expect(result.code).toBe(130);
    expect(result.err).toContain('Attempt 1');
    expect(texts(result)).toEqual(['entry 0', 'entry 1']);
  });

  test('logs follow --resume continues the last run without lost or repeated entries', async () => {
    const {url, store} = resumed();
    const cursor = join(folder, 'cursor');
    const args = ['logs', 'follow', '--url', url, '--resume', cursor];
    const first = run(args, {onOutput: (out, stop) => void (out.includes('entry 5') && stop())});
    // The first run begins at the end of the list, so it prints no earlier entries.
    await expect.poll(() => readFile(cursor, 'utf8').catch(() => '')).toContain(String(START + 3));
    await store.errorLogs.append([entry(4), entry(5)]);
    expect(texts(await first)).toEqual(['entry 4', 'entry 5']);
    // The entry `late` is older than the newest printed entry.
    await store.errorLogs.append([entry(6), {...entry(2), log: 'late'}, entry(7)]);
    const second = await run(args, {onOutput: (out, stop) => void (out.includes('entry 7') && stop())});
    expect(texts(second).toSorted()).toEqual(['entry 6', 'entry 7', 'late']);
  });

  test('logs follow --resume refuses the saved position of another list, and files without a position', async () => {
    const {url} = refusing();
    const cursor = join(folder, 'other');
    const since = new Date(START * 1000).toISOString();
    await run(['logs', 'follow', '--url', url, '--resume', cursor, '--since', since], {
      onOutput: (_out, stop) => stop(),
    });
    await expect.poll(() => readFile(cursor, 'utf8').catch(() => '')).toContain('version');
    const other = await run(['logs', 'follow', '--url', url, '--resume', cursor, '--level', 'error']);
    expect(other).toMatchObject({code: 2});
    expect(other.err).toContain('another list');
    await writeFile(cursor, '{}');
    expect(await run(['logs', 'follow', '--url', url, '--resume', cursor])).toMatchObject({code: 2});
  });

  test('logs follow --drop prints no dropped entry, and --resume continues after the last dropped entry', async () => {
    const {url, store} = conditioned();
    const cursor = join(folder, 'conditioned');
    const args = ['logs', 'follow', '--url', url, '--resume', cursor, '--drop', '/entry [246]$/'];
    const first = run(args, {onOutput: (out, stop) => void (out.includes('entry 3') && stop())});
    await expect.poll(() => readFile(cursor, 'utf8').catch(() => '')).toContain(String(START + 1));
    await store.errorLogs.append([entry(2), entry(3), entry(4)]);
    const result = await first;
    expect(texts(result)).toEqual(['entry 3']);
    expect(result.err).toBe('1 kept of 3 read.\n');
    expect(await readFile(cursor, 'utf8')).toContain(String(START + 4));
    await store.errorLogs.append([entry(5)]);
    const second = await run(args, {onOutput: (out, stop) => void (out.includes('entry 5') && stop())});
    expect(texts(second)).toEqual(['entry 5']);
  });

  test('logs follow --reconnect never exits with 6 and names the problem if the gateway is unreachable', async () => {
    const server = closing();
    await server.close();
    const result = await run(['logs', 'follow', '--url', server.url, '--reconnect', 'never']);
    expect(result.code).toBe(6);
    expect(result.err).toContain('refused the connection');
  });
});
