import type {ServerResponse} from 'node:http';
import type {FastifyInstance} from 'fastify';
import {createCollector} from '../../collect-garbage.ts';
import {Failure} from '../responses/failure.ts';

interface BudgetOptions {
  /** Bytes of all requests together; default 64 MiB: two of the largest pages (see `PageTooLong`). */
  readonly limit?: number;
  /** Time a request waits for its bytes, in ms; default 30,000. */
  readonly waitMs?: number;
}

/** Bounds the memory of all connections together: bodies and pages being read, and responses until they are sent. */
export interface ByteBudget {
  readonly used: number;
  /**
   * Holds bytes for a request until its response closes. Releases what the request held; waits while too few bytes are
   * free. Rejects with a 503 {@link Failure} and `Retry-After` after `waitMs`. Amounts above the limit count as the
   * limit.
   */
  hold(response: ServerResponse, bytes: number): Promise<void> | undefined;
  /** Holds bytes like `hold` if they are free now; false if not. */
  holdFree(response: ServerResponse, bytes: number): boolean;
  /** Holds bytes that are in memory already, even above the limit. */
  settle(response: ServerResponse, bytes: number): void;
}

// Smaller amounts fit into the buffers of a socket.
const SMALL = 4096;

export const createByteBudget = ({limit = 64 * 1024 * 1024, waitMs = 30_000}: BudgetOptions = {}): ByteBudget => {
  const held = new Map<ServerResponse, number>();
  const waiting = new Set<() => void>();
  const collectLater = createCollector();
  let used = 0;
  const set = (response: ServerResponse, bytes: number) => {
    const before = held.get(response);
    if (before === undefined) {
      if (bytes === 0 || response.closed) return;
      response.once('close', () => {
        set(response, 0);
        held.delete(response);
      });
    }
    used += bytes - (before ?? 0);
    held.set(response, bytes);
    collectLater(bytes);
    if (bytes < (before ?? 0)) for (const retry of waiting) retry();
  };
  const wait = (response: ServerResponse, bytes: number) =>
    new Promise<void>((resolve, reject) => {
      const end = () => {
        waiting.delete(retry);
        clearTimeout(timer);
        response.off('close', giveUp);
      };
      const retry = () => {
        if (used > 0 && used + bytes > limit) return;
        end();
        set(response, bytes);
        resolve();
      };
      const giveUp = () => {
        end();
        reject(new Failure(503, 'too many large requests at once; try again later', {'retry-after': '1'}));
      };
      const timer = setTimeout(giveUp, waitMs);
      response.once('close', giveUp);
      waiting.add(retry);
      retry();
    });
  const holdFree = (response: ServerResponse, wanted: number) => {
    const bytes = Math.min(wanted, limit);
    set(response, 0);
    if (bytes <= SMALL) return true;
    if (used > 0 && used + bytes > limit) return false;
    set(response, bytes);
    return true;
  };
  return {
    get used() {
      return used;
    },
    holdFree,
    hold: (response, wanted) => (holdFree(response, wanted) ? undefined : wait(response, Math.min(wanted, limit))),
    settle: (response, bytes) => set(response, bytes > SMALL ? bytes : 0),
  };
};

/** Counts responses until they are sent. */
export const countResponses = (app: FastifyInstance, budget: ByteBudget): void => {
  app.addHook('onSend', (_request, {raw}, payload, done) => {
    if (typeof payload === 'string' || Buffer.isBuffer(payload)) budget.settle(raw, Buffer.byteLength(payload));
    done();
  });
};
