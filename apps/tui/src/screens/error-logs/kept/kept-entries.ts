import type {ErrorLogEntry} from '@edge-console/schema';
import {inTurns} from '../../../core/run-items.ts';
import type {LogFilter} from '../../../logs/filter.ts';
import {ENTRIES_PER_REQUEST, testOf} from '../../../logs/read-entries.ts';
import {isLater} from './entry-store.ts';
import {changedList, emptyList, type KeptList} from './kept-list.ts';
import type {ReadList} from './read-list.ts';

/** Tests the entries of `list` and keeps those that match. Earlier kept entries of the same list become inactive. */
export const createKeptEntries = (list: ReadList, filter: LogFilter, maxKept: number) => {
  const {store} = list;
  const kept = new Map<number, ErrorLogEntry>();
  const untested = [...store.entries()];
  let shown: KeptList = emptyList;
  let tested = 0;
  let evictedTo: number | undefined;
  const loaded = testOf(filter);
  // Avoid an unhandled rejection. `matching` awaits `loaded` later and reports an invalid condition.
  loaded.catch(() => undefined);

  const matching = async (entries: readonly ErrorLogEntry[]): Promise<ReadonlySet<ErrorLogEntry>> => {
    const isMatch = await loaded;
    const found = new Set<ErrorLogEntry>();
    await inTurns(entries, undefined, entry => isMatch(entry) && found.add(entry));
    return found;
  };

  const isNews = (entry: ErrorLogEntry): boolean => {
    const before = kept.get(entry.id);
    return store.isNews(entry) && (before === undefined || isLater(entry, before));
  };

  const isActive = (): boolean => list.active === entries;

  const show = (received: readonly ErrorLogEntry[], matches: ReadonlySet<ErrorLogEntry>): void => {
    const added: ErrorLogEntry[] = [];
    const removed = new Set<ErrorLogEntry>();
    for (const entry of received) {
      const before = kept.get(entry.id);
      if (before !== undefined) removed.add(before);
      kept.delete(entry.id);
      if (!matches.has(entry) || (evictedTo !== undefined && entry.log_time < evictedTo)) continue;
      kept.set(entry.id, entry);
      added.push(entry);
    }
    if (added.length > 0 || removed.size > 0) shown = changedList(shown, {added, removed});
  };

  const entries = {
    get shown() {
      return shown;
    },
    get tested() {
      return tested;
    },
    /** All entries since this Unix time have been tested. Undefined if there is no such time. */
    get backTo(): number | undefined {
      if (!list.isSorted || tested === 0) return undefined;
      if (evictedTo !== undefined) return evictedTo;
      return untested[0]?.log_time ?? list.backTo;
    },
    isFull: (): boolean => kept.size >= maxKept,
    isActive,
    /** If `signal` aborts before the end, resolves to false and changes nothing. */
    async take(received: readonly ErrorLogEntry[], signal: AbortSignal): Promise<boolean> {
      const news = received.filter(isNews);
      const matches = await matching(news);
      if (signal.aborted || !isActive()) return false;
      // While the entries were tested, a poll may have stored some of them, or later revisions of them.
      const current = news.filter(isNews);
      for (const entry of current) {
        if (!store.add(entry)) continue;
        tested++;
        if (list.isDeploy(entry)) list.deploys.push(entry);
      }
      show(current, matches);
      return true;
    },
    /** Tests the entries that were in the store already. Resolves to false if `signal` aborted. */
    async retest(signal: AbortSignal, onChange: () => void): Promise<boolean> {
      while (untested.length > 0) {
        const next = untested.slice(0, ENTRIES_PER_REQUEST);
        const matches = await matching(next);
        if (signal.aborted || !isActive()) return false;
        untested.splice(0, next.length);
        tested += next.length;
        show(next.filter(store.isLatest), matches);
        onChange();
      }
      return true;
    },
    /** Returns whether there were too many entries, so that the oldest ones were deleted. */
    evict(): boolean {
      if (kept.size <= maxKept + ENTRIES_PER_REQUEST) return false;
      const {entries: all, end} = shown;
      shown = {entries: all.slice(0, maxKept), end};
      for (const {id} of all.slice(maxKept)) kept.delete(id);
      evictedTo = shown.entries.at(-1)?.log_time;
      return true;
    },
  };
  list.active = entries;
  return entries;
};
