import {expect, test} from 'vitest';
import {application} from '../support/application.ts';
import {sharedGateway, startGateway} from '../support/gateway.ts';
import {logEntry, NEWEST} from '../support/logs.ts';
import {rowsOf, run} from './run-headless.ts';

const line = (message: string) => `${message}, client: 10.0.0.1, server: api.example.com`;
/** Two periods of 15 minutes on two nodes. In the second period, node 2 also loses its upstream. Node 9 has no agent. */
const seed = {
  error_logs: [
    ...Array.from({length: 120}, (_, at) =>
      logEntry(line('upstream timed out'), {log_time: NEWEST - 1790 + at * 14, node_id: 1 + (at % 2), app_id: 11}),
    ),
    ...Array.from({length: 90}, (_, at) =>
      logEntry(line('connect() failed'), {log_time: NEWEST - 895 + at * 9, node_id: 2, app_id: 12, level: 3}),
    ),
    logEntry(line('no agent'), {log_time: NEWEST - 1000, node_id: 9}),
  ],
  agents: [
    {id: 1, name: 'edge-one', applications: [application(11, 'web')]},
    {id: 2, name: 'edge-two', applications: [application(12, 'api')]},
  ],
};
const gateway = sharedGateway(() => ({seed}));
const RANGE = ['--since', String(NEWEST - 1799), '--until', String(NEWEST)];
const LAST = ['--since', String(NEWEST - 899), '--until', String(NEWEST)];
const logs = (verb: string, ...args: string[]) => run(['logs', verb, '--url', gateway().url, ...args]);
const counted = (result: {readonly out: string}) =>
  rowsOf(result as never).flatMap(({dimension, value, count}) =>
    dimension === 'node' || dimension === 'application' ? [[dimension, value, count]] : [],
  );

test('logs facets counts entries by node and application, and prints how many have no known application', async () => {
  const result = await logs('facets', ...RANGE);
  expect(counted(result)).toEqual([
    ['node', 'edge-two (2)', 150],
    ['node', 'edge-one (1)', 60],
    ['node', '9', 1],
    ['application', 'web (11)', 120],
    ['application', 'api (12)', 90],
  ]);
  expect(result).toMatchObject({code: 0, err: 'All entries.\nApplication unknown for 1.\n'});
});

test('logs facets --keep counts only the matching entries of each node', async () => {
  expect(counted(await logs('facets', ...RANGE, '--keep', 'connect()'))).toEqual([
    ['node', 'edge-two (2)', 90],
    ['application', 'api (12)', 90],
  ]);
});

test('logs facets with --node counts only that node', async () => {
  expect(counted(await logs('facets', ...RANGE, '--node', '1'))).toEqual([
    ['node', '1', 60],
    ['application', 'web (11)', 60],
  ]);
});

test('logs facets says why it cannot count entries by node, and still counts the other fields', async () => {
  const server = await startGateway({seed});
  server.setFault({kind: 'ignored-parameters', names: ['node_id']});
  const result = await run(['logs', 'facets', ...RANGE, '--url', server.url]);
  expect(result).toMatchObject({code: 0, err: expect.stringContaining('Node not counted: the gateway ignores it.')});
  expect(rowsOf(result).map(({value}) => value)).toContain('api.example.com');
  expect(counted(result).map(([dimension]) => dimension)).toEqual(['application', 'application']);
});

test('logs facets reads the entries of each node if the gateway ignores start_time and end_time', async () => {
  const server = await startGateway({seed});
  server.setFault({kind: 'ignored-parameters', names: ['start_time', 'end_time']});
  const result = await run(['logs', 'facets', ...LAST, '--url', server.url]);
  expect(counted(result).slice(0, 2)).toEqual([
    ['node', 'edge-two (2)', 118],
    ['node', 'edge-one (1)', 28],
  ]);
});
