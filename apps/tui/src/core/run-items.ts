import {setImmediate} from 'node:timers/promises';

const CONCURRENT_REQUESTS = 6;

/** Resolves to the results in the order of the items. After a rejection, `run` is called for no further item. */
export const concurrently = async <T, R>(items: readonly T[], run: (item: T) => Promise<R>): Promise<readonly R[]> => {
  const results: R[] = [];
  const waiting = [...items.entries()];
  const worker = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [at, item] = next;
      results[at] = await run(item);
    }
  };
  try {
    await Promise.all(Array.from({length: CONCURRENT_REQUESTS}, worker));
  } finally {
    waiting.length = 0;
  }
  return results;
};

const TURN_MS = 8;

export const inTurns = async <T>(
  items: Iterable<T>,
  signal: AbortSignal | undefined,
  run: (item: T, at: number) => void,
): Promise<void> => {
  let began = performance.now();
  let at = 0;
  for (const item of items) {
    run(item, at++);
    if (performance.now() - began < TURN_MS) continue;
    await setImmediate();
    signal?.throwIfAborted();
    began = performance.now();
  }
};
