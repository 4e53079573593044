import type {Clock} from '../clock.ts';
import type {Store} from '../store/store.ts';
import {demoAgents} from './demo-agents.ts';
import {anyMessage, demoEntry} from './demo-entry.ts';
import {INCIDENTS, type MessageKind} from './demo-messages.ts';
import {demoRequest} from './demo-request.ts';
import {createPrng} from './prng.ts';

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

// One arrival in this many is a burst.
const BURST_EVERY = 40;

/** Lets demo entries arrive as they would: at random distances, now and then many at once. Ends when a write fails. */
export const startLiveLogs = ({store, clock = () => new Date(), everyMs = 400, seed = 99}: LiveOptions): LiveLogs => {
  const prng = createPrng(seed);
  const agents = demoAgents(clock());
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();
  let stopped = false;

  const entries = () => {
    const time = Math.floor(clock().getTime() / 1000);
    const incident: MessageKind | undefined = prng.chance(1 / BURST_EVERY) ? prng.pick(INCIDENTS) : undefined;
    const size = incident ? prng.int(8, 30) : 1;
    const agent = prng.pick(agents);
    return Array.from({length: size}, () =>
      demoEntry(prng, incident ?? anyMessage(prng), {request: demoRequest(prng, agents, {time, on: agent}), time}),
    );
  };
  const arrive = () => {
    writing = store.errorLogs.append(entries()).then(wait, () => undefined);
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
