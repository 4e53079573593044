import {flushCompileCache} from 'node:module';
import {setFlagsFromString} from 'node:v8';
import {runInNewContext} from 'node:vm';

/**
 * Keeps the heap close to what is in use; by default V8 lets garbage double it. Called after the first frame, since the
 * compile cache depends on these flags.
 */
export const keepHeapLean = (): void => {
  flushCompileCache();
  setFlagsFromString('--semi-space-growth-factor=1');
  setFlagsFromString('--heap-growing-percent=10');
};

/** Keys since the last collection that make another one worth its time. */
const MANY_KEYS = 100;
const PAUSE_MS = 5_000;

/**
 * Returns memory to the system once the operator pauses after many keys. Only V8's last-resort collection does; it takes
 * about 100 ms, too long between two keys. Call the returned function at every key.
 */
export const collectInPauses = (): (() => void) => {
  let keys = 0;
  let timer: NodeJS.Timeout | undefined;
  return () => {
    keys++;
    clearTimeout(timer);
    if (keys < MANY_KEYS) return;
    timer = setTimeout(() => {
      keys = 0;
      collect();
    }, PAUSE_MS).unref();
  };
};

const collect = (): void => {
  // On use: a context kept for it would be marked by every other collection.
  setFlagsFromString('--expose-gc');
  const gc = runInNewContext('gc') as (options: object) => void;
  gc({type: 'major', execution: 'sync', flavor: 'last-resort'});
};
