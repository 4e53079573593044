import {expect, test} from 'vitest';
import {application, type SeedApplication} from '../support/application.ts';
import {sharedGateway} from '../support/gateway.ts';
import {rowsOf, run} from './run-headless.ts';

const process = (kind: string, id: number) => ({kind, id, pid: 100 + id});
const numbered = (applications: readonly SeedApplication[], from: number) =>
  applications.map((each, at) => ({...each, id: from + at}));

const shared = application(0, 'same', {
  ports: ['0.0.0.0:80', '0.0.0.0:443'],
  version: {nginx: '1.27.3', libc: '2.41'},
  processes: [process('master', 1), process('worker', 2), process('worker', 3)],
});
const first = [
  shared,
  application(0, 'web', {version: {nginx: '1.27.3'}, ports: ['0.0.0.0:80'], processes: [process('master', 1)]}),
  application(0, 'old \u001b[31m| name', {online: false}),
  application(0, 'pool', {ports: ['a:1']}),
  application(0, 'pool', {ports: ['a:2']}),
  application(0, 'grown'),
];
const second = [
  application(0, 'grown'),
  application(0, 'grown', {online: false}),
  application(0, 'pool', {ports: ['a:2']}),
  application(0, 'pool', {ports: ['a:1']}),
  application(0, 'web', {
    ...{online: false, version: {nginx: '1.28.0'}, ports: ['0.0.0.0:80', '[::]:80']},
    processes: [process('master', 7), process('worker', 8)],
  }),
  // The applications differ only in order, ids and number of workers, which the command ignores.
  {
    ...shared,
    ports: shared.ports.toReversed(),
    version: {libc: '2.41', nginx: '1.27.3'},
    processes: [process('worker', 5), process('master', 4)],
  },
  application(0, 'new'),
];
const gateway = sharedGateway(() => ({
  seed: {
    agents: [
      {id: 1, name: 'one', applications: numbered(first, 1)},
      {id: 2, name: 'two', applications: numbered(second, 50)},
      {id: 3, name: 'three', applications: numbered(first.toReversed(), 90)},
    ],
  },
}));
const compare = (...args: string[]) => run(['apps', 'compare', ...args, '--url', gateway().url]);

test('apps compare prints each difference by application name, and exits with 7', async () => {
  const result = await compare('1', '2');
  expect(result).toMatchObject({code: 7, err: 'edge-console: 8 differences\n'});
  expect(rowsOf(result)).toEqual([
    {name: 'grown', field: 'instances', first: 1, second: 2},
    {name: 'grown', field: 'online', first: ['online'], second: ['offline', 'online']},
    {name: 'new', field: 'instances', first: 0, second: 1},
    {name: 'old \u001b[31m| name', field: 'instances', first: 1, second: 0},
    {name: 'web', field: 'online', first: ['online'], second: ['offline']},
    {name: 'web', field: 'version', first: ['nginx 1.27.3'], second: ['nginx 1.28.0']},
    {name: 'web', field: 'ports', first: ['0.0.0.0:80'], second: ['0.0.0.0:80, [::]:80']},
    {name: 'web', field: 'processes', first: ['master'], second: ['master, worker']},
  ]);
});

test('apps compare exits with 0 if only ids and order differ', async () => {
  expect(await compare('1', '3')).toEqual({code: 0, out: '', err: 'Both agents have the same 6 applications.\n'});
  expect(await compare('1', '3', '--output', 'json')).toMatchObject({code: 0, out: '[]\n'});
});

test('apps compare accepts the output options of list commands', async () => {
  const table = (await compare('1', '2', '--output', 'table')).out.split('\n');
  expect(table[0]).toMatch(/^name +differs in +agent 1 +agent 2$/);
  expect(table[3]).toMatch(/^new +instances +absent +1 instance$/);
  expect(table.join('')).not.toContain('\u001b');
  expect((await compare('1', '2', '--output', 'csv')).out.split('\n')[7]).toBe(
    'web,ports,0.0.0.0:80,"0.0.0.0:80, [::]:80"',
  );
  expect((await compare('1', '2', '--output', 'markdown', '--fields', 'name,field')).out.split('\n')).toHaveLength(11);
  expect(JSON.parse((await compare('1', '2', '--output', 'json')).out)).toHaveLength(8);
});

test('apps compare needs two agents', async () => {
  expect(await compare('1')).toMatchObject({
    code: 2,
    err: expect.stringContaining("missing required argument 'other'"),
  });
});

test('apps compare exits with 7 even if the reader closes the pipe', async () => {
  const result = await run(['apps', 'compare', '1', '2', '-o', 'ndjson', '--url', gateway().url], {readerLeaves: true});
  expect(result).toMatchObject({code: 7, err: 'edge-console: 8 differences\n'});
  expect(rowsOf(result)).toHaveLength(1);
});
