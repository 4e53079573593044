import type {Clock} from '../ui/context.ts';

const TICK_MS = 250;

/** Moves while somebody watches it, and stands still otherwise. */
export const createClock = (now: () => number): Clock => {
  const watchers = new Set<() => void>();
  let timer: NodeJS.Timeout | undefined;
  return {
    now,
    subscribe: changed => {
      watchers.add(changed);
      timer ??= setInterval(() => {
        for (const watcher of watchers) watcher();
      }, TICK_MS).unref();
      return () => {
        watchers.delete(changed);
        if (watchers.size > 0) return;
        clearInterval(timer);
        timer = undefined;
      };
    },
  };
};
