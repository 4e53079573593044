import type {ErrorLogEntry} from '@edge-console/schema';
import {levelName} from '@edge-console/schema/values';
import {count, NO_VALUE} from '../../../format/number.ts';
import {dateTime, duration, shortTime, type TimeFormat} from '../../../format/time.ts';
import {sanitise} from '../../../text/sanitise.ts';
import {severityRole} from '../../../theme/theme.ts';
import type {Column} from '../../../ui/table.ts';
import type {LogData} from '../log-state.ts';
import type {EntryText} from '../model/entry-text.ts';

const CLOCK_CELLS = 8;
/** The widest texts are titles such as `25-11-20 UTC` and ages such as `22h 15m ago`. */
const TIME_CELLS: Readonly<Record<TimeFormat, number>> = {local: CLOCK_CELLS, utc: 12, relative: 12};

const MESSAGE_CELLS = 48;

const fieldColumn = (
  {id, cells, priority}: {readonly id: string; readonly cells: number; readonly priority: number},
  read: (text: EntryText) => string | undefined,
): Column<ErrorLogEntry, LogData> => ({
  ...{id, cells, priority, leaves: MESSAGE_CELLS},
  role: () => 'muted',
  text: (entry, {data, run = [entry]}) => {
    const values = new Set(run.flatMap(each => read(data.textOf(each)) ?? []));
    const [only = ''] = values;
    return sanitise(values.size > 1 ? `${values.size} ${id}s` : only);
  },
});

export const logColumns: readonly Column<ErrorLogEntry, LogData>[] = [
  {
    id: 'time',
    title: ({now, data, top}) => timeTitle(top?.log_time, now, data.times),
    cells: ({data}) => TIME_CELLS[data.times],
    ...{fits: CLOCK_CELLS, tight: true, priority: 2},
    text: (entry, {now, data, run = [entry]}) => {
      const times = timesOf(run);
      if (times.length === 0) return NO_VALUE;
      const newest = Math.max(...times) * 1000;
      if (data.times === 'relative') return shortTime(newest, {now, format: 'relative'});
      return dateTime(newest, data.times === 'utc').slice(11);
    },
  },
  {
    id: 'level',
    ...{cells: 7, fits: 5, tight: true, priority: 1},
    text: (entry, {run = [entry]}) => levelName(worstLevel(run)),
    role: (entry, {run = [entry]}) => severityRole(worstLevel(run)),
  },
  {
    id: 'count',
    title: ({glyphs}) => glyphs.times,
    ...{cells: 9, fits: 3, tight: true, align: 'right', priority: 3},
    text: (entry, {run}) => (run === undefined ? count(entry.count) : ''),
  },
  {
    id: 'message',
    cells: 24,
    grow: true,
    priority: 0,
    searched: true,
    text: (entry, {data, run, glyphs}) => {
      const template = run === undefined ? undefined : data.folding?.(entry).template;
      // The number of grouped entries comes first, so that it is visible at any width.
      const message =
        run === undefined || template === undefined
          ? data.textOf(entry).message
          : `${glyphs.times}${run.length}${runLength(run)}  ${sanitise(template)}`;
      return `${data.mutes.ofEntry(entry) === undefined ? '' : '(muted) '}${message}`;
    },
    role: (entry, {data}) => (data.mutes.ofEntry(entry) === undefined ? undefined : 'muted'),
  },
  fieldColumn({id: 'request', cells: 24, priority: 4}, text => text.request),
  fieldColumn({id: 'server', cells: 20, priority: 5}, text => text.nginx?.fields.server),
  fieldColumn({id: 'upstream', cells: 21, priority: 6}, text => text.upstream),
  fieldColumn({id: 'client', cells: 15, priority: 7}, text => text.nginx?.fields.client),
];

/** Returns `time` if the first row in view is of today, else its date, such as `11-20` or `25-11-20`. */
const timeTitle = (seconds: number | undefined, now: number, format: TimeFormat): string => {
  if (format === 'relative') return 'time';
  const isUtc = format === 'utc';
  const dayOf = (time: number): string => dateTime(time, isUtc).slice(0, 10);
  const [day, today] = [seconds === undefined ? dayOf(now) : dayOf(seconds * 1000), dayOf(now)];
  const isToday = day === today || Number.isNaN(seconds);
  const date = isToday ? 'time' : day.slice(day.slice(0, 4) === today.slice(0, 4) ? 5 : 2);
  return isUtc ? `${date} UTC` : date;
};

const timesOf = (run: readonly ErrorLogEntry[]): readonly number[] =>
  run.map(({log_time}) => log_time).filter(time => !Number.isNaN(time));

const datedTime = ({log_time}: ErrorLogEntry, {now}: {readonly now: number}): string =>
  Number.isNaN(log_time) ? NO_VALUE : shortTime(log_time * 1000, {now, format: 'local'});

const runLength = (run: readonly ErrorLogEntry[]): string => {
  const times = timesOf(run);
  const seconds = times.length === 0 ? 0 : Math.max(...times) - Math.min(...times);
  return seconds === 0 ? '' : ` in ${duration(seconds * 1000)}`;
};

const worstLevel = (entries: readonly ErrorLogEntry[]): number | undefined => {
  const levels = entries.flatMap(({level}) => level ?? []);
  return levels.length === 0 ? undefined : Math.min(...levels);
};

/** A printed list has no date lines between rows, so each time has its date. */
export const printedColumns: readonly Column<ErrorLogEntry, LogData>[] = logColumns.map(column =>
  column.id === 'time' ? {...column, title: 'time', cells: 14, text: datedTime} : column,
);
