const DEFAULT_CONCURRENCY = 6;

/** Results of tasks in their order. At most `concurrency` of them run, and none starts after the consumer has left. */
export async function* inOrder<T>(
  tasks: readonly (() => Promise<T>)[],
  concurrency = DEFAULT_CONCURRENCY,
): AsyncGenerator<T, void, undefined> {
  const running: Promise<T>[] = [];
  let next = 0;
  for (;;) {
    for (const task of tasks.slice(next, next + concurrency - running.length)) {
      const result = task();
      // A rejection is reported when the result is yielded.
      result.catch(() => undefined);
      running.push(result);
      next++;
    }
    const result = running.shift();
    if (result === undefined) return;
    yield await result;
  }
}
