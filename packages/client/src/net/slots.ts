import {ConnectFailure} from './connect.ts';

/**
 * Limits concurrent requests per host, and with them its sockets. The limit of Node's agent is not used: it opens the
 * connection of a waiting request in the async context of a finished one, whose route has ended.
 */
export const createSlots = (max: number, closed: AbortSignal) => {
  const taken = new Map<string, number>();
  const queues = new Map<string, Set<() => void>>();
  return {
    /**
     * Waits for a slot. Rejects with a {@link ConnectFailure}: `busy` when the signal that `limit` makes aborts first,
     * `closed` when the client is closed.
     */
    async take(host: string, limit: () => AbortSignal): Promise<void> {
      const used = taken.get(host) ?? 0;
      if (used < max) {
        taken.set(host, used + 1);
        return;
      }
      const queue = queues.get(host) ?? new Set();
      queues.set(host, queue);
      const signal = AbortSignal.any([limit(), closed]);
      await new Promise<void>((resolve, reject) => {
        const leave = (): void => {
          queue.delete(enter);
          reject(new ConnectFailure(closed.aborted ? 'closed' : 'busy'));
        };
        const enter = (): void => {
          queue.delete(enter);
          signal.removeEventListener('abort', leave);
          resolve();
        };
        queue.add(enter);
        signal.addEventListener('abort', leave);
        if (signal.aborted) leave();
      });
    },
    /** Gives the slot to the next waiting request. */
    release(host: string): void {
      const [enter] = queues.get(host) ?? [];
      if (enter) {
        enter();
        return;
      }
      queues.delete(host);
      const used = (taken.get(host) ?? 0) - 1;
      if (used > 0) taken.set(host, used);
      else taken.delete(host);
    },
  };
};
