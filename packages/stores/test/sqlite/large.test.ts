import {expect, onTestFinished, test} from 'vitest';
import {temporaryDatabase} from '../../../../apps/server/test/folder.ts';
import {logEntry} from '../../../../apps/server/test/seed-rows.ts';
import {openDatabase} from '../../src/sqlite/database.ts';
import {storeOn} from '../../src/sqlite/open-sqlite.ts';

const LONG = 'x'.repeat(1_000_000);

/** Opens a store. `longest` returns the length of the longest statement parameter so far. */
const open = async () => {
  const database = openDatabase(temporaryDatabase());
  let longest = 0;
  const store = await storeOn({
    ...database,
    prepare: text => {
      const statement = database.prepare(text);
      const run: typeof statement.run = parameters => {
        for (const one of parameters) longest = Math.max(longest, String(one).length);
        return statement.run(parameters);
      };
      return {...statement, run};
    },
  });
  onTestFinished(() => store.close());
  return {store, longest: () => longest};
};

test('long entries are appended in order, in several insert statements', async () => {
  const {store, longest} = await open();
  await store.errorLogs.append(Array.from({length: 18}, (_, at) => logEntry(`${at}${LONG}`)));
  const {rows, count} = await store.errorLogs.list({}, {offset: 0, limit: 100});
  expect(count).toBe(18);
  expect(longest()).toBeLessThan(17_000_000);
  expect(rows.map(({log}) => Number.parseInt(log, 10))).toEqual(Array.from({length: 18}, (_, at) => 17 - at));
  // Compares indexes, not texts, so that a failure does not print megabytes.
  expect(rows.flatMap(({log}, at) => (log.endsWith(LONG) ? [] : [at]))).toEqual([]);
});
