import type {ServerResponse} from 'node:http';
import type {FastifyInstance} from 'fastify';
import {Failure} from './failure.ts';

/** Default of {@link createByteBudget}: two pages of the largest size (see `PageTooLong`). */
export const MAX_BYTES_IN_FLIGHT = 64 * 1024 * 1024;

// Smaller amounts are not counted: most responses fit into the socket's buffer.
const SMALL = 16 * 1024;

/** Bounds the memory of all connections: bodies being read, and responses until they are sent. */
export interface ByteBudget {
  readonly used: number;
  /**
   * Adds bytes to those held for a response, until it closes. Throws a 503 {@link Failure} with `Retry-After` beyond the
   * budget, but admits any amount while nothing else is held.
   */
  reserve(response: ServerResponse, bytes: number): void;
  /** Replaces the bytes held for a response, which are in memory already. */
  settle(response: ServerResponse, bytes: number): void;
}

export const createByteBudget = (limit: number = MAX_BYTES_IN_FLIGHT): ByteBudget => {
  const held = new WeakMap<ServerResponse, number>();
  let used = 0;
  const hold = (response: ServerResponse, bytes: number) => {
    const before = held.get(response);
    // A closed response emits no further event that would release them.
    if (response.closed || response.destroyed) return;
    if (before === undefined) {
      response.once('close', () => {
        used -= held.get(response) ?? 0;
        held.delete(response);
      });
    }
    used += bytes - (before ?? 0);
    held.set(response, bytes);
  };
  return {
    get used() {
      return used;
    },
    reserve: (response, bytes) => {
      if (bytes < SMALL) return;
      const own = held.get(response) ?? 0;
      if (used > own && used + bytes > limit) {
        throw new Failure(503, 'too many large requests at once; try again later', {'retry-after': '1'});
      }
      hold(response, own + bytes);
    },
    settle: (response, bytes) => {
      if (bytes >= SMALL || held.has(response)) hold(response, bytes);
    },
  };
};

/** Counts responses until they are sent. */
export const countResponses = (app: FastifyInstance, budget: ByteBudget): void => {
  app.addHook('onSend', (_request, {raw}, payload, done) => {
    if (typeof payload === 'string' || Buffer.isBuffer(payload)) budget.settle(raw, Buffer.byteLength(payload));
    done();
  });
};
