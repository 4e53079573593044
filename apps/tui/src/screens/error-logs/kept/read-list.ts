import type {Client} from '@edge-console/client';
import type {ErrorLogEntry, InvalidRow} from '@edge-console/schema';
import type {EntryTest} from '../../../logs/conditions/entry-test.ts';
import {malformedOf} from '../../../logs/read-entries.ts';
import {createEntryStore, type EntryStore} from './entry-store.ts';

export interface ReadList {
  readonly store: EntryStore;
  readonly deploys: ErrorLogEntry[];
  isDeploy: EntryTest;
  /** Time of the oldest entry read, in Unix seconds. If the list is sorted, all newer entries were read. */
  backTo: number | undefined;
  /** Time of the newest entry on the first page. Entries with later times arrived after the read began. */
  startedAt: number | undefined;
  /** All new entries up to this time were read. Unix seconds. */
  knownTo: number | undefined;
  isSorted: boolean;
  /** Whether the gateway sends and counts entries outside the time range. */
  ignoresRange: boolean;
  /** Number of entries that the gateway counts but did not send, even when the whole list was read twice. */
  surplus: number;
  /** Undefined until the end of the list was reached. */
  end: 'complete' | 'incomplete' | undefined;
  /** The rows are texts in a set, because a page may be read twice and malformed rows have no valid id. */
  readonly malformed: Set<string>;
  /** The kept entries of the newest reading. Those of earlier readings must not store entries any more. */
  active: object | undefined;
}

type ReadListOptions = {readonly isDeploy?: EntryTest; readonly maxBytes?: number};

export const createReadList = (key: string, {isDeploy = () => false, maxBytes}: ReadListOptions = {}): ReadList => ({
  ...{store: createEntryStore(key, maxBytes), deploys: [], malformed: new Set(), isDeploy},
  ...{backTo: undefined, startedAt: undefined, knownTo: undefined, isSorted: true, end: undefined, active: undefined},
  ...{ignoresRange: false, surplus: 0},
});

/** Only the list that was read last is in memory. */
export interface EntryMemory {
  list: ReadList | undefined;
  /** The client that read `list`. After a change of connection, the list is read again. */
  client?: Client | undefined;
}

export const markDeploys = (list: ReadList, isDeploy: EntryTest): void => {
  list.isDeploy = isDeploy;
  list.deploys.splice(0, list.deploys.length, ...list.store.entries().filter(isDeploy));
};

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
