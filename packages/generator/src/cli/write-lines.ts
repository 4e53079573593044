import {setImmediate, setTimeout} from 'node:timers/promises';
import type {Terminal} from './terminal.ts';

const CHUNK = 65_536;

/** Waits for `delayOf(written)` ms before each line. `written` is the number of lines before it. */
export const writeLines = async (
  lines: Iterable<Buffer>,
  {out, drained, stopped}: Terminal,
  delayOf: (written: number) => number = () => 0,
): Promise<void> => {
  let chunk: Buffer[] = [];
  let [written, length] = [0, 0];
  const flush = async () => {
    out(Buffer.concat(chunk));
    [chunk, length] = [[], 0];
    await drained?.();
    // Node handles signals only in the event loop.
    await setImmediate();
  };
  for (const line of lines) {
    const waitMs = delayOf(written);
    if (waitMs > 0) {
      await flush();
      await setTimeout(waitMs, undefined, {signal: stopped}).catch(() => undefined);
    }
    if (stopped.aborted) break;
    chunk.push(line);
    written += 1;
    length += line.length;
    if (length >= CHUNK) await flush();
  }
  await flush();
};
