const CONCURRENT_REQUESTS = 6;

/** Calls `run` for each item, at most six at a time. Resolves to the results in the order of the items. */
export const concurrently = async <T, R>(items: readonly T[], run: (item: T) => Promise<R>): Promise<readonly R[]> => {
  const results: R[] = [];
  const waiting = items.entries();
  const worker = async (): Promise<void> => {
    for (const [at, item] of waiting) results[at] = await run(item);
  };
  await Promise.all(Array.from({length: CONCURRENT_REQUESTS}, worker));
  return results;
};
