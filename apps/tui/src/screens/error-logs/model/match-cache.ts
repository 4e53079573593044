import type {ErrorLogEntry} from '@edge-console/schema';
import {matches, type Search} from '../../../list/rows/search.ts';

/** Tests whether the line of an entry matches a search. */
export type IsMatch = (search: Search, entry: ErrorLogEntry) => boolean;

export const matchesLine: IsMatch = (search, {log}) => matches(search, log);

/** Tests each entry once per search, because the status line counts the matches in memory with every frame. */
export const createMatchCache = (): IsMatch => {
  const known = new WeakMap<Search, WeakMap<ErrorLogEntry, boolean>>();
  return (search, entry) => {
    const results = known.get(search) ?? new WeakMap<ErrorLogEntry, boolean>();
    known.set(search, results);
    const result = results.get(entry) ?? matchesLine(search, entry);
    results.set(entry, result);
    return result;
  };
};
