import {demoAgents, demoLogs} from '@edge-console/generator';
import type {Context} from '../routes/context.ts';
import {type DemoCredentials, demoSeed} from './demo.ts';
import {appendAll, insertSeed, isEmpty, prepareSeed} from './load.ts';
import type {Seed} from './seed.ts';

/** Entries of the demo when no number is given. */
const DEMO_LOGS = 50_000;

/** What a server begins with. */
export interface Beginning {
  readonly seed: Seed | 'demo' | undefined;
  /** Entries of the demo. */
  readonly seedLogs?: number;
}

/**
 * Fills a store, all of it at once or not at all: an empty one, or `instead` of what it holds. While it runs nobody sees
 * anything in between, and no other server fills the same one. The demo answers how to get in.
 */
export const plant = async (
  context: Context,
  {seed, seedLogs = DEMO_LOGS}: Beginning,
  how: 'into empty' | 'instead',
): Promise<DemoCredentials | undefined> => {
  const now = context.clock();
  const demo = seed === 'demo' ? demoSeed(now, context.random) : undefined;
  const seeded = demo?.seed ?? (seed === 'demo' ? undefined : seed);
  const prepared = seeded && (await prepareSeed(context, seeded));
  await context.store.atomically(async store => {
    if (how === 'instead') await store.clear();
    else if (!(await isEmpty(store))) throw new Error('the database is not empty; a seed goes into an empty one');
    if (demo) await appendAll(store, demoLogs(seedLogs, now, demoAgents(now)));
    if (prepared) await insertSeed(store, prepared);
  }, 'alone');
  return demo?.credentials;
};
