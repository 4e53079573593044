import {createServer} from '@edge-console/server';
import {openDatabase} from '@edge-console/stores';
import {afterAll, beforeAll, describe, expect, onTestFinished, test} from 'vitest';
import {type Cluster, postgresBinaries, startCluster} from '../../stores/test/postgres/support/cluster.ts';
import {roundRobin} from '../../stores/test/postgres/support/round-robin.ts';
import {conformance, expectAllHeld} from './support/programs.ts';
import {SEED, TOKEN, USER} from './support/seed.ts';

const binaries = postgresBinaries();

describe.skipIf(!binaries)('two reference servers on one PostgreSQL', () => {
  let cluster: Cluster | undefined;
  beforeAll(async () => {
    cluster = await startCluster(binaries ?? '');
  });
  afterAll(() => cluster?.stop());

  test('two reference servers on one PostgreSQL pass every check', async () => {
    const database = (await cluster?.database()) ?? '';
    // The second server finds the data of the first. Only a store that the caller opens permits cheap password hashes.
    const start = async (): Promise<string> => {
      const store = await openDatabase(database);
      const server = await createServer({store, seed: SEED, passwordCost: 'minimal'});
      onTestFinished(() => server.close().then(() => store.close()));
      return server.url;
    };
    const copies = [await start(), await start()];
    const balancer = await roundRobin(copies);
    try {
      const flags = ['--base-url', balancer.url, '--username', USER.username, '--output', 'ndjson', '--strict'];
      const secrets = {EDGE_CONSOLE_API_TOKEN: TOKEN, EDGE_CONSOLE_PASSWORD: USER.password};
      expectAllHeld(await conformance([...flags, '--write'], secrets));
      expect(Math.min(...balancer.connections())).toBeGreaterThan(100);
    } finally {
      await balancer.close();
    }
  });
});
