import {ConnectFailure} from './connect.ts';

/**
 * Limits concurrent requests per host. With the option `maxSockets` of Node's agent, a waiting request would get the
 * proxy and the signal of the request that finished before it.
 */
export const createSlots = (max: number, closed: AbortSignal) => {
  const taken = new Map<string, number>();
  const queues = new Map<string, Set<() => void>>();
  return {
    /** Rejects with `busy` if the signal of `limit` aborts, and with `closed` if the client is closed. */
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
