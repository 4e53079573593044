/** Requests at a time by default. */
const DEFAULT_CONCURRENCY = 6;

/** Runs at most `most` tasks at a time, in the order in which they are given. */
export const createLimit = (most = DEFAULT_CONCURRENCY) => {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async <T>(task: () => Promise<T>): Promise<T> => {
    if (running < most) running++;
    // A task that ends hands its place on: a later task cannot take it.
    else await new Promise<void>(resolve => waiting.push(resolve));
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running--;
      else next();
    }
  };
};
