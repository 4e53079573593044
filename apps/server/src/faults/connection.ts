import type {Socket} from 'node:net';
import {Readable} from 'node:stream';
import {setImmediate} from 'node:timers/promises';
import {TLSSocket} from 'node:tls';
import {z} from 'zod';
import {requestFault, sendingFault} from './fault.ts';

// Only a bare TCP socket can send a reset.
const cut = (socket: Socket): void => {
  if (socket instanceof TLSSocket) socket.destroy();
  else socket.resetAndDestroy();
};

/** Resets the connection without an answer. */
export const reset = requestFault('reset', {}, async (_fault, {request, reply}) => {
  reply.hijack();
  cut(request.raw.socket);
  return 'taken over';
});

/** Ends the connection in the middle of the answer, when this part of its body was sent. */
export const cutOff = sendingFault(
  'cut-off',
  {keep: z.number().min(0).max(1).default(0.5)},
  ({keep}, body, {request, reply}) => {
    const content = Buffer.from(body);
    const part = content.subarray(0, Math.min(Math.floor(content.length * keep), content.length - 1));
    reply.header('content-length', content.length);
    const {socket} = request.raw;
    const before = socket.bytesWritten;
    const pieces = async function* () {
      yield part;
      // No reset here: it would overtake what was sent.
      while (!socket.destroyed && (socket.bytesWritten - before < part.length || socket.writableLength > 0)) {
        await setImmediate();
      }
      socket.destroy();
    };
    return Readable.from(pieces(), {objectMode: false});
  },
);
