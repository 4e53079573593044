import {expect, test} from 'vitest';
import {application} from '../support/application.ts';
import {respond, serve, sharedGateway} from '../support/gateway.ts';
import {logEntry} from '../support/logs.ts';
import {rowsOf, run} from './run-headless.ts';

const HOSTILE = 'a "quoted", \u001b[31mred\u001b[0m | line\nnext \u202eback';
const applications = [application(5, 'web'), application(6, 'old', {online: false})];
const origin = {node_id: 7, app_id: 101};
const gateway = sharedGateway(() => ({
  seed: {
    error_logs: [
      logEntry('first failed', {...origin, log_time: 1_795_000_000}),
      logEntry('noticed', {...origin, level: 6, log_time: 1_795_000_100, node_id: 3}),
      logEntry(HOSTILE, {...origin, level: 3, log_time: 1_795_000_200}),
    ],
    agents: [{id: 1, name: 'edge-ams-1', applications}],
  },
}));
const at = (...args: string[]) => [...args, '--url', gateway().url];
const logs = async (...args: string[]) => rowsOf(await run(at('logs', 'list', ...args))).map(({id}) => id);

test('a list in a pipe has one JSON object per line, as the gateway sent it', async () => {
  const result = await run(at('logs', 'list'));
  expect(result).toMatchObject({code: 0, err: ''});
  expect(rowsOf(result)[0]).toEqual({id: 3, log_time: 1_795_000_200, level: 3, count: 1, src: 0, log: HOSTILE});
  expect(rowsOf(result)).toHaveLength(3);
});

test.each([
  [
    ['--level', 'error'],
    [3, 1],
  ],
  [['--level', 'NOTICE', '--node', '3'], [2]],
  [['--req', 'none'], []],
  [['--since', '2026-11-18T12:28:20Z'], []],
  [
    ['--since', new Date(1_795_000_100_000).toISOString()],
    [3, 2],
  ],
  [
    ['--until', new Date(1_795_000_100_000).toISOString()],
    [2, 1],
  ],
  [['--app', '101', '--node-type', '0', '--limit', '1'], [3]],
])('logs list %j prints the matching entries', async (args, ids) => {
  expect(await logs(...args)).toEqual(ids);
});

test('a list on a terminal is the table of the screen, without control characters', async () => {
  const {out} = await run(at('logs', 'list'), {terminal: true});
  const [heads = '', first = ''] = out.split('\n');
  expect(heads).toMatch(/^time +level +× +message +request$/);
  expect(first).toContain('CRIT');
  expect(out.replaceAll('\n', '')).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202e]/);
});

test.each(['json', 'ndjson', 'csv', 'markdown', 'raw'])('a terminal gets %s without control characters', async form => {
  const {out} = await run(at('logs', 'list', '--output', form), {terminal: true});
  expect(out.replaceAll('\n', '')).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202e]/);
  if (form === 'json') expect(JSON.parse(out)[0].log).toBe(HOSTILE);
});

test('--fields selects the printed fields, and without names prints all field names', async () => {
  expect(rowsOf(await run(at('logs', 'list', '--fields', 'log,id', '--level', 'crit')))).toEqual([
    {log: HOSTILE, id: 3},
  ]);
  const names = await run(['logs', 'list', '--fields']);
  expect(names).toMatchObject({code: 0, out: 'id\nlog_time\nlevel\ncount\nsrc\nlog\npattern\n'});
  const table = await run(at('logs', 'list', '--fields', 'id,level', '--output', 'table'));
  expect(table.out).toBe('id  level\n3   3\n2   6\n1   4\n');
});

test('times are ISO 8601 in Markdown and tables, and numbers in CSV', async () => {
  const crit = (form: string) =>
    run(at('logs', 'list', '--level', 'crit', '--fields', 'log_time,id', '--output', form));
  const time = '2026-11-18T11:10:00Z';
  expect((await crit('markdown')).out).toBe(`| log\\_time | id |\n| --- | --- |\n| ${time} | 3 |\n`);
  expect((await crit('table')).out).toContain(`\n${time}  3\n`);
  expect((await crit('csv')).out).toBe(`log_time,id\n1795000200,3\n`);
});

