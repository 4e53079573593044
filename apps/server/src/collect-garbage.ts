import {setFlagsFromString} from 'node:v8';
import {runInNewContext} from 'node:vm';

// Smaller values are freed soon, with the young generation.
const LARGE_BYTES = 1_000_000;
const QUIET_MS = 2000;

/**
 * Creates a function to call with the bytes of each value held in memory. Once 2 s have passed without a large value, it
 * collects the garbage of the calling thread: V8 collects only while a program allocates, so an idle server would keep
 * hundreds of MB.
 */
export const createCollector = (): ((bytes: number) => void) => {
  let timer: NodeJS.Timeout | undefined;
  return bytes => {
    if (bytes < LARGE_BYTES) return;
    clearTimeout(timer);
    timer = setTimeout(collectGarbage, QUIET_MS).unref();
  };
};

const collectGarbage = (): void => {
  // Only new contexts see the flag. The inspector's command may deadlock when its session closes.
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  setFlagsFromString('--no-expose-gc');
};
