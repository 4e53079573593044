import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {onTestFinished} from 'vitest';
import {testSharedReset} from './shared-reset-tests.ts';

testSharedReset(
  async () => {
    const directory = await mkdtemp(join(tmpdir(), 'edge-file-'));
    onTestFinished(() => rm(directory, {recursive: true}));
    return join(directory, 'edge.db');
  },
  {every: true},
);
