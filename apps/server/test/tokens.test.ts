import {describe, expect, test} from 'vitest';
import {ANN_TOKEN, BOB_TOKEN, call, login, paged, START, shared, start} from './support.ts';

const LIST = '/admin-api/api_token';

describe('API tokens', () => {
  test('API tokens are listed in the order of their ids, without value and owner', async () => {
    const {server} = await start();
    const response = await call(server, LIST, {token: ANN_TOKEN});
    expect(response.code).toBe(200);
    const unix = START.getTime() / 1000;
    expect(response.body).toEqual({
      status: 0,
      data: {
        data: [
          {id: 1, name: 'ann-1', expire: 0, _created_unix: unix, _modified_unix: unix},
          {id: 2, name: 'bob-1', expire: START.getTime() + 60_000, _created_unix: unix, _modified_unix: unix},
          {id: 3, name: 'ann-2', expire: 0, _created_unix: unix, _modified_unix: unix},
        ],
        meta: {count: 3},
      },
    });
  });

  test('a page of API tokens has 20 rows by default, and 1000 rows at most', async () => {
    const {server} = await start();
    for (let at = 0; at < 1010; at += 1) {
      const stamps = {created: at, modified: at, expire: 0};
      await server.store.tokens.add({uid: 1, name: `t${at}`, hash: `h${at}`, ...stamps});
    }
    const sizeOf = async (query: string) => paged(await call(server, LIST + query, {token: ANN_TOKEN})).data.length;
    expect(await sizeOf('')).toBe(20);
    expect(await sizeOf('?page_size=5000')).toBe(1000);
    expect(await sizeOf('?page=2&page_size=5000')).toBe(13);
    expect(await sizeOf('?start=0')).toBe(1000);
  });

  test('the value of an API token is only in the response that creates it', async () => {
    const {server} = await start();
    const session = await login(server);
    const created = await call(server, LIST, {session, json: {name: ' deploy ', expire: 0}});
    const data = created.body.data as {id: number; token: string};
    expect(data).toMatchObject({uid: 1, name: 'deploy', expire: 0, _created_unix: START.getTime() / 1000});
    expect(data.token).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    const got = await call(server, `${LIST}/${data.id}/`, {token: data.token});
    expect(got.body.data).not.toHaveProperty('token');
    expect(JSON.stringify((await call(server, LIST, {session})).body)).not.toContain(data.token);
  });

  test('the name and the expiry of an API token can be changed separately, with immediate effect', async () => {
    const {server, pass} = await start();
    pass(10);
    const update = (json: object) => call(server, `${LIST}/2`, {method: 'PUT', token: ANN_TOKEN, json});
    expect((await update({name: 'renamed'})).body).toEqual({status: 0});
    const got = await call(server, `${LIST}/2`, {token: BOB_TOKEN});
    expect(got.body.data).toMatchObject({
      name: 'renamed',
      expire: START.getTime() + 60_000,
      _created_unix: START.getTime() / 1000,
      _modified_unix: START.getTime() / 1000 + 10,
    });
    await update({expire: START.getTime() + 5000});
    expect((await call(server, LIST, {token: BOB_TOKEN})).code).toBe(401);
    await update({expire: 0});
    expect((await call(server, LIST, {token: BOB_TOKEN})).code).toBe(200);
  });

  test('a deleted API token no longer authenticates', async () => {
    const {server} = await start();
    const remove = () => call(server, `${LIST}/2`, {method: 'DELETE', token: ANN_TOKEN});
    expect((await remove()).body).toEqual({status: 0});
    expect((await remove()).code).toBe(404);
    expect((await call(server, LIST, {token: BOB_TOKEN})).code).toBe(401);
  });

  test('only users with the role master can access API tokens of other users', async () => {
    const {server} = await start();
    expect(paged(await call(server, LIST, {token: BOB_TOKEN})).data.map(({id}) => id)).toEqual([2]);
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const json = method === 'PUT' ? {name: 'mine'} : undefined;
      expect((await call(server, `${LIST}/1`, {method, token: BOB_TOKEN, json})).code).toBe(404);
    }
    expect((await call(server, `${LIST}/2`, {token: ANN_TOKEN})).code).toBe(200);
  });
});

describe('the list of API tokens', () => {
  const server = shared();

  test.each([
    ['', [1, 2, 3]],
    ['?page=1&page_size=2', [1, 2]],
    ['?page=2&page_size=2', [3]],
    ['?page=9', []],
    ['?page_size=0', []],
    ['?page_size=&page=&detail=1', [1, 2, 3]],
    ['?page=2&page=1&page_size=1', [1]],
    ['?page_size=5000', [1, 2, 3]],
    ['?page=9007199254740991&page_size=1000', []],
    ['?start=1', [2, 3]],
    ['?end=1', [1]],
    ['?start=1&end=2', [2]],
    ['?start=2&end=1', []],
    ['?start=0&end=3&page=7&page_size=1', [1, 2, 3]],
    ['/?page_size=1&unknown=1', [1]],
  ])('the token-list query "%s" returns the tokens %j and the count 3', async (query, ids) => {
    const {data, meta} = paged(await call(server(), LIST + query, {token: ANN_TOKEN}));
    expect([data.map(({id}) => id), meta.count]).toEqual([ids, 3]);
  });
});
