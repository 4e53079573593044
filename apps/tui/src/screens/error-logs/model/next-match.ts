import type {ErrorLogEntry} from '@edge-console/schema';
import {inRange, type LogFilter, type TimeRange} from '../../../logs/filter.ts';
import {ENTRIES_PER_REQUEST} from '../../../logs/read-entries.ts';

export interface MatchReading {
  readonly filter: LogFilter;
  readonly after: ErrorLogEntry;
  isMatch(entry: ErrorLogEntry): boolean;
  /** Unix seconds. */
  readonly newest: number | undefined;
  /** Newest first. A gateway may ignore the range (docs/field-facts.md#9). */
  pages(range: TimeRange): AsyncIterable<{readonly items: readonly ErrorLogEntry[]}>;
  onRead(entries: number): void;
}

export const nextOlder = async (reading: MatchReading): Promise<ErrorLogEntry | undefined> => {
  const {filter, after, isMatch, pages, onRead} = reading;
  const range = {...filter.range, to: after.log_time};
  let isBelow = false;
  /**
   * First match in the same second as `after`. Pages are newest first, so if `after` is found below this match, the
   * match is newer than `after` and is discarded.
   */
  let maybe: ErrorLogEntry | undefined;
  for await (const {items} of pages(range)) {
    for (const entry of items.filter(each => inRange(each, range))) {
      if (!isBelow && entry.log_time < after.log_time && maybe !== undefined) return maybe;
      if (entry.log_time < after.log_time) isBelow = true;
      if (entry.id === after.id) [isBelow, maybe] = [true, undefined];
      else if (isMatch(entry)) {
        if (isBelow) return entry;
        maybe ??= entry;
      }
    }
    onRead(items.length);
  }
  return maybe;
};

const FIRST_SECONDS = 10;
const GROWTH = 4;

/** Reads short time ranges, which become longer where entries are few. */
export const nextNewer = async (reading: MatchReading): Promise<ErrorLogEntry | undefined> => {
  const {filter, after, isMatch, newest = after.log_time, pages, onRead} = reading;
  const end = filter.range.to ?? newest;
  let from = after.log_time;
  for (let seconds = FIRST_SECONDS; ; ) {
    const to = Math.min(end, from + seconds);
    let match: ErrorLogEntry | undefined;
    let entries = 0;
    let isAll = to === end;
    for await (const {items} of pages({from, to})) {
      const last = items.findIndex(({id, log_time}) => id === after.id || log_time < from);
      const above = last === -1 ? items : items.slice(0, last);
      // An entry later than `to` shows that the gateway ignores the range. The loop then reads all newer entries.
      if (above.some(({log_time}) => log_time > to)) isAll = true;
      match = above.findLast(entry => isMatch(entry) && inRange(entry, filter.range)) ?? match;
      entries += items.length;
      onRead(items.length);
      if (last !== -1) break;
    }
    if (match !== undefined || isAll) return match;
    from = to + 1;
    if (entries < ENTRIES_PER_REQUEST) seconds *= GROWTH;
    else if (entries > GROWTH * ENTRIES_PER_REQUEST) seconds = Math.ceil(seconds / GROWTH);
  }
};
