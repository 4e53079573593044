import {ConnectFailure} from './connect.ts';

/**
 * Limits the number of concurrent requests per host, and so the number of sockets. Replaces the option `maxSockets` of
 * Node's agent. With that option, a waiting request would get its connection in the async context of the request that
 * finished before it, with the proxy and the signal of that request.
 */
export const createSlots = (max: number, closed: AbortSignal) => {
  const taken = new Map<string, number>();
  const queues = new Map<string, Set<() => void>>();
  return {
    /**
     * Waits for a free slot. `limit` is called when the wait begins. Rejects with `busy` if the signal that it returned
     * aborts. Rejects with `closed` if the client is closed.
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
