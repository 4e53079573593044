import {createClient} from '@edge-console/client';
import {createTestServer} from '@edge-console/test-tools';
import {expect, onTestFinished, test} from 'vitest';
import {clientEntry} from '../../../../test/support/log-client.ts';
import {logEntry} from '../../../../test/support/logs.ts';
import {createMessages} from '../../../logs/messages.ts';
import {DAY} from '../../measures/spans.ts';
import type {RawFinding} from '../score/findings.ts';
import {itemsOf} from '../score/items.ts';
import {isRepeated} from './around-finding.ts';

const TOKEN = '00000000-0000-4000-8000-000000000042';
const JOB = 'upstream timed out while reading, client: 10.0.0.9, server: a.example.com';
const OTHER = 'upstream timed out while reading, client: 10.0.0.1, server: a.example.com';
/** A job of 20 minutes with 2.5 entries a second. */
const [SINCE, LENGTH, COUNT] = [1_768_000_000, 1_200, 3_000];
const {signal} = new AbortController();

const jobAt = (start: number) =>
  Array.from({length: COUNT}, (_, at) => logEntry(JOB, {log_time: start + Math.floor(at / 2.5)}));

/** One entry a second, from half an hour before the job to half an hour after it, and a few more near the end. */
const othersAt = (start: number) =>
  Array.from({length: 4_840}, (_, at) => logEntry(OTHER, {log_time: start + (at < 4_800 ? at - 1_800 : 2_650)}));

test.each([
  ['five minutes later on the day before', [...jobAt(SINCE - DAY + 300)], true],
  ['on no day before', [], false],
])('whether a job ran at its time of day is read without high page numbers: %s', async (_, jobs, expected) => {
  const days = [1, 2].flatMap(day => othersAt(SINCE - day * DAY));
  const server = await createTestServer({
    passwordCost: 'minimal',
    seed: {
      users: [{username: 'ann', password: 'correct horse'}],
      tokens: [{username: 'ann', name: 't', expire: 0, token: TOKEN}],
      error_logs: [...days, ...jobs].toSorted((one, other) => one.log_time - other.log_time),
    },
  });
  const client = createClient({baseUrl: server.url, auth: {kind: 'api-token', token: TOKEN}});
  onTestFinished(() => {
    client.close();
    return server.close();
  });
  const range = {from: SINCE, to: SINCE + LENGTH};
  const rows = Array.from({length: 100}, (__, at) => ({
    entry: clientEntry(at, {log: JOB, log_time: SINCE + 12 * at}),
    page: 0,
  }));
  const coverage = {read: 100, total: COUNT, days: 2, isWhole: false};
  const now = [{bin: 0, day: 0, volume: COUNT, read: 100, rows}];
  const items = await itemsOf({range, now, before: [], coverage}, {messages: createMessages([]), signal});
  const finding: RawFinding = {
    ...{kind: 'rise', since: SINCE, until: SINCE + LENGTH, precision: 0, goesOn: false, beganBefore: false},
    ...{count: COUNT, causes: [], score: 1, item: {dimension: 'client', value: '10.0.0.9'}},
    rows: rows.map((__, at) => at),
  };
  expect(await isRepeated(client, finding, {filter: {range}, items, signal})).toBe(expected);
  const pages = server.requests({operation: 'listErrorLogs'}).map(({query}) => query.page ?? 1);
  expect(Math.max(...pages)).toBeLessThanOrEqual(5);
  if (!expected) expect(pages).toHaveLength(4);
});