test('CSV quotes a hostile text unchanged, and Markdown escapes it into one cell', async () => {
  const crit = async (form: string) =>
    (await run(at('logs', 'list', '--level', 'crit', '--fields', 'log,id', '--output', form))).out;
  expect(await crit('csv')).toBe(`log,id\n"${HOSTILE.replaceAll('"', '""')}",3\n`);
  const [, , row = '', ...more] = (await crit('markdown')).split('\n');
  expect(row).toMatch(/^\| a "quoted", [^\n|]*\\\| line[^|]*back \| 3 \|$/);
  expect(more).toEqual(['']);
});

test('the raw form is the text of an entry, with a time and level if the text has none', async () => {
  const {out} = await run(at('logs', 'list', '--output', 'raw', '--until', new Date(1_795_000_100_000).toISOString()));
  expect(out).toBe('2026/11/18 11:08:20 [notice] noticed\n2026/11/18 11:06:40 [error] first failed\n');
});

test('an empty list is valid output in every form', async () => {
  const none = ['logs', 'list', '--req', 'none', '--fields', 'id,log', '--output'];
  expect((await run(at(...none, 'json'))).out).toBe('[]\n');
  expect((await run(at(...none, 'csv'))).out).toBe('id,log\n');
  expect((await run(at(...none, 'ndjson'))).out).toBe('');
  expect((await run(at(...none, 'markdown'))).out).toBe('| id | log |\n| --- | --- |\n');
});

test('a list that --limit cuts short prints a message on standard error', async () => {
  expect(await run(at('logs', 'list', '--limit', '2', '--fields', 'id'))).toMatchObject({
    code: 0,
    out: '{"id":3}\n{"id":2}\n',
    err: 'Printed 2 of 3 entries; --limit sets how many.\n',
  });
  expect(await run(at('logs', 'list', '--limit', '3'))).toMatchObject({err: ''});
  expect(await run(at('logs', 'list', '--limit', '2', '--quiet'))).toMatchObject({err: ''});
});

test('logs count prints the number of entries', async () => {
  expect(await run(at('logs', 'count'))).toMatchObject({code: 0, out: '3\n'});
  expect(await run(at('logs', 'count', '--level', 'error', '--json'))).toMatchObject({out: '{"count":2}\n'});
  const since = new Date(1_795_000_050_000).toISOString();
  expect(await run(at('logs', 'count', '--since', since))).toMatchObject({out: '2\n'});
});

test('agents list and apps list print agents and applications', async () => {
  expect(rowsOf(await run(at('agents', 'list')))).toEqual([{id: 1, name: 'edge-ams-1'}]);
  expect(rowsOf(await run(at('apps', 'list', '--agent', '1', '--fields', 'id,name')))).toEqual([
    {id: 5, name: 'web'},
    {id: 6, name: 'old'},
  ]);
  expect(rowsOf(await run(at('apps', 'list', '--agent', '1', '--online', '--fields', 'id')))).toEqual([{id: 5}]);
  expect(JSON.parse((await run(at('apps', 'get', 'web', '--agent', '1'))).out)).toMatchObject([{id: 5}]);
  expect(await run(at('apps', 'get', 'wen', '--agent', '1'))).toMatchObject({code: 5});
});

test('invalid values of --search and --sort are refused before a request is sent', async () => {
  const list = (...args: string[]) => run(['tokens', 'list', '--url', 'http://127.0.0.1:1', ...args]);
  expect(await list('--sort', 'nam')).toMatchObject({code: 2, err: expect.stringContaining('did you mean name?')});
  expect(await list('--reverse')).toMatchObject({code: 2, err: 'edge-console: --reverse needs --sort.\n'});
  expect(await list('--search', '(')).toMatchObject({
    code: 2,
    err: expect.stringContaining('not a regular expression'),
  });
});

test('--limit applies after --search and --sort', async () => {
  const apps = ['apps', 'list', '--agent', '1', '--sort', 'name', '--fields', 'id'];
  expect(await run(at(...apps, '--limit', '1'))).toMatchObject({
    out: '{"id":6}\n',
    err: 'Printed 1 application; there are more.\n',
  });
  expect(rowsOf(await run(at(...apps, '--search', 'web', '--limit', '1')))).toEqual([{id: 5}]);
});

test('apps list --online filters the rows itself if the console ignores the filter', async () => {
  const url = await serve(respond(200, 'application/json', JSON.stringify({status: 0, data: applications})));
  const result = await run(['apps', 'list', '--agent', '1', '--online', '--fields', 'id', '--url', url]);
  expect(rowsOf(result)).toEqual([{id: 5}]);
});
