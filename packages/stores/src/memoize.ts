const MAX_VALUES = 200;

/**
 * Returns a function that returns the value of a key. It creates the value if it is not cached. When the cache is full,
 * it is emptied.
 */
export const memoize = <T>(): ((key: string, create: () => T) => T) => {
  const values = new Map<string, T>();
  return (key, create) => {
    const known = values.get(key);
    if (known !== undefined) return known;
    const value = create();
    if (values.size >= MAX_VALUES) values.clear();
    values.set(key, value);
    return value;
  };
};
