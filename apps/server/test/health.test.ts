import {describe, expect, test} from 'vitest';
import {memoryStore} from '../src/index.ts';
import {StoreUnavailable} from '../src/store/store.ts';
import {call, SEED, start} from './support.ts';

describe('health with errors as envelope', () => {
  test.each([
    [405, 'POST', '/healthz'],
    [405, 'DELETE', '/readyz/'],
  ] as const)(
    'with the option errors=envelope, the HTTP status is %d instead of 200 for %s %s',
    async (status, method, path) => {
      const {server} = await start({errors: 'envelope'});
      const {code, body} = await call(server, path, {method});
      expect([code, body.status]).toEqual([status, status]);
    },
  );

  test('/readyz gets 503 if the database cannot be written', async () => {
    const store = memoryStore();
    const assertWritable = async () => {
      throw new StoreUnavailable('disk I/O error');
    };
    const {server} = await start({errors: 'envelope', store: {...store, assertWritable}, seed: SEED});
    const {code, body} = await call(server, '/readyz');
    expect([code, body]).toEqual([503, {status: 503, msg: 'the database cannot be written'}]);
    expect((await call(server, '/healthz')).code).toBe(200);
  });

  test('/readyz gets 503 if the database does not respond for 3 s', async () => {
    const store = memoryStore();
    const silent = Promise.withResolvers<void>();
    const {server} = await start({errors: 'envelope', store: {...store, assertWritable: () => silent.promise}});
    const {code, body} = await call(server, '/readyz');
    expect([code, body]).toEqual([503, {status: 503, msg: 'the database does not respond'}]);
    silent.resolve();
    expect((await call(server, '/readyz')).code).toBe(200);
  });

  test('with the option errors=envelope, unknown paths such as /healthzz get the HTTP status 200', async () => {
    const {server} = await start({errors: 'envelope'});
    for (const path of ['/healthzz', '/admin-api/__control', '/admin-api/healthz']) {
      expect((await call(server, path)).code).toBe(200);
    }
  });
});
