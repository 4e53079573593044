import type {Version} from '../store/store.ts';

/** Gives what is kept under a key, or makes it. */
export type Kept<T> = (key: string, make: () => Promise<T>) => Promise<T>;

export interface KeptLimits<T> {
  /** The weight of all that is kept; what weighs more than a quarter of it is not kept. */
  readonly room: number;
  /** Of a value with its key, which may be the longer one of the two; default: 1 each. */
  readonly weigh?: (value: T, key: string) => number;
}

/** Keeps what was read for as long as the data are the same; nothing where no version is known. */
export const keptWhile = <T>(
  version: () => Version | undefined,
  {room, weigh = () => 1}: KeptLimits<NonNullable<T>>,
): Kept<T> => {
  const values = new Map<string, NonNullable<T>>();
  let current: Version | undefined;
  let left = room;
  const clear = () => {
    values.clear();
    left = room;
  };
  return async (key, make) => {
    // Asked before it is made, so that nothing is kept for data newer than it has seen.
    const now = version();
    if (now === undefined) return make();
    if (now !== current) clear();
    current = now;
    const known = values.get(key);
    if (known !== undefined) return known;
    const value = await make();
    if (value === undefined || value === null || now !== current || values.has(key)) return value;
    const weight = weigh(value, key);
    if (weight > room / 4) return value;
    if (weight > left) clear();
    left -= weight;
    values.set(key, value);
    return value;
  };
};
