import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import fc from 'fast-check';
import {beforeAll, describe, expect, test} from 'vitest';
import {createRateWatch, parseRate} from '../../src/explore/watch.ts';
import {desktopOf} from '../pty/desktop-output.ts';
import {sharedFolder} from '../support/folder.ts';
import {sharedGateway, startGateway, withToken} from '../support/gateway.ts';
import {logEntry} from '../support/logs.ts';
import {run} from './run-headless.ts';

const now = Math.floor(Date.now() / 1000);
const old = Array.from({length: 20}, (_, at) =>
  logEntry(`connection ${at} closed by peer`, {log_time: now - 3600 + at}),
);

/** Runs `logs watch` on a new gateway, and appends entries when the command follows the list. */
const watching = (
  args: readonly string[],
  entries: readonly ReturnType<typeof logEntry>[],
  options: Parameters<typeof run>[1] = {},
) => {
  const gateway = sharedGateway(() => ({seed: {error_logs: old}}));
  return async () => {
    const {url, store, waitForRequest} = gateway();
    const result = run(['logs', 'watch', ...args, '--url', url], options);
    await waitForRequest({operation: 'listErrorLogs'}, {count: 2, timeoutMs: 20_000});
    await store.errorLogs.append(entries);
    return result;
  };
};

// Concurrent, since each test waits for polls of the list.
describe.concurrent('logs watch', () => {
  const burst = Array.from({length: 4}, (_, at) => logEntry(`burst ${at}`, {log_time: now + at}));
  const filtered = watching(['--rate', '3/min', '--level', 'error'], burst);
  const kept = watching(['--rate', '0/min', '--keep', 'burst 2'], burst);
  const rate = watching(['--rate', '3/min'], burst);
  const one = [logEntry('burst', {log_time: now, level: 4})];
  const formed = watching(['--rate', '0/min', '-o', 'csv', '--fields', 'level,log'], one);
  const known = logEntry('connection 77 closed by peer', {log_time: now});
  const full = logEntry('disk /dev/sda1 is full', {log_time: now + 3600});
  const pattern = watching(['--new-pattern'], [known, full]);
  const folder = sharedFolder('watch');
  const configOf = (name: string, config: object): string => {
    const path = join(folder, name);
    beforeAll(() => writeFileSync(path, JSON.stringify(config)));
    return path;
  };
  const messages = [{id: 'disk', template: 'disk <*> is full', meaning: 'A disk is full.'}];
  const path = configOf('messages.json', {messages});
  const ofConfig = watching(['--message', 'disk', '--config', path], [known, full]);
  const other = logEntry('a parcel fell off', {log_time: now + 3600});
  const notNew = watching(['--new-pattern', '--config', path], [full, other]);
  const lines = ['connect() failed (111: Connection refused) while connecting to upstream', 'exiting'];
  const builtIn = watching(
    ['--message', 'exiting'],
    lines.map(log => logEntry(log, {log_time: now})),
  );
  const alarmed = join(folder, 'alarm');
  const withNotify = (name: string, notify: object) => ['--rate', '0/min', '--config', configOf(name, {notify})];
  const script = 'echo "$EDGE_CONSOLE_ALARM: $EDGE_CONSOLE_LOG$EDGE_CONSOLE_API_TOKEN" > "$0"';
  const inTerminal = {terminal: true, env: {...withToken, TERM: 'foot'}};
  const told = watching(withNotify('on.json', {command: ['/bin/sh', '-c', script, alarmed]}), one, inTerminal);
  const failing = watching(withNotify('off.json', {desktop: false, command: ['/none']}), one, inTerminal);
  const quiet = sharedGateway(() => ({seed: {error_logs: old}}));

  test('logs watch --level names the level in the reason that it prints', async () => {
    expect((await filtered()).err).toBe('edge-console: more than 3 entries of at least ERROR in 60s\n');
  });

  test('logs watch --keep reports only an entry that matches the condition', async () => {
    const result = await kept();
    expect(result).toMatchObject({code: 10, err: expect.stringContaining('keep "burst 2"')});
    expect(result.out).toMatch(/burst 2\n$/);
  });

  test('logs watch exits with 10 and prints the reason and the entry if more entries come than --rate allows', async () => {
    const result = await rate();
    expect(result).toMatchObject({code: 10, err: 'edge-console: more than 3 entries in 60s\n'});
    expect(result.out).toMatch(/^[\d/]{10} [\d:]{8} \[error\] burst 3\n$/);
  });

  test('logs watch prints the entry in the form of --output', async () => {
    expect(await formed()).toMatchObject({code: 10, out: 'level,log\n4,burst\n'});
  });

  test('logs watch --new-pattern exits with 10 at an entry with a new pattern', async () => {
    const result = await pattern();
    expect(result).toMatchObject({code: 10, err: 'edge-console: a new pattern\n'});
    expect(result.out).toMatch(/^[\d/]{10} [\d:]{8} \[error\] disk \/dev\/sda1 is full\n$/);
  });

  test('logs watch --message exits with 10 at a message in the config or known to the console', async () => {
    const result = await ofConfig();
    expect(result).toMatchObject({code: 10, err: 'edge-console: the message disk\n'});
    expect(result.out).toContain('disk /dev/sda1 is full');
    expect((await builtIn()).out).toMatch(/exiting\n$/);
  });

  test('logs watch sends a desktop notification and runs the notify command before it exits', async () => {
    const {code, err} = await told();
    expect(code).toBe(10);
    expect(desktopOf(err).notifications).toEqual([['edge-console 127.0.0.1', 'more than 0 entries in 60s: burst']]);
    expect(readFileSync(alarmed, 'utf8')).toBe('more than 0 entries in 60s: burst\n');
  });

  test('logs watch reports a notify command that cannot run, and exits with 10', async () => {
    const {code, err} = await failing();
    expect(code).toBe(10);
    expect(desktopOf(err).notifications).toEqual([]);
    expect(err).toMatch(/^\u0007edge-console: The command of notify cannot be run: there is no \/none\.\n/);
  });

  test('logs watch --new-pattern does not report an entry that matches a message in the config', async () => {
    expect((await notNew()).out).toContain('a parcel fell off');
  });

  test('logs watch --message refuses an unknown message id', async () => {
    const refused = ['logs', 'watch', '--message', 'dsik', '--config', path, '--url', quiet().url];
    const result = await run(refused);
    expect(result).toMatchObject({code: 2, out: ''});
    expect(result.err).toContain('there is no message "dsik"; did you mean disk?');
  });

  test('logs watch exits with 0 and prints nothing if no entry arrives during --for', async () => {
    const ended = await run(['logs', 'watch', '--rate', '1/s', '--for', '1s', '--url', quiet().url]);
    expect(ended).toEqual({code: 0, out: '', err: ''});
  });

  test('logs watch exits with 2 if it has none of --rate, --new-pattern and --message, or if --rate is invalid', async () => {
    const {url} = quiet();
    expect(await run(['logs', 'watch', '--url', url])).toMatchObject({code: 2});
    expect(await run(['logs', 'watch', '--rate', 'often', '--url', url])).toMatchObject({code: 2});
  });
});

