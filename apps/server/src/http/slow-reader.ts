import type {FastifyInstance} from 'fastify';

/** As for a body that is sent. */
export const READER_MS = 30_000;

// Smaller ones leave for the kernel at once.
const LARGE = 1_000_000;

/** Cuts a connection that takes nothing of a large answer for so many ms: the answer is held in memory meanwhile. */
export const limitReaders = (app: FastifyInstance, ms: number): void => {
  app.addHook('onSend', ({raw}, _reply, payload, done) => {
    // Node destroys a socket that is idle for so long, and sets the time anew when the answer is sent.
    if ((typeof payload === 'string' || Buffer.isBuffer(payload)) && payload.length > LARGE) raw.socket.setTimeout(ms);
    done();
  });
};
