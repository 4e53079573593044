import type {ErrorLogEntry, InvalidRow} from '@edge-console/schema';
import type {EntryTest} from '../../../logs/conditions/entry-test.ts';
import {malformedOf} from '../../../logs/read-entries.ts';
import {createEntryStore, type EntryStore} from './entry-store.ts';

/** What was read of a list, with the state of the reading. Mutable: shared by all conditions on the same list. */
export interface ReadList {
  readonly store: EntryStore;
  /** The deploys among all entries read, kept or not. */
  readonly deploys: ErrorLogEntry[];
  isDeploy: EntryTest;
  /** Time of the oldest entry read, in Unix seconds. All newer entries were read, unless the list is unsorted. */
  backTo: number | undefined;
  /** Time of the newest entry in the first page. An entry that is read later and is newer has arrived since. */
  startedAt: number | undefined;
  /** Time up to which all new entries were read, in Unix seconds. */
  knownTo: number | undefined;
  isSorted: boolean;
  /** Whether the gateway sends entries outside the time range. It then counts them too. */
  ignoresRange: boolean;
  /** How many more entries the gateway counts than were read, after all were read again. */
  surplus: number;
  /** Undefined until the end of the list was read. */
  end: 'complete' | 'incomplete' | undefined;
  /** The malformed rows, by their text: a page may be read twice, and they have no valid id. */
  readonly malformed: Set<string>;
  /** The reading that tests the entries of this list as they are read. */
  active: object | undefined;
}

interface ReadListOptions {
  readonly isDeploy?: EntryTest;
  readonly maxBytes?: number;
}

export const createReadList = (key: string, {isDeploy = () => false, maxBytes}: ReadListOptions = {}): ReadList => ({
  ...{store: createEntryStore(key, maxBytes), deploys: [], malformed: new Set(), isDeploy},
  ...{backTo: undefined, startedAt: undefined, knownTo: undefined, isSorted: true, end: undefined, active: undefined},
  ...{ignoresRange: false, surplus: 0},
});

/** Holds the entries of at most one list, so that views in the history do not each keep theirs. */
export interface EntryMemory {
  list: ReadList | undefined;
}

/** Finds the deploys among the entries in memory, and then among those that are read, by another test. */
export const markDeploys = (list: ReadList, isDeploy: EntryTest): void => {
  list.isDeploy = isDeploy;
  list.deploys.splice(0, list.deploys.length, ...list.store.entries().filter(isDeploy));
};

/** Returns how far a list is read after a page, and whether it is sorted. */
export const descended = (list: ReadList, items: readonly ErrorLogEntry[]): Partial<ReadList> => {
  const top = items[0]?.log_time;
  const {store, startedAt = top ?? 0, knownTo = top, backTo = Number.POSITIVE_INFINITY} = list;
  if (top === undefined) return {};
  const isRising = items.some(({log_time}, at) => log_time > (items[at - 1]?.log_time ?? log_time));
  const isAbove = items.some(({id, log_time}) => !store.has(id) && log_time > backTo && log_time < startedAt);
  return {
    ...{startedAt, knownTo, isSorted: list.isSorted && !isRising && !isAbove},
    backTo: items.reduce((oldest, {log_time}) => Math.min(oldest, log_time), backTo),
  };
};

export const addMalformed = (list: ReadList, invalid: readonly InvalidRow<ErrorLogEntry>[]): void => {
  for (const {raw, reason} of malformedOf(invalid)) list.malformed.add(`${reason} ${JSON.stringify(raw)}`);
};
