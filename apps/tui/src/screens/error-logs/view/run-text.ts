import type {ErrorLogEntry} from '@edge-console/schema';
import {NO_VALUE} from '../../../format/number.ts';
import {age, dateTime, shortTime, type TimeFormat} from '../../../format/time.ts';

interface TimeLook {
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly format: TimeFormat;
}

/** The times of entries, the newest first: `22:33:22–22:33:23`, in at most 17 cells. */
export const runTimes = (entries: readonly ErrorLogEntry[], {now, format}: TimeLook): string => {
  const times = entries.map(({log_time}) => log_time * 1000).filter(time => !Number.isNaN(time));
  if (times.length === 0) return NO_VALUE;
  const [from, to] = [Math.min(...times), Math.max(...times)];
  const [start, end] = [shortTime(from, {now, format}), shortTime(to, {now, format})];
  if (start === end) return end;
  if (format === 'relative') return `${age(now - to)}–${age(now - from)} ago`;
  const isUtc = format === 'utc';
  const day = (time: number): string => dateTime(time, isUtc).slice(5, 10);
  if (day(from) !== day(to)) return `${day(from)} – ${day(to)}`;
  const clock = (time: number, cut: number): string => dateTime(time, isUtc).slice(11, cut);
  return day(to) === day(now)
    ? `${clock(from, 19)}–${clock(to, 19)}`
    : `${day(from)} ${clock(from, 16)}–${clock(to, 16)}`;
};

/** The most severe level of entries. */
export const worstLevel = (entries: readonly ErrorLogEntry[]): number | undefined => {
  const levels = entries.flatMap(({level}) => level ?? []);
  return levels.length === 0 ? undefined : Math.min(...levels);
};

/** The value of all entries, or how many different ones: `3 servers`. */
export const runValue = (values: readonly (string | undefined)[], noun: string): string => {
  const different = new Set(values.flatMap(value => value ?? []));
  const [only = ''] = different;
  return different.size > 1 ? `${different.size} ${noun}s` : only;
};
