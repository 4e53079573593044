import {setImmediate, setTimeout} from 'node:timers/promises';
import type {Terminal} from './terminal.ts';

// Output is buffered, and written when it has at least this many bytes.
const CHUNK = 65_536;

/**
 * Writes lines until they end or the program is stopped. Before each line, waits for `delayOf(written)` ms. `written`
 * is the number of lines before it. Default: no delay.
 */
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