test('logs watch --for says so if the time ends before the known patterns are read', async () => {
  const gateway = await startGateway({seed: {error_logs: [logEntry('disk full')]}});
  gateway.setFault({operation: 'listErrorLogs', kind: 'delay', ms: 60_000});
  const result = await run(['logs', 'watch', '--new-pattern', '--for', '1s', '--url', gateway.url]);
  expect(result).toEqual({
    code: 1,
    out: '',
    err: 'edge-console: the time ended before the patterns of the log were read; make --for longer\n',
  });
});

test('parseRate parses valid rates and refuses invalid ones', () => {
  expect(parseRate('10/min')).toEqual({entries: 10, seconds: 60});
  expect(parseRate('100/5m')).toEqual({entries: 100, seconds: 300});
  expect(['3/', '/s', '3/0s', 'x/s', '3/d'].map(parseRate)).toEqual(Array(5).fill(undefined));
});

test('a rate is exceeded exactly when a time window has more entries than allowed', () => {
  const times = fc.array(fc.integer({min: 0, max: 100}), {maxLength: 40});
  fc.assert(
    fc.property(times, fc.integer({min: 1, max: 5}), fc.integer({min: 1, max: 20}), (all, entries, seconds) => {
      const sorted = all.toSorted((one, other) => one - other);
      const exceeds = createRateWatch({entries, seconds});
      const results = sorted.map(log_time => exceeds({id: 1, log: '', log_time, raw: {}}));
      const expected = sorted.map(
        (time, at) => sorted.slice(0, at + 1).filter(each => each > time - seconds).length > entries,
      );
      expect(results).toEqual(expected);
    }),
  );
});
