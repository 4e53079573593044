import {writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {temporaryFolder} from '../../../apps/server/test/folder.ts';
import {type Cluster, postgresBinaries, startCluster} from '../../stores/test/postgres/support/cluster.ts';
import {roundRobin} from '../../stores/test/postgres/support/round-robin.ts';
import {conformance, expectAllHeld, serve} from './support/programs.ts';
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
    const seed = join(temporaryFolder('conformance'), 'seed.json');
    await writeFile(seed, JSON.stringify(SEED));
    const copies = [await serve('--database', database, '--seed', seed), await serve('--database', database)];
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
