import type {Version} from '../store/store.ts';

interface CacheLimits<T> {
  /** Maximum total weight; a value heavier than a quarter of it is not cached. */
  readonly maxWeight: number;
  /** Weight of an entry; default 1. */
  readonly weigh?: (value: T, key: string) => number;
}

/** Caches values until the store version changes. Caches nothing while the version is undefined. */
export const cacheByVersion = <T>(
  version: () => Version | undefined,
  {maxWeight, weigh = () => 1}: CacheLimits<NonNullable<T>>,
): ((key: string, load: () => Promise<T>) => Promise<T>) => {
  const values = new Map<string, NonNullable<T>>();
  let current: Version | undefined;
  let free = maxWeight;
  const clear = () => {
    values.clear();
    free = maxWeight;
  };
  return async (key, load) => {
    // Read the version before loading, so a concurrent write invalidates the loaded value.
    const now = version();
    if (now === undefined) return load();
    if (now !== current) clear();
    current = now;
    const cached = values.get(key);
    if (cached !== undefined) return cached;
    const value = await load();
    if (value === undefined || value === null || now !== current || values.has(key)) return value;
    const weight = weigh(value, key);
    if (weight > maxWeight / 4) return value;
    if (weight > free) clear();
    free -= weight;
    values.set(key, value);
    return value;
  };
};
