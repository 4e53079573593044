import {setImmediate} from 'node:timers/promises';

/** Maximum time of work without a pause. In the pauses, the console handles keys and draws frames. */
const TURN_MS = 8;

/**
 * Calls a function for each item, and yields to the event loop every {@link TURN_MS}. Rejects if the signal is aborted.
 */
export const inTurns = async <T>(
  items: Iterable<T>,
  signal: AbortSignal,
  run: (item: T, at: number) => void,
): Promise<void> => {
  let began = performance.now();
  let at = 0;
  for (const item of items) {
    run(item, at++);
    if (performance.now() - began < TURN_MS) continue;
    await setImmediate();
    signal.throwIfAborted();
    began = performance.now();
  }
};
