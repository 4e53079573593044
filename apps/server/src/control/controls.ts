import type {ControlledClock} from '../clock.ts';
import type {FaultInput, FaultRegistry} from '../faults/registry.ts';
import type {RestartableRandom} from '../ids.ts';
import type {Controls} from '../options.ts';
import type {Context} from '../routes/context.ts';
import type {DemoCredentials} from '../seed/demo.ts';
import {isEmpty, loadSeed} from '../seed/load.ts';
import {plant} from '../seed/plant.ts';
import {parseSeed, type Seed} from '../seed/seed.ts';
import {SeedError} from '../seed-error.ts';
import {conflictsOf} from './conflicts.ts';
import type {Journal} from './journal.ts';

export interface Parts {
  readonly context: Context;
  readonly clock: ControlledClock;
  readonly source: RestartableRandom;
  readonly faults: FaultRegistry;
  readonly journal: Journal;
  /** What a server begins with, at the start and at a reset. */
  readonly first: {
    readonly seed: Seed | 'demo' | undefined;
    readonly seedLogs?: number;
    readonly faults?: readonly FaultInput[];
  };
}

/** A reset would lose what somebody else put into the database. */
export class NotResettable extends Error {}

/** The controls of a server, and `begin`, which sets its first faults and loads its first seed. */
export const createControls = (parts: Parts): {readonly controls: Controls; begin(): Promise<void>} => {
  const {context, clock, source, faults, journal, first} = parts;
  let demo: DemoCredentials | undefined;
  let ours = false;
  const begin = async () => {
    ours = await isEmpty(context.store);
    for (const fault of first.faults ?? []) faults.set(fault);
    demo = first.seed && (await plant(context, first.seed, first.seedLogs));
  };
  const controls: Controls = {
    get demo() {
      return demo;
    },
    clock,
    reset: async () => {
      if (!ours) throw new NotResettable('the database held something before this server; a reset would lose it');
      await context.store.clear();
      faults.clear();
      clock.reset();
      source.restart();
      context.throttle.reset();
      await begin();
      journal.clear();
    },
    seed: async input => {
      const {seed, problems} = parseSeed(input);
      if (problems) throw new SeedError(problems);
      const conflicts = await conflictsOf(context.store, seed);
      if (conflicts.length > 0) throw new SeedError(conflicts);
      await loadSeed(context, seed);
    },
    requests: query => journal.find(query),
    forgetRequests: () => journal.clear(),
    setFault: fault => faults.set(fault),
    faults: () => faults.list(),
    clearFaults: () => faults.clear(),
  };
  return {controls, begin};
};
