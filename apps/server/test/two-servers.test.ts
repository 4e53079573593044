import {join} from 'node:path';
import {onTestFinished, test} from 'vitest';
import {createServer} from '../src/index.ts';
import {temporaryFolder} from './folder.ts';
import {expectWritesVisible} from './store-engines/visibility.ts';
import {SEED, START} from './support.ts';

test('a write through one server is visible to the next request to another server on the same file', async () => {
  const folder = temporaryFolder('two');
  const options = {database: join(folder, 'edge.db'), clock: () => START};
  const [one, two] = [await createServer({...options, seed: SEED}), await createServer(options)];
  onTestFinished(async () => {
    await Promise.all([one.close(), two.close()]);
  });
  await expectWritesVisible(one, two);
});
