import type {ServerResponse} from 'node:http';
import type {FastifyInstance, FastifyReply} from 'fastify';
import {Failure} from '../responses/failure.ts';

interface BudgetOptions {
  /** Bytes of all requests together; default 64 MiB: two of the largest pages (see `PageTooLong`). */
  readonly limit?: number;
  /** Bytes of the requests of one credential; default half of the limit. */
  readonly part?: number;
  /** Time a request waits for its bytes, in ms; default 30,000. */
  readonly waitMs?: number;
}

/** A reply, as far as a budget needs it. Requests without a credential have one owner. */
interface Holder {
  readonly raw: ServerResponse;
  readonly request: Partial<Pick<FastifyReply['request'], 'caller'>>;
}

/** Bounds the memory of all connections together, so that no credential leaves nothing to the others. */
export interface ByteBudget {
  /** Of each credential, its part at most. */
  readonly used: number;
  /**
   * Holds bytes for a request until its response closes. Releases what the request held; waits while too few bytes are
   * free. Rejects with a 503 {@link Failure} and `Retry-After` after `waitMs`. Amounts above the part of a credential
   * count as that part.
   */
  hold(holder: Holder, bytes: number): Promise<void> | undefined;
  /** Holds bytes like `hold` if they are free now; false if not. */
  holdFree(holder: Holder, bytes: number): boolean;
  /** Holds bytes that are in memory already, even above the limit. */
  settle(holder: Holder, bytes: number): void;
}

// Smaller amounts fit into the buffers of a socket.
const SMALL = 4096;

const ownerOf = ({request: {caller}}: Holder): string => caller?.hash ?? '';

export const tooManyRequests = (): Failure =>
  new Failure(503, 'too many large requests at once; try again later', {'retry-after': '1'});

export const createByteBudget = ({
  limit = 64 * 1024 * 1024,
  part = limit / 2,
  waitMs = 30_000,
}: BudgetOptions = {}): ByteBudget => {
  const held = new Map<ServerResponse, {readonly owner: string; readonly bytes: number}>();
  const owners = new Map<string, number>();
  const waiting = new Set<() => void>();
  let used = 0;
  const change = (owner: string, by: number) => {
    const before = owners.get(owner) ?? 0;
    const after = before + by;
    used += Math.min(after, part) - Math.min(before, part);
    if (after === 0) owners.delete(owner);
    else owners.set(owner, after);
    if (by < 0) for (const retry of waiting) retry();
  };
  const release = (response: ServerResponse) => {
    const {owner, bytes} = held.get(response) ?? {owner: '', bytes: 0};
    held.delete(response);
    if (bytes > 0) change(owner, -bytes);
  };
  const set = (holder: Holder, bytes: number) => {
    const {raw} = holder;
    const isNew = !held.has(raw);
    if (isNew && (bytes === 0 || raw.closed)) return;
    if (isNew) raw.once('close', () => release(raw));
    const owner = ownerOf(holder);
    const before = held.get(raw);
    held.set(raw, {owner, bytes});
    if (before?.owner === owner) return change(owner, bytes - before.bytes);
    change(owner, bytes);
    if (before) change(before.owner, -before.bytes);
  };
  const isFree = (holder: Holder, bytes: number) =>
    used + bytes <= limit && (owners.get(ownerOf(holder)) ?? 0) + bytes <= part;
  const wait = (holder: Holder, bytes: number) =>
    new Promise<void>((resolve, reject) => {
      const end = () => {
        waiting.delete(retry);
        clearTimeout(timer);
        holder.raw.off('close', giveUp);
      };
      const retry = () => {
        if (!isFree(holder, bytes)) return;
        end();
        set(holder, bytes);
        resolve();
      };
      const giveUp = () => {
        end();
        reject(tooManyRequests());
      };
      const timer = setTimeout(giveUp, waitMs);
      holder.raw.once('close', giveUp);
      waiting.add(retry);
      retry();
    });
  const holdFree = (holder: Holder, wanted: number) => {
    const bytes = Math.min(wanted, part);
    set(holder, 0);
    if (bytes <= SMALL) return true;
    if (!isFree(holder, bytes)) return false;
    set(holder, bytes);
    return true;
  };
  return {
    get used() {
      return used;
    },
    holdFree,
    hold: (holder, wanted) => (holdFree(holder, wanted) ? undefined : wait(holder, Math.min(wanted, part))),
    settle: (holder, bytes) => set(holder, bytes > SMALL ? bytes : 0),
  };
};

/** Counts responses until they are sent. */
export const countResponses = (app: FastifyInstance, budget: ByteBudget): void => {
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (typeof payload === 'string' || Buffer.isBuffer(payload)) budget.settle(reply, Buffer.byteLength(payload));
    done();
  });
};
