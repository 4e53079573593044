const DEFAULT_CONCURRENCY = 6;

/** Runs at most `concurrency` tasks at a time. Yields their results in the order of the tasks. */
export async function* inOrder<T>(
  tasks: readonly (() => Promise<T>)[],
  concurrency = DEFAULT_CONCURRENCY,
): AsyncGenerator<T, void, undefined> {
  const running: Promise<T>[] = [];
  let next = 0;
  for (;;) {
    for (const task of tasks.slice(next, next + concurrency - running.length)) {
      const result = task();
      // Results are awaited in order, so a task may reject before its result is awaited. Without this handler, Node
      // would report the rejection as unhandled.
      result.catch(() => undefined);
      running.push(result);
      next++;
    }
    const result = running.shift();
    if (result === undefined) return;
    yield await result;
  }
}
