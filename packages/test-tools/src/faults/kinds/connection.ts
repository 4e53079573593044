import type {Socket} from 'node:net';
import {Readable} from 'node:stream';
import {setImmediate} from 'node:timers/promises';
import {TLSSocket} from 'node:tls';
import * as z from 'zod';
import {requestFault, sendFault} from '../fault.ts';

/** A TLS socket can only be destroyed. */
const resetSocket = (socket: Socket): void => {
  if (socket instanceof TLSSocket) socket.destroy();
  else socket.resetAndDestroy();
};

const reset = requestFault('reset', {}, async (_fault, {request, reply}) => {
  reply.hijack();
  resetSocket(request.raw.socket);
  return 'handled';
});

/** Sends only the share `keep` of the body, and then closes the connection. */
const cutOff = sendFault('cut-off', {keep: z.number().min(0).max(1).default(0.5)}, ({keep}, body, {request, reply}) => {
  const content = Buffer.from(body);
  const part = content.subarray(0, Math.min(Math.floor(content.length * keep), content.length - 1));
  reply.header('content-length', content.length);
  const {socket} = request.raw;
  const bytesBefore = socket.bytesWritten;
  const chunks = async function* () {
    yield part;
    // Waits until the data are sent. `resetSocket` would discard data that the client has not read yet.
    while (!socket.destroyed && (socket.bytesWritten - bytesBefore < part.length || socket.writableLength > 0)) {
      await setImmediate();
    }
    socket.destroy();
  };
  return Readable.from(chunks(), {objectMode: false});
});

export const CONNECTION_FAULTS = [reset, cutOff] as const;
