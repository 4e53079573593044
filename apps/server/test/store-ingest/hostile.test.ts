import {createPrng, fileLine, generateLogs, hostileText} from '@edge-console/generator';
import {expect, onTestFinished, test} from 'vitest';
import {openSqlite} from '../../src/index.ts';
import {linesOf} from '../../src/ingest/lines.ts';
import {nginxEntries} from '../../src/ingest/nginx.ts';

const START = new Date('2026-11-20T12:00:00Z');

test('hostile lines are of every kind, and stores give them back as they are', async () => {
  const store = await openSqlite(':memory:');
  onTestFinished(() => store.close());
  const logs = [...generateLogs({count: 60, start: START, hostile: 1})];
  for (const part of ['\u001b[', '\u0000', '\u202e', '接続', '\ufffd', '\n']) {
    expect(logs.some(({log}) => log.includes(part))).toBe(true);
  }
  expect(logs.some(({log}) => log.length > 2 ** 20)).toBe(true);
  await store.errorLogs.append(logs);
  const {rows} = await store.errorLogs.list({}, {offset: 0, limit: 100});
  // By position: a failure must not print megabytes.
  const changed = rows.toReversed().flatMap(({log}, index) => (log === logs[index]?.log ? [] : [index]));
  expect([rows.length, changed]).toEqual([60, []]);
});

test('a file of hostile bytes is read to its end', async () => {
  const prng = createPrng(3);
  const stream = (async function* () {
    for (let made = 0; made < 40; made++) yield fileLine(hostileText(prng));
  })();
  const origin = {node_id: 0, node_type: 0, app_id: 0, log_time: 0};
  let found = 0;
  for await (const {entry} of nginxEntries(linesOf(stream, 'given'), origin)) {
    found += 1;
    expect(entry.log.length).toBeLessThanOrEqual(2 ** 21 + 1);
  }
  expect(found).toBeGreaterThan(1);
});
