import {arrivingLogs, createPrng, demoAgents} from '@edge-console/generator';
import type {Clock} from '../clock.ts';
import type {Store} from '../store/store.ts';

export interface LiveOptions {
  readonly store: Store;
  readonly clock?: Clock;
  /** Mean distance of two arrivals in ms; default 400. */
  readonly everyMs?: number;
  readonly seed?: number;
}

export interface LiveLogs {
  /** Resolves when nothing more will be written. */
  stop(): Promise<void>;
}

/** Lets demo entries arrive as they would: at random distances, now and then many at once. What cannot be written is lost. */
export const startLiveLogs = ({store, clock = () => new Date(), everyMs = 400, seed = 99}: LiveOptions): LiveLogs => {
  const prng = createPrng(seed);
  const agents = demoAgents(clock());
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();
  let stopped = false;

  const arrive = () => {
    writing = store.errorLogs.append(arrivingLogs(prng, agents, clock())).then(wait, wait);
  };
  const wait = () => {
    if (stopped) return;
    timer = setTimeout(arrive, -everyMs * Math.log(1 - prng.next()));
    timer.unref();
  };
  wait();
  return {
    stop: () => {
      stopped = true;
      clearTimeout(timer);
      return writing;
    },
  };
};
