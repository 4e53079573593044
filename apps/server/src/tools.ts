import type {FastifyInstance} from 'fastify';
import type {ControlledClock} from './clock.ts';
import {createControls} from './control/controls.ts';
import {registerControl} from './control/routes.ts';
import {registerFaults} from './faults/plugin.ts';
import {createFaults} from './faults/registry.ts';
import type {RestartableRandom} from './ids.ts';
import {createJournal} from './journal/journal.ts';
import {recordRequests} from './journal/plugin.ts';
import type {ServerOptions} from './options/options.ts';
import type {Controls} from './options/server.ts';
import type {Context} from './routes/context.ts';
import type {Seed} from './seed/seed.ts';
import type {Extension} from './site.ts';

interface ToolsOptions {
  readonly options: ServerOptions;
  readonly seed: Seed | 'demo' | undefined;
  readonly context: Context;
  readonly clock: ControlledClock;
  readonly random: RestartableRandom;
  /** Aborted when the server starts closing. */
  readonly closing: AbortSignal;
}

/** What tests use of a server: faults, recorded requests, controls, seeds. */
export interface Tools {
  readonly extension: Extension;
  readonly controls: Controls;
  /** Serves the controls under `/__control`, if the options have a secret. */
  serveControls(app: FastifyInstance): void;
  /** Sets the initial faults and loads the initial seed. */
  initialize(): Promise<void>;
  /** Ends delays of faults, which would keep the process alive. */
  end(): void;
}

export const createTools = ({options, seed, context, clock, random, closing}: ToolsOptions): Tools => {
  const {keepRequests = 1000, recordBodies = 'on', strictRequests = 'flag'} = options;
  const {faultSeed = 1, faultHeader = false, database = ':memory:'} = options;
  const faults = createFaults(faultSeed);
  const journal = createJournal({
    size: keepRequests,
    clock,
    bodies: recordBodies,
    violations: strictRequests === 'off' ? 'off' : 'on',
  });
  const {controls, initialize} = createControls({
    context,
    clock,
    random,
    faults,
    journal,
    closing,
    exclusiveStore: !options.store && database === ':memory:',
    initial: {...options, seed},
  });
  return {
    extension: app => {
      recordRequests(app, journal, strictRequests);
      registerFaults(app, {faults, seed: faultSeed, byHeader: faultHeader, closing});
    },
    controls,
    serveControls: app => {
      const {controlSecret: secret, controlAllow: allow} = options;
      if (secret !== undefined) registerControl(app, controls, {secret, allow, store: context.store});
    },
    initialize,
    end: () => faults.clear(),
  };
};
