import {createIdSet} from '@edge-console/client/rows';
import type {ErrorLogEntry} from '@edge-console/schema';

/** Maximum size of the entries held, as estimated by {@link bytesOf}. */
const MAX_BYTES = 50 * 2 ** 20;
/** Size of the objects of an entry without its text, in bytes. */
const OBJECT_BYTES = 400;
/** Number of entries held if they do not all fit. They tell repeated entries from updated ones. */
const MAX_RECENT = 5_000;

const bytesOf = ({log}: ErrorLogEntry): number => OBJECT_BYTES + 2 * log.length;

/**
 * The entries that were read of a list, kept or not, so that other conditions can be tested without requests. If they
 * do not fit in memory, only the newest are held. Mutable: shared by all conditions on the same list.
 */
export interface EntryStore {
  /** Gateway fields and time range of the list. */
  readonly key: string;
  /** Whether all entries read are held. */
  readonly isWhole: boolean;
  /** All entries held, newest first. */
  entries(): readonly ErrorLogEntry[];
  has(id: number): boolean;
  /** Whether an entry was not read before, or is a later revision than the entry held. */
  isNews(entry: ErrorLogEntry): boolean;
  /** Whether the entry held under this id is this object. Also true if the entry is not held any more. */
  isLatest(entry: ErrorLogEntry): boolean;
  /** Stores an entry. Returns whether its id was new. */
  add(entry: ErrorLogEntry): boolean;
  /** Frees the memory. Later additions hold only the newest entries. */
  release(): void;
}

/** Whether an entry is a later revision of the same entry than `before` (docs/field-facts.md#18). */
export const isLater = (entry: ErrorLogEntry, before: ErrorLogEntry): boolean => {
  const later = entry.log_time - before.log_time;
  return later > 0 || (later === 0 && (entry.count ?? 0) > (before.count ?? 0));
};

/** Order by time, and by id within a second, as gateways list entries. */
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
    held = new Map(
      entries()
        .slice(0, MAX_RECENT)
        .map(entry => [entry.id, entry]),
    );
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
