const MAX_VALUES = 200;

/** If the cache is full, all its values are dropped. */
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
