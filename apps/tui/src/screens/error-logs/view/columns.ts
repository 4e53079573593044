import type {ErrorLogEntry} from '@edge-console/schema';
import {levelName} from '@edge-console/schema/values';
import {count, NO_VALUE} from '../../../format/number.ts';
import {shortTime, type TimeFormat} from '../../../format/time.ts';
import {severityRole} from '../../../logs/severity.ts';
import {sanitise} from '../../../text/sanitise.ts';
import type {Column} from '../../../ui/table.ts';
import type {LogData} from '../model/state.ts';
import type {EntryText} from './entry-text.ts';
import {runTimes, runValue, worstLevel} from './run-text.ts';

/** `22:33:22–22:33:23` */
const RUN_CELLS = 17;
const TIME_CELLS: Readonly<Record<TimeFormat, number>> = {local: 14, utc: 14, relative: 12};

/** Cells that the message keeps beside fields of the line. */
const MESSAGE_CELLS = 48;

const fieldColumn = (
  {id, cells, priority}: {readonly id: string; readonly cells: number; readonly priority: number},
  read: (text: EntryText) => string | undefined,
): Column<ErrorLogEntry, LogData> => ({
  ...{id, title: id, cells, priority, leaves: MESSAGE_CELLS},
  role: () => 'muted',
  text: (entry, {data, run = [entry]}) =>
    sanitise(
      runValue(
        run.map(each => read(data.textOf(each))),
        id,
      ),
    ),
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
    title: 'level',
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
    title: 'message',
    cells: 20,
    grow: true,
    priority: 0,
    searched: true,
    text: (entry, {data, run, glyphs}) => {
      const template = run === undefined ? undefined : data.folding?.templateOf(entry);
      // The number of rows is where it is seen in any width.
      const message =
        run === undefined || template === undefined
          ? data.textOf(entry).message
          : `${glyphs.times}${run.length}  ${sanitise(template)}`;
      return `${data.mutes.ofEntry(entry) === undefined ? '' : '(muted) '}${message}`;
    },
    role: (entry, {data}) => (data.mutes.ofEntry(entry) === undefined ? undefined : 'muted'),
  },
  // What tells apart rows of the same message.
  fieldColumn({id: 'request', cells: 24, priority: 4}, text => text.request),
  fieldColumn({id: 'server', cells: 20, priority: 5}, text => text.nginx?.fields.server),
  fieldColumn({id: 'upstream', cells: 21, priority: 6}, text => text.upstream),
  fieldColumn({id: 'client', cells: 15, priority: 7}, text => text.nginx?.fields.client),
];
