import {once} from 'node:events';
import {Readable} from 'node:stream';
import {setTimeout as wait} from 'node:timers/promises';
import {z} from 'zod';
import {requestFault, sendingFault} from './fault.ts';

const ms = z.int().min(0).max(600_000);
const pause = (time: number, signal: AbortSignal): Promise<void> =>
  wait(time, undefined, {signal}).catch(() => undefined);

/** Holds the request up for `ms`, and up to `jitterMs` more. */
export const delay = requestFault(
  'delay',
  {ms: ms.default(1000), jitterMs: ms.default(0)},
  async (fault, {prng, removed}) => {
    await pause(fault.ms + prng.int(0, fault.jitterMs), removed);
    return 'goes on';
  },
);

/** Never answers. The connection is cut when the fault is removed or the server closes. */
export const hang = requestFault('hang', {}, async (_fault, {reply, over}) => {
  reply.hijack();
  // Hijacked: the framework waits for nothing, and neither does this fault.
  void (over.aborted ? Promise.resolve() : once(over, 'abort')).then(() => reply.raw.destroy());
  return 'taken over';
});

/** Sends the answer `bytes` at a time, one piece each `everyMs`. */
export const drip = sendingFault(
  'drip',
  {bytes: z.int().min(1).default(16), everyMs: ms.default(50)},
  (fault, body, {reply, removed}) => {
    const content = Buffer.from(body);
    reply.header('content-length', content.length);
    const pieces = async function* () {
      for (let at = 0; at < content.length; at += fault.bytes) {
        if (at > 0) await pause(fault.everyMs, removed);
        yield content.subarray(at, at + fault.bytes);
      }
    };
    return Readable.from(pieces(), {objectMode: false});
  },
);
