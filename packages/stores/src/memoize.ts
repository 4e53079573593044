const MAX_VALUES = 200;

/** Caches results by key: preparing a statement takes longer than running it. */
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
