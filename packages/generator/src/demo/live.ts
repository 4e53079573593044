import {demoAgents} from '../demo-agents.ts';
import {arrivingLogs} from '../demo-logs.ts';
import type {LogEntry} from '../log-entry.ts';
import {createPrng} from '../prng.ts';

export interface LiveOptions {
  /** Store to which entries are appended, such as that of a server. */
  readonly store: {readonly errorLogs: {append(entries: readonly LogEntry[]): Promise<void>}};
  readonly clock: () => Date;
  /** Mean time between arrivals in ms. Default: 400. */
  readonly everyMs?: number;
}

export interface LiveLogs {
  /** Stops appending entries. Resolves after the last write. */
  stop(): Promise<void>;
}

/** Appends entries at exponentially distributed intervals. Entries that cannot be written are lost. */
export const startLiveLogs = ({store, clock, everyMs = 400}: LiveOptions): LiveLogs => {
  const prng = createPrng(99);
  const agents = demoAgents(clock());
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();
  let stopped = false;

  const append = () => {
    writing = store.errorLogs.append(arrivingLogs(prng, agents, clock())).then(schedule, schedule);
  };
  const schedule = () => {
    if (stopped) return;
    timer = setTimeout(append, -everyMs * Math.log(1 - prng.next()));
    timer.unref();
  };
  schedule();
  return {
    stop: () => {
      stopped = true;
      clearTimeout(timer);
      return writing;
    },
  };
};
