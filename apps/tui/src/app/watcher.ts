import type {Client} from '@edge-console/client';
import {parseWatch, watchLog} from '../explore/watch.ts';

/** A watch over the entries of the gateway, while the console is open. */
export interface WatchState {
  /** As typed. */
  readonly text: string;
  readonly state: 'starting' | 'watching' | 'failing';
  /** Entries reported. */
  readonly alarms: number;
  /** The last alarm that rang; milliseconds since the epoch. */
  readonly last: {readonly reason: string; readonly at: number} | undefined;
}

export interface WatchReport {
  state(state: 'watching' | 'failing'): void;
  alarm(reason: string, line: string): void;
}

/** Watches until it is aborted. Rejects if it cannot go on. */
export type RunWatch = (
  text: string,
  client: Client,
  options: {report: WatchReport; signal: AbortSignal},
) => Promise<void>;

/** What is wrong with the text of a watch. */
export const watchProblem = (text: string, now: number): string | undefined => {
  const request = parseWatch(text, now);
  return typeof request === 'string' ? request : undefined;
};

/** Watches the entries of a gateway. */
export const watchEntries =
  (now: () => number): RunWatch =>
  async (text, client, {report, signal}) => {
    const request = parseWatch(text, now());
    if (typeof request === 'string') throw new Error(request);
    for await (const event of watchLog(client, request, {now: now(), signal})) {
      if (event.kind === 'alarm') report.alarm(event.reason, event.entry.log);
      else report.state(event.failure === undefined ? 'watching' : 'failing');
    }
  };

interface WatcherOptions {
  readonly run: RunWatch;
  readonly now: () => number;
  readonly changed: () => void;
  /** Rings, and says why. */
  readonly ring: (text: string) => void;
  readonly failed: (error: unknown) => void;
}

/** Alarms this close together ring once. */
export const RING_MS = 60_000;

/** One watch at a time. */
export const createWatcher = ({run, now, changed, ring, failed}: WatcherOptions) => {
  let running: AbortController | undefined;
  let state: WatchState | undefined;
  const stop = (): void => {
    running?.abort();
    running = undefined;
    state = undefined;
    changed();
  };
  return {
    state: (): WatchState | undefined => state,
    stop,
    start(text: string, client: Client): void {
      stop();
      const controller = new AbortController();
      running = controller;
      state = {text, state: 'starting', alarms: 0, last: undefined};
      const update = (change: (before: WatchState) => WatchState): void => {
        if (running !== controller || state === undefined) return;
        state = change(state);
        changed();
      };
      const report: WatchReport = {
        state: next => update(before => ({...before, state: next})),
        alarm: (reason, line) => {
          const at = now();
          const rings = state?.last === undefined || at - state.last.at >= RING_MS;
          update(before => ({...before, alarms: before.alarms + 1, last: rings ? {reason, at} : before.last}));
          if (rings && running === controller) ring(`${reason}: ${line}`);
        },
      };
      run(text, client, {report, signal: controller.signal}).catch((error: unknown) => {
        if (running !== controller) return;
        stop();
        failed(error);
      });
    },
  };
};
