import {describe, expect, test} from 'vitest';
import {createClient} from '../src/index.ts';
import {arrayOf, failing} from './support/outcomes.ts';
import {respondJson, serveHttp} from './support/serve.ts';

/** Creates a client of a gateway that sends the same response to every request. */
const clientOf = async (body: object) =>
  createClient({
    baseUrl: await serveHttp(respondJson(body)),
    auth: {kind: 'api-token', token: 'a-token'},
    proxy: false,
  });

const entry = (id: number) => ({id, level: 4, count: 2, src: 0, log_time: 1_795_000_000 + id, log: `entry ${id}`});
const token = (id: number) => ({id, name: `token ${id}`, expire: 0});
const application = (id: number) => ({id, name: `app ${id}`, online: true, processes: [], ports: {}, version: {}});

// docs/field-facts.md#22
describe('a malformed row', () => {
  const logRows = [entry(1), {...entry(2), src: null, count: '7'}, {...entry(3), log_time: 0.5}, entry(4)];
  const logs = {status: 0, time: null, data: {data: logRows, meta: {count: '4'}}};

  test('a malformed error log does not hide the other entries of its page', async () => {
    const page = await (await clientOf(logs)).errorLogs.list();
    expect(page.items.map(({id, src}) => [id, src])).toEqual([
      [1, 0],
      [2, undefined],
      [4, 0],
    ]);
    expect(page).toMatchObject({count: 4, page: 1, pageSize: 20});
    // The time comes from the header `Date`, which has whole seconds.
    expect(Math.abs((page.time ?? 0) - Date.now() / 1000)).toBeLessThan(60);
    expect(page.items[1]?.problems?.map(({field}) => field)).toEqual(['count', 'src']);
    expect(page.invalid).toEqual([
      {
        index: 1,
        raw: logRows[1],
        reason: 'count: expected a number, received text; src: expected a number, received null',
        row: page.items[1],
      },
      {index: 2, raw: logRows[2], reason: 'log_time: expected an integer, received a fraction'},
    ]);
    expect(String(page.items[0])).toBe('2026-11-18T11:06:41.000Z ERROR entry 1');
  });

  test('a malformed error log does not end an iteration', async () => {
    const items = await arrayOf((await clientOf(logs)).errorLogs.items());
    expect(items.map(({id}) => id)).toEqual([1, 2, 4]);
  });

  test('a malformed token does not hide the other tokens', async () => {
    const rows = [{...token(1), expire: 'never'}, {...token(2), name: null}, token(3)];
    const client = await clientOf({status: 0, data: {data: rows, meta: {count: 3}}});
    const {items, invalid} = await client.apiTokens.list();
    expect(items.map(({id, expire}) => [id, expire])).toEqual([
      [1, undefined],
      [3, 0],
    ]);
    expect(invalid.map(({index, row}) => [index, row?.id])).toEqual([
      [0, 1],
      [1, undefined],
    ]);
  });

  test('a malformed application does not hide the other applications, and counts as a row of the page', async () => {
    const rows = [{...application(1), processes: null, pgid: 0.5}, 7, application(3)];
    const {items, invalid, pageSize} = await (await clientOf({status: 0, data: rows})).applications.list(1);
    expect(items.map(({id, processes, ports}) => [id, processes, ports])).toEqual([
      [1, undefined, []],
      [3, [], []],
    ]);
    expect([invalid.map(({index}) => index), pageSize]).toEqual([[0, 1], 3]);
  });

  test('a malformed agent does not hide the other agents', async () => {
    const rows = [{id: 1, name: null}, {name: 'x'}, {id: 'c', name: 'third'}];
    const client = await clientOf({status: 0, data: rows});
    expect((await client.applications.agents()).map(({id, name}) => [id, name])).toEqual([
      [1, undefined],
      ['c', 'third'],
    ]);
    const [page] = await arrayOf(client.applications.agentPages());
    expect(page).toMatchObject({invalid: [{index: 0}, {index: 1}], count: 3, pageSize: 3});
  });
});

test.each([null, 'many', 0.5, -1, [2]])('the invalid count %j is ignored', async count => {
  const client = await clientOf({status: 0, data: {data: [entry(1)], meta: {count}}});
  expect(await client.errorLogs.list()).toMatchObject({items: [{id: 1}], count: undefined});
  expect(await client.errorLogs.count()).toBeUndefined();
});

test('a token with an invalid optional field is read, and one without a required field is an error', async () => {
  const odd = await clientOf({status: 0, data: {...token(7), expire: null, added: 1}});
  expect(await odd.apiTokens.get(7)).toMatchObject({id: 7, problems: [{field: 'expire'}], raw: {added: 1}});
  const broken = await clientOf({status: 0, data: {...token(7), name: 12345}});
  const error = await failing(broken.apiTokens.get(7));
  expect(error).toMatchObject({
    code: 'invalid_response',
    message: expect.stringContaining('at data: name: expected text, received a number'),
  });
  expect(String(error)).not.toContain('12345');
});

test('the raw data of a created token and of a login contain no secret', async () => {
  const secret = '11111111-1111-4111-8111-111111111111';
  const created = await (await clientOf({status: 0, data: {...token(7), token: secret}})).apiTokens.create({
    name: 'ci',
  });
  const login = {id: 1, username: 'ann', 'edge-token': secret, role: null, login_2fa: {}};
  const response = await (await clientOf({status: 0, data: login})).call('login', {
    body: {username: 'ann', password: 'a long passphrase'},
  });
  expect(response.data.problems?.map(({field}) => field)).toEqual(['role']);
  for (const row of [created, response.data]) {
    expect(JSON.stringify([row, row.raw])).not.toContain(secret);
    expect(Object.keys(row.raw)).toContain('id');
  }
});
