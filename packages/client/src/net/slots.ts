import {ConnectFailure} from './connect.ts';

/**
 * Limits concurrent requests per host, and with them its sockets. The limit of Node's agent is not used: it opens the
 * connection of a waiting request in the async context of a finished one, whose route has ended.
 */
export interface Slots {
  /** Waits for a slot. Rejects with a {@link ConnectFailure} `busy` when the signal that `limit` makes aborts first. */
  take(host: string, limit: () => AbortSignal): Promise<void>;
  /** Gives the slot to the next waiting request. */
  release(host: string): void;
  /** Rejects waiting requests. */
  close(): void;
}

interface Waiting {
  go(): void;
  fail(error: Error): void;
}

export const createSlots = (most: number): Slots => {
  const taken = new Map<string, number>();
  const queues = new Map<string, Set<Waiting>>();
  return {
    async take(host, limit) {
      const used = taken.get(host) ?? 0;
      if (used < most) {
        taken.set(host, used + 1);
        return;
      }
      const queue = queues.get(host) ?? new Set();
      queues.set(host, queue);
      const signal = limit();
      await new Promise<void>((resolve, reject) => {
        const leave = (): void => {
          queue.delete(waiting);
          reject(new ConnectFailure('busy', 'BUSY'));
        };
        const settle = (): void => {
          queue.delete(waiting);
          signal.removeEventListener('abort', leave);
        };
        const waiting: Waiting = {
          go() {
            settle();
            resolve();
          },
          fail(error) {
            settle();
            reject(error);
          },
        };
        queue.add(waiting);
        signal.addEventListener('abort', leave);
        if (signal.aborted) leave();
      });
    },
    release(host) {
      const [next] = queues.get(host) ?? [];
      if (next) {
        next.go();
        return;
      }
      queues.delete(host);
      const used = (taken.get(host) ?? 0) - 1;
      if (used > 0) taken.set(host, used);
      else taken.delete(host);
    },
    close() {
      for (const waiting of [...queues.values()].flatMap(queue => [...queue])) {
        waiting.fail(new ConnectFailure('closed', 'CLOSED'));
      }
    },
  };
};
