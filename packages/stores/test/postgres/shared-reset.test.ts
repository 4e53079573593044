import {afterAll, beforeAll, describe} from 'vitest';
import {testSharedReset} from '../../../test-tools/test/shared-reset-tests.ts';
import {type Cluster, postgresBinaries, startCluster} from './support/cluster.ts';

const binaries = postgresBinaries();

describe.skipIf(!binaries)('on PostgreSQL', () => {
  let cluster: Cluster | undefined;
  beforeAll(async () => {
    cluster = await startCluster(binaries ?? '');
  });
  afterAll(() => cluster?.stop());
  // On SQLite, all tests run, and the rules of a reset are the same.
  testSharedReset(
    async () => {
      if (!cluster) throw new Error('the cluster has not been started');
      return cluster.database();
    },
    {every: false},
  );
});
