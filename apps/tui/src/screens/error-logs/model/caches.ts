import type {ErrorLogEntry} from '@edge-console/schema';
import {type EntrySearch, matchesEntry} from '../../../logs/value-search.ts';

export type IsMatch = (search: EntrySearch, entry: ErrorLogEntry) => boolean;

/** Results are cached, because the status line counts the loaded matches in every frame. */
export const createMatchCache = (): IsMatch => {
  const known = new WeakMap<EntrySearch, WeakMap<ErrorLogEntry, boolean>>();
  return (search, entry) => {
    const results = known.get(search) ?? new WeakMap<ErrorLogEntry, boolean>();
    known.set(search, results);
    const result = results.get(entry) ?? matchesEntry(search, entry);
    results.set(entry, result);
    return result;
  };
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
