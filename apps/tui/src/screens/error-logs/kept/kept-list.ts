import type {Rows} from '@edge-console/client/rows';
import type {ErrorLogEntry} from '@edge-console/schema';
import {noRows} from '../model/log-rows.ts';
import {newestFirst} from './entry-store.ts';

/** Immutable. The entries are newest first. */
export interface KeptList {
  readonly entries: readonly ErrorLogEntry[];
  /** Position after the newest entry. Older entries have lower positions, which a new entry does not change. */
  readonly end: number;
}

export const emptyList: KeptList = {entries: [], end: 0};

export const changedList = (
  {entries, end}: KeptList,
  {added, removed}: {added: readonly ErrorLogEntry[]; removed: ReadonlySet<ErrorLogEntry>},
): KeptList => {
  const stay = removed.size === 0 ? entries : entries.filter(entry => !removed.has(entry));
  const oldest = stay.at(-1);
  const fresh = added.toSorted(newestFirst);
  const [first] = fresh;
  // Older entries are appended, because sorting all entries for each page would be slow.
  const isBelow = oldest === undefined || first === undefined || newestFirst(oldest, first) <= 0;
  const all = isBelow ? [...stay, ...fresh] : [...fresh, ...stay].toSorted(newestFirst);
  if (oldest === undefined) return {entries: all, end};
  const deeper = all.length - 1 - all.lastIndexOf(oldest);
  return {entries: all, end: end + added.length - deeper - (entries.length - stay.length)};
};

export const keptRows = ({entries, end}: KeptList): Rows<ErrorLogEntry> => {
  const oldest = end - entries.length;
  const {pageSize} = noRows.frame;
  return {
    slots: slotsOf(entries, end),
    clock: CLOCK,
    unstableAt: 0,
    frame: {end, oldest, count: entries.length, base: oldest, pageSize, drift: 0},
    newestAt: CLOCK,
    end,
    part: undefined,
  };
};

const CLOCK = 1;

type Slot = Rows<ErrorLogEntry>['slots'] extends ReadonlyMap<number, infer S> ? S : never;

/** Reads from the array, because copying 50,000 entries into a map for each page would delay key presses. */
const slotsOf = (entries: readonly ErrorLogEntry[], end: number): ReadonlyMap<number, Slot> => {
  const slotOf = (row: ErrorLogEntry): Slot => ({row, provenAt: CLOCK, shownAt: CLOCK});
  const get = (position: number) => {
    const row = entries[end - 1 - position];
    return row === undefined ? undefined : slotOf(row);
  };
  const pairs = () => entries.entries().map(([at, row]): [number, Slot] => [end - 1 - at, slotOf(row)]);
  const slots: ReadonlyMap<number, Slot> = {
    size: entries.length,
    get,
    has: position => get(position) !== undefined,
    keys: () => entries.keys().map(at => end - 1 - at),
    values: () => entries.values().map(slotOf),
    entries: pairs,
    forEach: visit => {
      for (const [position, slot] of pairs()) visit(slot, position, slots);
    },
    [Symbol.iterator]: pairs,
  };
  return slots;
};
