import fc from 'fast-check';
import {expect, test} from 'vitest';
import {createRateWatch, parseRate} from '../../src/explore/watch.ts';
import {startGateway} from '../support/gateway.ts';
import {logEntry} from '../support/logs.ts';
import {run} from './run.ts';

const now = Math.floor(Date.now() / 1000);
const old = Array.from({length: 20}, (_, at) =>
  logEntry(`connection ${at} closed by peer`, {log_time: now - 3600 + at}),
);

/** Runs a watch; appends the entries once it follows the list. */
const watching = async (args: readonly string[], entries: readonly ReturnType<typeof logEntry>[]) => {
  const gateway = await startGateway({seed: {error_logs: old}});
  const result = run(['logs', 'watch', ...args, '--url', gateway.url]);
  await gateway.waitForRequest({operation: 'listErrorLogs'}, {count: 2, timeoutMs: 20_000});
  await gateway.store.errorLogs.append(entries);
  return result;
};

test('names the filter of the rate', async () => {
  const entries = Array.from({length: 4}, (_, at) => logEntry(`burst ${at}`, {log_time: now + at, level: 4}));
  const result = await watching(['--rate', '3/min', '--level', 'error'], entries);
  expect(result.err).toBe('edge-console: more than 3 entries of at least ERROR in 60s\n');
});

test('more entries than the rate: exit code 10, the reason and the entry', async () => {
  const entries = Array.from({length: 4}, (_, at) => logEntry(`burst ${at}`, {log_time: now + at}));
  const result = await watching(['--rate', '3/min'], entries);
  expect(result).toMatchObject({code: 10, err: 'edge-console: more than 3 entries in 60s\n'});
  expect(result.out).toMatch(/^[\d/]{10} [\d:]{8} \[error\] burst 3\n$/);
});

test('the entry has the form that is asked for', async () => {
  const entry = logEntry('burst', {log_time: now, level: 4});
  const result = await watching(['--rate', '0/min', '-o', 'csv', '--fields', 'level,log'], [entry]);
  expect(result).toMatchObject({code: 10, out: 'level,log\n4,burst\n'});
});

test('an entry with a new pattern', async () => {
  const known = logEntry('connection 77 closed by peer', {log_time: now});
  const result = await watching(['--new-pattern'], [known, logEntry('disk /dev/sda1 is full', {log_time: now + 3600})]);
  expect(result).toMatchObject({code: 10, err: 'edge-console: a new pattern\n'});
  expect(result.out).toMatch(/^[\d/]{10} [\d:]{8} \[error\] disk \/dev\/sda1 is full\n$/);
});

test('ends with 0 after its time when nothing came, and refuses what it cannot watch', async () => {
  const {url} = await startGateway({seed: {error_logs: old}});
  expect(await run(['logs', 'watch', '--rate', '1/s', '--for', '1s', '--url', url])).toEqual({
    code: 0,
    out: '',
    err: '',
  });
  expect(await run(['logs', 'watch', '--url', url])).toMatchObject({code: 2});
  expect(await run(['logs', 'watch', '--rate', 'often', '--url', url])).toMatchObject({code: 2});
});

test('rates are read', () => {
  expect(parseRate('10/min')).toEqual({entries: 10, seconds: 60});
  expect(parseRate('100/5m')).toEqual({entries: 100, seconds: 300});
  expect(['3/', '/s', '3/0s', 'x/s', '3/d'].map(parseRate)).toEqual(Array(5).fill(undefined));
});

test('a rate is exceeded exactly when more entries than allowed are in a window', () => {
  const times = fc.array(fc.integer({min: 0, max: 100}), {maxLength: 40});
  fc.assert(
    fc.property(times, fc.integer({min: 1, max: 5}), fc.integer({min: 1, max: 20}), (all, entries, seconds) => {
      const sorted = all.toSorted((one, other) => one - other);
      const exceeds = createRateWatch({entries, seconds});
      const told = sorted.map(log_time => exceeds({id: 1, log: '', log_time, raw: {}}));
      const expected = sorted.map(
        (time, at) => sorted.slice(0, at + 1).filter(each => each > time - seconds).length > entries,
      );
      expect(told).toEqual(expected);
    }),
  );
});
