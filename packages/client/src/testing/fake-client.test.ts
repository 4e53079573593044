import {describe, expect, test} from 'vitest';
import {arrayOf, failing} from '../../test/support/outcomes.ts';
import {EdgeError, isEdgeError, Secret} from '../index.ts';
import {type FakeCalls, fakeClient} from './index.ts';

const entries = Array.from({length: 45}, (_, at) => ({
  ...{id: at + 1, log_time: 1_795_000_000 - at, level: at % 9, log: `line ${at}`},
}));

describe('a list given as rows', () => {
  const {errorLogs} = fakeClient({errorLogs: {list: entries}});

  test('has pages, a count and iterators', async () => {
    const page = await errorLogs.list({page: 3});
    expect(page).toMatchObject({count: 45, page: 3, pageSize: 20, invalid: []});
    expect(page.items).toMatchObject(entries.slice(40));
    expect(page.items[0]?.raw).toEqual(entries[40]);
    expect(await errorLogs.count()).toBe(45);
    expect(await arrayOf(errorLogs.items({page_size: 10}))).toHaveLength(45);
    expect(await arrayOf(errorLogs.list())).toHaveLength(45);
    expect((await arrayOf(errorLogs.pages({page_size: 30}))).map(({items}) => items.length)).toEqual([30, 15]);
  });

  test('can be followed', async () => {
    const texts: string[] = [];
    for await (const event of errorLogs.follow({}, {from: 1_795_000_000 - 2})) {
      if (event.kind !== 'added') continue;
      texts.push(...event.entries.map(({log}) => log));
      break;
    }
    expect(texts).toEqual(['line 2', 'line 1', 'line 0']);
  });
});

test('a list given as a function gets the query; offsets and agents work', async () => {
  const agents = [{id: 1, name: 'fra-1'}, {id: 'two'}];
  const client = fakeClient({
    errorLogs: {list: ({level = 8}) => entries.filter(entry => entry.level <= level)},
    apiTokens: {list: [1, 2, 3].map(id => ({id, name: `t${id}`, expire: 0}))},
    applications: {agents, list: agentId => [{id: 7, name: `app of ${agentId}`}]},
  });
  expect(await client.errorLogs.count({level: 0})).toBe(5);
  expect((await client.apiTokens.list({start: 1, end: 2})).items).toMatchObject([{id: 2}]);
  expect(await client.applications.agents()).toMatchObject(agents);
  expect(await arrayOf(client.applications.list(1))).toMatchObject([{name: 'app of 1'}]);
});

test('single calls get the arguments of the method', async () => {
  const seen: unknown[] = [];
  const client = fakeClient({
    apiTokens: {
      get: id => ({id, name: 'deploy'}),
      create: async body => ({id: 9, ...body, token: 'new-secret'}),
      update: (id, body) => void seen.push([id, body]),
      delete: id => void seen.push(id),
    },
    session: {login: ({username}) => ({token: new Secret(`of ${username}`)}), logout: () => void seen.push('out')},
    request: ({method, path, query, body}) => ({status: 0, data: {method, path, query, body}}),
  });
  expect(await client.apiTokens.get(7)).toMatchObject({id: 7, name: 'deploy'});
  const created = await client.apiTokens.create({name: 'ci'}).withResponse();
  expect(created.data.token.reveal()).toBe('new-secret');
  expect(created.response.status).toBe(200);
  await client.apiTokens.update(7, {name: 'b'});
  await client.apiTokens.delete(7);
  const session = await client.session.login({username: 'ann', password: 'p'});
  expect([session.username, session.token.reveal(), client.session.current]).toEqual(['ann', 'of ann', session]);
  await client.session.logout();
  expect(seen).toEqual([[7, {name: 'b'}], 7, 'out']);
  const input = {method: 'POST', path: '/x', query: {a: 1}, body: {b: 2}} as const;
  expect(await client.request(input)).toEqual(input);
});

describe('refused:', () => {
  const client = fakeClient({apiTokens: {list: []}});

  test('a call that was not given, by its name', async () => {
    expect(await failing(client.apiTokens.get(1))).toMatchObject({
      code: 'invalid_request',
      message: 'fakeClient was not given apiTokens.get (GET /admin-api/api_token/1); add it to its calls.',
    });
    for (const call of [client.errorLogs.list(), client.session.logout(), client.applications.agents()]) {
      expect((await failing(call)).message).toContain('fakeClient was not given');
    }
    expect((await failing(client.request({method: 'GET', path: '/x'}))).message).toContain('not given request');
  });

  test('inputs and options, as by a real client', async () => {
    expect(await failing(client.apiTokens.list({page: 0}))).toMatchObject({code: 'invalid_request'});
    const options = {signal: AbortSignal.abort()};
    expect(await failing(client.apiTokens.list({}, options))).toMatchObject({code: 'aborted'});
  });

  test('a result that no gateway would give', async () => {
    const fake = fakeClient({apiTokens: {get: () => ({id: 'x'}) as never}});
    expect((await failing(fake.apiTokens.get(1))).message).toContain(
      'apiTokens.get of fakeClient gave no valid result',
    );
  });

  test('what the fake throws, as it is', async () => {
    const gone = {code: 'not_found', method: 'GET', path: '/', attempt: 1, retryable: false} as const;
    const throwing = fakeClient({
      apiTokens: {
        get: id => {
          throw new EdgeError(`no token ${id}`, gone);
        },
      },
    });
    const error = await failing(throwing.apiTokens.get(1));
    expect([isEdgeError(error), error.message]).toEqual([true, 'no token 1']);
  });

  test.each([
    ['apiTokens.lst', {apiTokens: {lst: []}}],
    ['errorLog', {errorLog: {list: []}}],
    ['errorLog', {errorLog: {}}],
    ['requests', {requests: () => 1}],
    ['a function as apiTokens.get', {apiTokens: {get: {id: 1}}}],
    ['a function or an array as errorLogs.list', {errorLogs: {list: {}}}],
  ])('%s', (name, calls) => {
    expect(() => fakeClient(calls as FakeCalls)).toThrow(name);
    expect(() => fakeClient(calls as FakeCalls)).toThrow(TypeError);
  });
});

test('a resource may be undefined', async () => {
  const client = fakeClient({apiTokens: {list: []}, errorLogs: undefined} as object as FakeCalls);
  expect(await client.apiTokens.count()).toBe(0);
});

test('types: unknown names, fields and results', () => {
  const check = () => [
    // @ts-expect-error unknown resource
    fakeClient({errorLog: {list: []}}),
    // @ts-expect-error unknown method
    fakeClient({apiTokens: {lst: []}}),
    // @ts-expect-error unknown field
    fakeClient({errorLogs: {list: [{id: 1, log_time: 1, log: 'x', logtime: 1}]}}),
    // @ts-expect-error name is missing
    fakeClient({apiTokens: {get: id => ({id})}}),
  ];
  expect(check).toBeTypeOf('function');
});
