import type {ControlledClock} from '../clock.ts';
import type {FaultInput, FaultRegistry} from '../faults/registry.ts';
import type {RestartableRandom} from '../ids.ts';
import type {Journal} from '../journal/journal.ts';
import type {Controls} from '../options.ts';
import type {Context} from '../routes/context.ts';
import type {DemoCredentials} from '../seed/demo.ts';
import {insertSeed, prepareSeed} from '../seed/load.ts';
import {type Beginning, plant} from '../seed/plant.ts';
import {parseSeed} from '../seed/seed.ts';
import {SeedError} from '../seed-error.ts';
import {conflictsOf} from './conflicts.ts';

export interface Parts {
  readonly context: Context;
  readonly clock: ControlledClock;
  readonly source: RestartableRandom;
  readonly faults: FaultRegistry;
  readonly journal: Journal;
  /** Whether nobody but this server reaches the store. */
  readonly private: boolean;
  /** What a server begins with, at the start and at a reset. */
  readonly first: Beginning & {readonly faults?: readonly FaultInput[]};
}

/** A reset could lose what others have put into the database. */
export class NotResettable extends Error {}

/** The controls of a server, and `begin`, which sets its first faults and loads its first seed. */
export const createControls = (parts: Parts): {readonly controls: Controls; begin(): Promise<void>} => {
  const {context, clock, source, faults, journal, first} = parts;
  const inTurn = oneAfterAnother();
  let demo: DemoCredentials | undefined;
  const setFirstFaults = () => {
    for (const fault of first.faults ?? []) faults.set(fault);
  };
  const begin = async () => {
    setFirstFaults();
    if (first.seed) demo = await plant(context, first, 'into empty');
  };
  const reset = async () => {
    if (!parts.private && !first.seed) {
      throw new NotResettable('this server did not seed its database; a reset could lose what others have put there');
    }
    faults.clear();
    clock.reset();
    source.restart();
    context.throttle.reset();
    setFirstFaults();
    demo = await plant(context, first, 'instead');
    journal.clear();
  };
  const seed: Controls['seed'] = async input => {
    const parsed = parseSeed(input);
    if (parsed.problems) throw new SeedError(parsed.problems);
    const prepared = await prepareSeed(context, parsed.seed);
    await context.store.atomically(async store => {
      const conflicts = await conflictsOf(store, parsed.seed);
      if (conflicts.length > 0) throw new SeedError(conflicts);
      await insertSeed(store, prepared);
    }, 'alone');
  };
  const controls: Controls = {
    get demo() {
      return demo;
    },
    clock,
    reset: () => inTurn(reset),
    seed: input => inTurn(() => seed(input)),
    requests: query => journal.find(query),
    forgetRequests: () => journal.clear(),
    setFault: fault => faults.set(fault),
    faults: () => faults.list(),
    clearFaults: () => faults.clear(),
  };
  return {controls, begin};
};

/** Runs what it is given in the order in which it came, each when the last one has ended. */
const oneAfterAnother = () => {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(work: () => Promise<T>): Promise<T> => {
    const done = last.then(work, work);
    last = done;
    return done;
  };
};
