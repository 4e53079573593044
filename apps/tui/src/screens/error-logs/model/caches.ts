import type {ErrorLogEntry} from '@edge-console/schema';
import {type EntrySearch, matchesEntry} from '../../../logs/value-search.ts';

export type IsMatch = (search: EntrySearch, entry: ErrorLogEntry) => boolean;

/** Caches the result for each object. Results that are undefined are not cached. */
export const memoized = <K extends object, V>(of: (key: K) => V): ((key: K) => V) => {
  const known = new WeakMap<K, V>();
  return key => {
    const found = known.get(key);
    if (found !== undefined) return found;
    const value = of(key);
    known.set(key, value);
    return value;
  };
};

/** Results are cached, because the status line counts the loaded matches in every frame. */
export const createMatchCache = (): IsMatch => {
  const testOf = memoized((search: EntrySearch) => memoized((entry: ErrorLogEntry) => matchesEntry(search, entry)));
  return (search, entry) => testOf(search)(entry);
};

/** Returns the last result again for equal arguments. Most frames differ only in the cursor. */
export const lastResult = <A extends readonly unknown[], R>(of: (...args: A) => R): ((...args: A) => R) => {
  let last: {readonly args: A; readonly result: R} | undefined;
  return (...args) => {
    if (last === undefined || args.some((arg, at) => !Object.is(arg, last?.args[at]))) {
      last = {args, result: of(...args)};
    }
    return last.result;
  };
};
