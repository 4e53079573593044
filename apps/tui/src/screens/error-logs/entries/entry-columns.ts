import type {ErrorLogEntry} from '@edge-console/schema';
import {levelName} from '@edge-console/schema/values';
import {count, NO_VALUE} from '../../../format/number.ts';
import {age, dateTime, shortTime, type TimeFormat} from '../../../format/time.ts';
import {severityRole} from '../../../logs/severity.ts';
import {sanitise} from '../../../text/sanitise.ts';
import type {Column} from '../../../ui/table.ts';
import type {LogData} from '../log-state.ts';
import type {EntryText} from '../model/entry-text.ts';

/** Width of the time column while entries are folded, for times such as `22:33:22–22:33:23`. */
const RUN_CELLS = 17;
const TIME_CELLS: Readonly<Record<TimeFormat, number>> = {local: 14, utc: 14, relative: 12};

/** Minimum width of the message column. The column of a field is shown only if the message column keeps this width. */
const MESSAGE_CELLS = 48;

const fieldColumn = (
  {id, cells, priority}: {readonly id: string; readonly cells: number; readonly priority: number},
  read: (text: EntryText) => string | undefined,
): Column<ErrorLogEntry, LogData> => ({
  ...{id, cells, priority, leaves: MESSAGE_CELLS},
  role: () => 'muted',
  text: (entry, {data, run = [entry]}) => {
    const values = run.map(each => read(data.textOf(each)));
    return sanitise(runValue(values, id));
  },
});

export const logColumns: readonly Column<ErrorLogEntry, LogData>[] = [
  {
    id: 'time',
    title: ({data}) => (data.times === 'utc' ? 'time UTC' : 'time'),
    cells: ({data}) => (data.folding === undefined ? TIME_CELLS[data.times] : RUN_CELLS),
    priority: 2,
    text: (entry, {now, data, run}) => {
      const look = {now, format: data.times};
      if (run !== undefined) return runTimes(run, look);
      return Number.isNaN(entry.log_time) ? NO_VALUE : shortTime(entry.log_time * 1000, look);
    },
  },
  {
    id: 'level',
    cells: 7,
    priority: 1,
    text: (entry, {run = [entry]}) => levelName(worstLevel(run)),
    role: (entry, {run = [entry]}) => severityRole(worstLevel(run)),
  },
  {
    id: 'count',
    title: ({glyphs}) => glyphs.times,
    cells: 5,
    align: 'right',
    priority: 3,
    text: (entry, {run}) => (run === undefined ? count(entry.count) : ''),
  },
  {
    id: 'message',
    cells: 20,
    grow: true,
    priority: 0,
    searched: true,
    text: (entry, {data, run, glyphs}) => {
      const template = run === undefined ? undefined : data.folding?.(entry).template;
      // The number of folded rows comes first, so that it is visible at any width.
      const message =
        run === undefined || template === undefined
          ? data.textOf(entry).message
          : `${glyphs.times}${run.length}  ${sanitise(template)}`;
      return `${data.mutes.ofEntry(entry) === undefined ? '' : '(muted) '}${message}`;
    },
    role: (entry, {data}) => (data.mutes.ofEntry(entry) === undefined ? undefined : 'muted'),
  },
  // Columns of the fields that can differ between entries with the same message.
  fieldColumn({id: 'request', cells: 24, priority: 4}, text => text.request),
  fieldColumn({id: 'server', cells: 20, priority: 5}, text => text.nginx?.fields.server),
  fieldColumn({id: 'upstream', cells: 21, priority: 6}, text => text.upstream),
  fieldColumn({id: 'client', cells: 15, priority: 7}, text => text.nginx?.fields.client),
];

interface TimeLook {
  readonly now: number;
  readonly format: TimeFormat;
}

const runTimes = (entries: readonly ErrorLogEntry[], {now, format}: TimeLook): string => {
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

const worstLevel = (entries: readonly ErrorLogEntry[]): number | undefined => {
  const levels = entries.flatMap(({level}) => level ?? []);
  return levels.length === 0 ? undefined : Math.min(...levels);
};

const runValue = (values: readonly (string | undefined)[], noun: string): string => {
  const different = new Set(values.flatMap(value => value ?? []));
  const [only = ''] = different;
  return different.size > 1 ? `${different.size} ${noun}s` : only;
};
