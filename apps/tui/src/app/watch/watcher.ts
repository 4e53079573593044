import type {Client} from '@edge-console/client';
import type {HouseMessage} from '../../core/house-message.ts';
import type {Alarm, WatchEvent, WatchParser, WatchRequest} from '../../explore/watch.ts';

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
  readonly parse: WatchParser;
  readonly now: () => number;
  readonly changed: () => void;
  readonly ring: (alarm: Alarm) => void;
  readonly failed: (error: unknown) => void;
}

/** Alarms within this time after the last notification are counted, but cause no further notification. */
export const RING_MS = 60_000;

interface WatchOptions {
  readonly now: number;
  readonly signal: AbortSignal;
  readonly messages: readonly HouseMessage[];
}

type Watch = (client: Client, request: WatchRequest, options: WatchOptions) => AsyncIterable<WatchEvent>;

/** The code that reads and matches entries is loaded when the first watch starts. */
const watchLog: Watch = async function* (client, request, {messages, ...options}) {
  const [{watchLog}, {createMessages}] = await Promise.all([
    import('../../explore/watch.ts'),
    import('../../logs/messages.ts'),
  ]);
  yield* watchLog(client, request, {...options, messages: createMessages(messages)});
};

export const createWatcher = (
  {parse, now, messages = () => [], changed, ring, failed}: WatcherOptions,
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
    const options = {now: now(), signal, messages: messages() ?? []};
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
      const request = parse(text, now());
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
