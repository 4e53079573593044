import type {Client} from '@edge-console/client';
import type {HouseMessage} from '../core/house-message.ts';
import {type Alarm, type WatchEvent, type WatchRequest, watchLog} from '../explore/watch.ts';
import {parseWatch} from '../explore/watch-request.ts';
import {createMessages} from '../logs/messages.ts';

export interface WatchState {
  /** The watch as typed, such as `rate=10/min`. */
  readonly text: string;
  readonly state: 'starting' | 'watching' | 'failing';
  readonly alarms: number;
  /** The last alarm that notified the operator. `at` is in milliseconds since the epoch. */
  readonly last: {readonly reason: string; readonly at: number} | undefined;
}

interface WatcherOptions {
  readonly messages?: () => readonly HouseMessage[] | undefined;
  readonly now: () => number;
  readonly changed: () => void;
  readonly ring: (alarm: Alarm) => void;
  readonly failed: (error: unknown) => void;
}

/** Alarms within this time after the last notification are counted, but cause no further notification. */
export const RING_MS = 60_000;

type Watch = (...request: Parameters<typeof watchLog>) => AsyncIterable<WatchEvent>;

export const createWatcher = (
  {now, messages = () => [], changed, ring, failed}: WatcherOptions,
  watch: Watch = watchLog,
) => {
  let running: AbortController | undefined;
  let state: WatchState | undefined;
  const stop = (): void => {
    if (state === undefined) return;
    running?.abort();
    running = undefined;
    state = undefined;
    changed();
  };
  const run = async (request: WatchRequest, client: Client, signal: AbortSignal): Promise<void> => {
    const options = {now: now(), signal, messages: createMessages(messages() ?? [])};
    for await (const event of watch(client, request, options)) {
      if (signal.aborted || state === undefined) return;
      if (event.kind === 'state') {
        state = {...state, state: event.failure === undefined ? 'watching' : 'failing'};
      } else {
        const {reason, entry} = event;
        const at = now();
        const rings = state.last === undefined || at - state.last.at >= RING_MS;
        state = {...state, alarms: state.alarms + 1, last: rings ? {reason, at} : state.last};
        if (rings) ring({reason, entry});
      }
      changed();
    }
  };
  return {
    state: (): WatchState | undefined => state,
    stop,
    start(text: string, client: Client): void {
      stop();
      const request = parseWatch(text, now());
      if (typeof request === 'string') throw new Error(request);
      const controller = new AbortController();
      running = controller;
      state = {text, state: 'starting', alarms: 0, last: undefined};
      changed();
      run(request, client, controller.signal).catch((error: unknown) => {
        if (running !== controller) return;
        stop();
        failed(error);
      });
    },
  };
};
