const DEFAULT_CONCURRENCY = 6;

/**
 * Runs at most `concurrency` tasks at a time. Yields their results in the order of the tasks. When the consumer stops,
 * starts no further task.
 */
export async function* inOrder<T>(
  tasks: readonly (() => Promise<T>)[],
  concurrency = DEFAULT_CONCURRENCY,
): AsyncGenerator<T, void, undefined> {
  const running: Promise<T>[] = [];
  let next = 0;
  for (;;) {
    for (const task of tasks.slice(next, next + concurrency - running.length)) {
      const result = task();
      // A rejection is thrown when its result is due. Until then, this handler prevents an unhandled rejection.
      result.catch(() => undefined);
      running.push(result);
      next++;
    }
    const result = running.shift();
    if (result === undefined) return;
    yield await result;
  }
}
