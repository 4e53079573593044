import {test} from 'vitest';
import {createServer} from '../src/index.ts';
import {temporaryDatabase} from './folder.ts';
import {expectWritesVisible} from './store-engines/visibility.ts';
import {SEED, START, startOn} from './support.ts';

test('a write through one server is visible to the next request to another server on the same file', async () => {
  const [database, clock] = [temporaryDatabase(), () => START];
  const one = await startOn(createServer, database, {clock, seed: SEED});
  const two = await startOn(createServer, database, {clock});
  await expectWritesVisible(one, two);
});
