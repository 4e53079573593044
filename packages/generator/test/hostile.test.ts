import {memoryStore} from '@edge-console/server';
import {expect, onTestFinished, test} from 'vitest';
import {generateLogs} from '../src/index.ts';

const START = new Date('2026-11-20T12:00:00Z');

test('a memory store returns hostile texts of every kind unchanged', async () => {
  const store = memoryStore();
  onTestFinished(() => store.close());
  const logs = [...generateLogs({count: 60, start: START, hostile: 1})];
  for (const part of ['\u001b[', '\u0000', '\u202e', '接続', '\ufffd', '\n']) {
    expect(logs.some(({log}) => log.includes(part))).toBe(true);
  }
  expect(logs.some(({log}) => log.length > 2 ** 20)).toBe(true);
  await store.errorLogs.append(logs);
  const {rows} = await store.errorLogs.list({}, {offset: 0, limit: 100});
  // Compares by index, so that a failure does not print megabytes.
  const changed = rows.toReversed().flatMap(({log}, index) => (log === logs[index]?.log ? [] : [index]));
  expect([rows.length, changed]).toEqual([60, []]);
});
