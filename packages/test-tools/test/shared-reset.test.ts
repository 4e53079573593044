import {join} from 'node:path';
import {temporaryFolder} from '../../../apps/server/test/folder.ts';
import {testSharedReset} from './shared-reset-tests.ts';

testSharedReset(
  async () => {
    const directory = temporaryFolder('file');
    return join(directory, 'edge.db');
  },
  {every: true},
);
