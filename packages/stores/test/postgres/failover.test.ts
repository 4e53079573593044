import {describe, expect, onTestFinished, test} from 'vitest';
import type {Store} from '../../../../apps/server/src/store/store.ts';
import {logEntry} from '../../../../apps/server/test/seed-rows.ts';
import {openPostgres} from '../../src/postgres/open-postgres.ts';
import {postgresBinaries} from './support/cluster.ts';
import {startFailover} from './support/failover.ts';

const binaries = postgresBinaries();
if (!binaries)
  process.stderr.write('Skipped: failover of PostgreSQL, which is not installed (apt-get install postgresql).\n');

// Each batch of entries has its own node. The primary key includes the node, so PostgreSQL accepts repeated ids on
// different nodes, and the test can find them.
const NODES = ['replicated', 'lost', 'one', 'two', 'three'];

const entries = (log: string, length: number) =>
  Array.from({length}, () => logEntry(log, {node_id: NODES.indexOf(log)}));

describe.skipIf(!binaries)('after a failover to a standby that lags', () => {
  test('two servers with a list of hosts assign no entry id twice after a failover that loses writes', async () => {
    const failover = await startFailover(binaries ?? '');
    onTestFinished(() => failover.remove());
    const stores = [await openPostgres(failover.url), await openPostgres(failover.url)] as const;
    onTestFinished(async () => {
      await Promise.all(stores.map(store => store.close()));
    });
    const [one, two] = stores;
    await one.errorLogs.append(entries('replicated', 100));
    await failover.detach();
    await two.errorLogs.append(entries('lost', 400));
    await failover.failOver();
    const writable = (store: Store) => () =>
      store.assertWritable().then(
        () => true,
        () => false,
      );
    for (const store of stores) await expect.poll(writable(store), {timeout: 60_000}).toBe(true);
    await one.errorLogs.append(entries('one', 10_500));
    await two.errorLogs.append(entries('two', 600));
    await one.errorLogs.append(entries('three', 300));
    const {rows, count} = await one.errorLogs.list({}, {offset: 0, limit: 20_000});
    expect([count, new Set(rows.map(({id}) => id)).size]).toEqual([11_500, 11_500]);
  });
});
