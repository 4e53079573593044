import {describe, expect, onTestFinished, test} from 'vitest';
import {temporaryDatabase} from '../../../../apps/server/test/folder.ts';
import {logEntry} from '../../../../apps/server/test/seed-rows.ts';
import {ANN_TOKEN, call, start} from '../../../../apps/server/test/support.ts';
import {openDatabase} from '../../src/sqlite/database.ts';
import {storeOn} from '../../src/sqlite/open-sqlite.ts';

describe('a server whose database cannot be written to', () => {
  test.each([
    ['is full', 'pragma max_page_count = 1', 'pragma max_page_count = 1000000'],
    ['is read-only', 'pragma query_only = on', 'pragma query_only = off'],
  ])(
    'a server whose database %s responds to writes with 503, still reads, and recovers',
    async (_, breakIt, repairIt) => {
      const database = openDatabase(temporaryDatabase());
      const store = await storeOn(database);
      onTestFinished(() => store.close());
      const {server} = await start({store});
      database.prepare(breakIt).all([]);
      const make = (name: string) => call(server, '/admin-api/api_token', {token: ANN_TOKEN, json: {name, expire: 0}});
      // A full database has space in partly filled pages, so some writes succeed.
      let made = 0;
      let response = await make('x'.repeat(255));
      while (response.code === 200 && made < 500) {
        made += 1;
        response = await make('x'.repeat(255));
      }
      expect(response).toMatchObject({code: 503, body: {status: 503, msg: expect.stringMatching(/database.*later/)}});
      // The failing `append` below must not block later transactions.
      const seconds = 1_795_000_000;
      const large = logEntry('x'.repeat(50_000), {log_time: seconds});
      await expect(store.errorLogs.append(Array(3).fill(large))).rejects.toThrow();
      const list = await call(server, '/admin-api/api_token?page_size=0', {token: ANN_TOKEN});
      expect(list.body.data).toMatchObject({meta: {count: 3 + made}});
      database.prepare(repairIt).all([]);
      expect((await make('after')).code).toBe(200);
      expect(
        (await store.errorLogs.list({start_time: seconds, end_time: seconds}, {offset: 0, limit: 9})).rows,
      ).toEqual([]);
    },
  );
});
