import {expect, test} from 'vitest';
import {generateLogs} from './generate-logs.ts';

const NOW = new Date('2026-11-20T12:00:00Z');

test('generateLogs yields the requested rate, size and levels, and equal entries for equal seeds', () => {
  const options = {count: 4000, start: NOW, perSecond: 500, size: 700, levels: {4: 3, 6: 1}, seed: 9};
  const logs = [...generateLogs(options)];
  expect(logs).toEqual([...generateLogs(options)]);
  expect([logs.length, logs.at(-1)?.log_time]).toEqual([4000, NOW.getTime() / 1000 + 7]);
  expect(Math.min(...logs.map(({log}) => log.length))).toBeGreaterThanOrEqual(700);
  const errors = logs.filter(({level}) => level === 4).length;
  expect(errors).toBeGreaterThan(2800);
  expect(logs.filter(({level}) => level === 6).length).toBe(4000 - errors);
});
