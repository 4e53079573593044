import {expect, test} from 'vitest';
import {application} from '../support/application.ts';
import {sharedGateway, startGateway} from '../support/gateway.ts';
import {logEntry} from '../support/logs.ts';
import {rowsOf, run} from './run-headless.ts';

/** 2026-11-18 11:00:00 UTC, in Unix seconds. */
const START = 1_794_999_600;
const SLICE = 600;
/** Each text is a ten-minute slice, and each letter the server of an entry. An empty text is one entry without a server. */
const SLICES = ['aab', 'abbb', 'acd', ''].map(servers => servers.split(''));
const line = (server: string) => `connect() failed, client: 10.0.0.1, server: ${server}.example.com`;
const entries = [
  ...SLICES.flatMap((servers, slice) =>
    servers.map((server, at) =>
      logEntry(line(server), {
        log_time: START + slice * SLICE + at,
        node_id: server === 'a' ? 1 : server === 'b' ? 2 : 9,
        app_id: server === 'a' ? 11 : 12,
      }),
    ),
  ),
  logEntry('no fields', {log_time: START + 3 * SLICE, node_id: 2, app_id: 12}),
];
const seed = {
  error_logs: entries,
  agents: [
    {id: 1, name: 'edge-one', applications: [application(11, 'web')]},
    {id: 2, name: 'edge-two', applications: [application(12, 'api')]},
  ],
};
const gateway = sharedGateway(() => ({seed}));
const RANGE = ['--since', String(START), '--until', String(START + 4 * SLICE - 1), '--every', '10m'];
const table = (url: string, ...args: string[]) => run(['logs', 'table', ...RANGE, ...args, '--url', url]);
const countsOf = (result: {out: string}) =>
  rowsOf(result as never).map(({value, kind: _, count, plusMinus: __, ...cells}) => [
    value,
    count,
    ...Object.values(cells),
  ]);

test('logs table --top counts each top value over time, all other values in one row, and entries without a value', async () => {
  const result = await table(gateway().url, '--by', 'server', '--top', '2');
  expect(result).toMatchObject({code: 0, err: 'All entries.\n'});
  expect(countsOf(result)).toEqual([
    ['a.example.com', 4, 2, 1, 1, 0],
    ['b.example.com', 4, 1, 3, 0, 0],
    ['(other)', 2, 0, 0, 2, 0],
    ['(none)', 1, 0, 0, 0, 1],
  ]);
  expect(Object.keys(rowsOf(result)[0] ?? {}).slice(-4)).toEqual(
    [0, 1, 2, 3].map(slice => new Date((START + slice * SLICE) * 1000).toISOString()),
  );
});

test('logs table --keep counts only matching entries, and prints how many of the entries it read match', async () => {
  const result = await table(gateway().url, '--by', 'server', '--keep', 'a.example');
  expect(countsOf(result)).toEqual([['a.example.com', 4, 2, 1, 1, 0]]);
  expect(result.err).toBe('4 kept of 11 read, exact.\n');
});

test('logs table --by node counts the entries of each node with fewer than 40 requests', async () => {
  const before = gateway().requests({operation: 'listErrorLogs'}).length;
  const result = await table(gateway().url, '--by', 'node');
  expect(countsOf(result)).toEqual([
    ['edge-two (2)', 5, 1, 3, 0, 1],
    ['edge-one (1)', 4, 2, 1, 1, 0],
    ['9', 2, 0, 0, 2, 0],
  ]);
  expect(result).toMatchObject({code: 0, err: 'Counted by the gateway.\n'});
  expect(gateway().requests({operation: 'listErrorLogs'}).length - before).toBeLessThan(40);
});

test('logs table --by node with --drop reads all entries and leaves out the dropped entries', async () => {
  const result = await table(gateway().url, '--by', 'node', '--drop', 'b.example');
  expect(countsOf(result)).toEqual([
    ['edge-one (1)', 4, 2, 1, 1, 0],
    ['9', 2, 0, 0, 2, 0],
    ['edge-two (2)', 1, 0, 0, 0, 1],
  ]);
  expect(result.err).toBe('All entries read.\n');
});

test('logs table --by application counts the applications of all agents', async () => {
  const result = await table(gateway().url, '--by', 'application', '--top', '1');
  expect(countsOf(result)).toEqual([
    ['api (12)', 7, 1, 3, 2, 1],
    ['(other)', 4, 2, 1, 1, 0],
  ]);
});

test('logs table --by node with --node counts only that node', async () => {
  expect(countsOf(await table(gateway().url, '--by', 'node', '--node', '2'))).toEqual([['2', 5, 1, 3, 0, 1]]);
});

test('logs table --by node fails if the gateway ignores node_id, and reads entries if it ignores start_time', async () => {
  const server = await startGateway({seed});
  server.setFault({kind: 'ignored-parameters', names: ['node_id']});
  const ignored = await table(server.url, '--by', 'node');
  expect(ignored).toMatchObject({code: 1, err: expect.stringContaining('does not filter by node')});
  server.clearFaults();
  server.setFault({kind: 'ignored-parameters'});
  const {out, err} = await run([
    'logs',
    'table',
    '--by',
    'node',
    '--since',
    String(START + SLICE),
    '--until',
    String(START + 2 * SLICE - 1),
    '--every',
    '10m',
    '--url',
    server.url,
  ]);
  expect(countsOf({out})).toEqual([
    ['edge-two (2)', 3, 3],
    ['edge-one (1)', 1, 1],
  ]);
  expect(err).toBe('All entries read.\n');
});

test('logs table on a terminal shows times as column titles', async () => {
  const args = ['logs', 'table', ...RANGE, '--by', 'server', '--url', gateway().url];
  const {out} = await run(args, {terminal: true});
  const [heads = ''] = out.split('\n');
  expect(heads).toMatch(/^server +count +\d\d:\d\d +\d\d:\d\d +\d\d:\d\d +\d\d:\d\d$/);
  expect(out).toContain('(none)');
});

test.each([
  [['--by', 'servr'], 'Did you mean server?'],
  [['--every', '10m'], "required option '--by <dimension>' not specified"],
  [['--by', 'server', '--every', 'soon'], 'It takes a time such as 10m'],
  [['--by', 'server', '--since', '100d', '--every', '1m'], 'at most 200'],
  [['--by', 'node', '--since', '10h', '--every', '5m'], 'more than 600 counts'],
])('logs table %j exits with 2 and sends no request', async (args, named) => {
  const result = await run(['logs', 'table', '--url', 'http://127.0.0.1:1', ...args]);
  expect(result).toMatchObject({code: 2, out: '', err: expect.stringContaining(named)});
});
