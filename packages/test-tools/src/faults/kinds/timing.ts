import {once} from 'node:events';
import {Readable} from 'node:stream';
import {setTimeout} from 'node:timers/promises';
import * as z from 'zod';
import {requestFault, sendFault} from '../fault.ts';

const ms = z.int().min(0).max(600_000);
const pause = (time: number, signal: AbortSignal): Promise<void> =>
  setTimeout(time, undefined, {signal}).catch(() => undefined);

const delay = requestFault('delay', {ms: ms.default(1000), jitterMs: ms.default(0)}, async (fault, {prng, removed}) => {
  await pause(fault.ms + prng.int(0, fault.jitterMs), removed);
  return 'continue';
});

const hang = requestFault('hang', {}, async (_fault, {reply, removed}) => {
  reply.hijack();
  // After `hijack`, Fastify sends no response, so the connection stays open without one until the fault is removed.
  void (removed.aborted ? Promise.resolve() : once(removed, 'abort')).then(() => reply.raw.destroy());
  return 'handled';
});

const drip = sendFault(
  'drip',
  {bytes: z.int().min(1).default(16), everyMs: ms.default(50)},
  (fault, body, {reply, removed}) => {
    const content = Buffer.from(body);
    reply.header('content-length', content.length);
    const chunks = async function* () {
      for (let at = 0; at < content.length; at += fault.bytes) {
        if (at > 0) await pause(fault.everyMs, removed);
        yield content.subarray(at, at + fault.bytes);
      }
    };
    return Readable.from(chunks(), {objectMode: false});
  },
);

export const TIMING_FAULTS = [delay, hang, drip] as const;
