import {createIdSet} from '@edge-console/client/rows';
import type {ErrorLogEntry} from '@edge-console/schema';

const MAX_BYTES = 50 * 2 ** 20;
const OBJECT_BYTES = 400;
/** If the entries exceed `MAX_BYTES`, only about this many stay in memory, to compare them with polled entries. */
const MAX_RECENT = 5_000;

const bytesOf = ({log}: ErrorLogEntry): number => OBJECT_BYTES + 2 * log.length;

export interface EntryStore {
  /** Identifies the list: the filter fields that the gateway tests, and the time range. */
  readonly key: string;
  /** False if some of the entries that were read are not stored. */
  readonly isWhole: boolean;
  /** Newest first. */
  entries(): readonly ErrorLogEntry[];
  has(id: number): boolean;
  /** True if the store lacks the entry or has an earlier revision of it. */
  isNews(entry: ErrorLogEntry): boolean;
  /** False if the store has another revision of the entry. */
  isLatest(entry: ErrorLogEntry): boolean;
  /** Returns whether the id was new. */
  add(entry: ErrorLogEntry): boolean;
  /** Deletes all stored entries except the newest ones. */
  release(): void;
}

/** A gateway may send several revisions of an entry with the same id (docs/field-facts.md#18). */
export const isLater = (entry: ErrorLogEntry, before: ErrorLogEntry): boolean => {
  const later = entry.log_time - before.log_time;
  return later > 0 || (later === 0 && (entry.count ?? 0) > (before.count ?? 0));
};

/** Compares by time, and by id within a second, as gateways do. */
export const newestFirst = (one: ErrorLogEntry, other: ErrorLogEntry): number =>
  other.log_time - one.log_time || other.id - one.id;

export const createEntryStore = (key: string, maxBytes = MAX_BYTES): EntryStore => {
  const ids = createIdSet();
  let held = new Map<number, ErrorLogEntry>();
  let bytes = 0;
  let isWhole = true;
  const entries = () => [...held.values()].toSorted(newestFirst);
  const shrink = (): void => {
    isWhole = false;
    const recent = entries().slice(0, MAX_RECENT);
    held = new Map(recent.map(entry => [entry.id, entry]));
  };
  return {
    key,
    get isWhole() {
      return isWhole;
    },
    entries,
    has: ids.has,
    isNews: entry => {
      const before = held.get(entry.id);
      return before === undefined || isLater(entry, before);
    },
    isLatest: entry => (held.get(entry.id) ?? entry) === entry,
    add: entry => {
      const before = held.get(entry.id);
      bytes += bytesOf(entry) - (before === undefined ? 0 : bytesOf(before));
      held.set(entry.id, entry);
      if (isWhole ? bytes > maxBytes : held.size > 2 * MAX_RECENT) shrink();
      return ids.add(entry.id);
    },
    release: shrink,
  };
};
