import {join} from 'node:path';
import {expect, test} from 'vitest';
import {sharedFolder} from '../support/folder.ts';
import {API_TOKEN, connect, startGateway, USERNAME} from '../support/gateway.ts';
import {rowsOf, run} from './run-headless.ts';

const folder = sharedFolder('token-output');

const DAY = 86_400_000;
const token = (name: string, expire: number, n: number) => ({
  ...{username: USERNAME, name, expire},
  token: `a1d3c1de-0000-4000-8000-0000000000${String(n).padStart(2, '0')}`,
});
const start = async (...tokens: ReturnType<typeof token>[]) => {
  const own = {...token('for tests', 0, 0), token: API_TOKEN};
  const {url} = await startGateway({seed: {tokens: [own, ...tokens]}});
  let files = 0;
  const secretTo = (): string[] => ['--secret-to', join(folder, `${url.replaceAll(/\W/g, '')}-${files++}`)];
  return {at: (...args: string[]) => ['tokens', ...args, '--url', url], client: connect(url), secretTo};
};
const OUTPUT = ['--output', 'ndjson'];
const expires = Date.UTC(2031, 4, 6, 7, 8, 9);

test('tokens create, edit, rotate and delete print the changed tokens, without the secret', async () => {
  const {at, secretTo} = await start();
  const when = ['--expires', String(expires / 1000)];
  const created = await run(at('create', '--name', 'ci', ...when, ...secretTo(), ...OUTPUT));
  const row = {id: 2, name: 'ci', expire: expires, expires: '2031-05-06T07:08:09.000Z', uid: 1};
  expect(rowsOf(created)).toEqual([{result: 'created', ...row}]);
  const never = await run(at('edit', 'ci', '--expires', 'never', '--output', 'json'));
  expect(JSON.parse(never.out)).toEqual([{result: 'saved', id: 2, name: 'ci', expire: 0}]);
  const rotated = await run(at('rotate', 'ci', '--as-me', '--delete', ...when, ...secretTo(), ...OUTPUT));
  expect(rowsOf(rotated)).toEqual([
    {result: 'created', ...row, id: 3},
    {result: 'deleted', id: 2, name: 'ci', expire: 0},
  ]);
  const deleted = await run(at('delete', 'ci', '--yes', '-o', 'csv', '--fields', 'result,id'));
  expect(deleted.out).toBe('result,id\ndeleted,3\n');
});

test('--output with a secret on standard output is refused', async () => {
  const {at, client} = await start();
  const {code, err} = await run(at('create', '--name', 'ci', '--secret-to', '-', ...OUTPUT));
  expect({code, err}).toMatchObject({code: 2, err: expect.stringContaining('give a file')});
  expect(await client.apiTokens.count()).toBe(1);
});

test('tokens create --if-absent creates no token if a valid one has the name, but does if it has expired', async () => {
  const {at, client, secretTo} = await start(token('ci', 0, 1), token('old', Date.now() - DAY, 2));
  const held = await run(at('create', '--name', 'ci', '--if-absent', ...secretTo(), ...OUTPUT));
  expect(held.code).toBe(0);
  expect(rowsOf(held)).toEqual([{result: 'exists', id: 2, name: 'ci', expire: 0}]);
  expect(await run(at('create', '--name', 'old', '--if-absent', ...secretTo()))).toMatchObject({code: 0});
  expect((await client.apiTokens.list()).items.map(({id}) => id)).toEqual([1, 2, 3, 4]);
});

test('tokens delete and edit take ids from standard input', async () => {
  const {at, client} = await start(token('one', 0, 1), token('two', 0, 2));
  const edited = await run(at('edit', '-', '--expires', '30d'), {input: '2\n3\n'});
  expect(edited).toMatchObject({code: 0, err: expect.stringContaining('Saved two, id 3')});
  expect(await run(at('delete', '-', '--yes'), {input: '2\r\n\r\n3\r\n'})).toMatchObject({code: 0});
  expect((await client.apiTokens.list()).items.map(({id}) => id)).toEqual([1]);
  expect(await run(at('delete', '-', '--yes'), {input: ''})).toMatchObject({code: 0, err: ''});
  expect(await run(at('delete', '-', '1', '--yes'), {input: '1\n'})).toMatchObject({code: 2});
});

test('a name selects the token that has not expired, and is refused if all tokens of the name have expired', async () => {
  const past = Date.now() - DAY;
  const {at} = await start(token('ci', past, 1), token('ci', 0, 2), token('gone', past, 3));
  expect(rowsOf(await run(at('get', 'ci', ...OUTPUT)))).toMatchObject([{id: 3}]);
  expect(await run(at('edit', 'ci', '--expires', '30d'))).toMatchObject({code: 0});
  expect((await run(at('delete', 'ci', '--yes'))).err).toBe('Deleted ci, id 3.\n');
  const gone = await run(at('get', 'gone'));
  expect(gone).toMatchObject({code: 5, err: expect.stringContaining('has expired: give an id, one of 4')});
  expect(await run(at('get', '4'))).toMatchObject({code: 0});
});

test.each([
  ['in 6 weeks', 42 * DAY],
  ['30m', 30 * 60_000],
  [String(expires / 1000), undefined],
  ['2031-05-06T07:08:09Z', undefined],
])('rotate --grace %s sets the expiry of the old token', async (grace, duration) => {
  const {at, client, secretTo} = await start(token('ci', 0, 1));
  const before = Date.now();
  expect(await run(at('rotate', 'ci', '--as-me', '--grace', grace, ...secretTo()))).toMatchObject({code: 0});
  const {expire = 0} = await client.apiTokens.get(2);
  if (duration === undefined) return expect(expire).toBe(expires);
  expect(expire).toBeGreaterThanOrEqual(before + duration);
  expect(expire).toBeLessThanOrEqual(Date.now() + duration);
});
