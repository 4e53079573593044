import {flushCompileCache} from 'node:module';
import {setFlagsFromString} from 'node:v8';

/**
 * Keeps the heap near what is in use: V8 lets garbage double it before it collects, which for a console that stays open
 * for days is memory taken from its host. Called after the first frame, since compiled code is cached by these flags.
 */
export const keepHeapLean = (): void => {
  flushCompileCache();
  setFlagsFromString('--semi-space-growth-factor=1');
  setFlagsFromString('--heap-growing-percent=10');
};
