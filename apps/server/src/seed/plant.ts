import {demoAgents, demoLogs} from '@edge-console/generator';
import type {Context} from '../routes/context.ts';
import {type DemoCredentials, demoSeed} from './demo.ts';
import {isEmpty, loadLogs, loadSeed} from './load.ts';
import type {Seed} from './seed.ts';

/** Entries of the demo when no number is given. */
export const DEMO_LOGS = 50_000;

/** Fills an empty store with a seed or with the demo; the demo answers how to get in. */
export const plant = async (
  context: Context,
  seed: Seed | 'demo',
  logs: number = DEMO_LOGS,
): Promise<DemoCredentials | undefined> => {
  if (!(await isEmpty(context.store))) throw new Error('the database is not empty; a seed goes into an empty one');
  if (seed !== 'demo') {
    await loadSeed(context, seed);
    return undefined;
  }
  const now = context.clock();
  const {seed: demo, credentials} = demoSeed(now, context.random);
  // Users last: whoever finds users finds everything else too.
  await loadLogs(context, demoLogs(logs, now, demoAgents(now)));
  await loadSeed(context, demo);
  return credentials;
};
