import {execFileSync} from 'node:child_process';
import {expect, test} from 'vitest';
import {commandLineOf} from '../../src/list/as-command.ts';
import {logsCommand} from '../../src/screens/error-logs/as-command.ts';
import {type LogFilter, queryOf} from '../../src/screens/error-logs/model/filter.ts';
import {connect, sharedGateway} from '../e2e/support/gateway.ts';
import {manyEntries, NEWEST, REQUEST_ID} from '../e2e/support/logs.ts';
import {rowsOf, run} from './run.ts';

const gateway = sharedGateway(() => ({seed: {error_logs: manyEntries(1_200)}}));

/** Words of a line, as a shell reads them. */
const wordsOf = (line: string): string[] =>
  execFileSync('/bin/sh', ['-c', `printf '%s\\0' ${line}`])
    .toString('utf8')
    .split('\0')
    .slice(0, -1);

const filters: LogFilter[] = [
  {range: {}},
  {level: 4, nodeType: 0, nodeId: 0, range: {}},
  {appId: 7, range: {from: NEWEST - 3_600 * 5, to: NEWEST - 3_600}},
  {requestId: REQUEST_ID, range: {from: NEWEST - 86_400 * 3}},
  {requestId: 'it\'s $(none) of "these"', range: {}},
];

test.each(filters)('the command of the error logs %j prints the rows of the view', async filter => {
  const connection = {url: gateway().url, consoleUrl: gateway().url, tls: 'none'} as never;
  const [program, ...words] = wordsOf(commandLineOf(logsCommand(filter), {connection}));
  expect(program).toBe('edge-console');
  const result = await run(words);
  expect(result).toMatchObject({code: 0, err: ''});
  const client = connect(gateway().url);
  const ids: number[] = [];
  for await (const {id} of client.errorLogs.items(queryOf(filter))) ids.push(id);
  expect(rowsOf(result).map(({id}) => id)).toEqual(ids);
});
