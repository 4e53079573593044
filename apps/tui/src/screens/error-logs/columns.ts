import type {ErrorLogEntry} from '@edge-console/schema';
import {levelName} from '@edge-console/schema/values';
import {count} from '../../format/number.ts';
import {shortTime, type TimeFormat} from '../../format/time.ts';
import type {Paint} from '../../theme/theme.ts';
import type {Column} from '../../ui/columns.ts';
import type {EntryText} from './entry-text.ts';
import {type Search, splitMatches} from './search.ts';
import {severityToken} from './severity.ts';

const highlight = (text: string, search: Search, paint: Paint): string =>
  splitMatches(text, search)
    .map((part, at) => (at % 2 === 1 ? paint('match', part) : part))
    .join('');

const TIME_CELLS: Readonly<Record<TimeFormat, number>> = {local: 14, utc: 14, relative: 12};

export interface ColumnOptions {
  readonly now: number;
  readonly format: TimeFormat;
  readonly sideways: number;
  readonly times: string;
  readonly search: Search | undefined;
  readonly paint: Paint;
  textOf(entry: ErrorLogEntry): EntryText;
}

export const errorLogColumns = ({
  now,
  format,
  sideways,
  times,
  search,
  paint,
  textOf,
}: ColumnOptions): readonly Column<ErrorLogEntry>[] => [
  {
    id: 'time',
    title: format === 'utc' ? 'time UTC' : 'time',
    cells: TIME_CELLS[format],
    priority: 2,
    text: entry => shortTime(entry.log_time * 1000, {now, format}),
  },
  {
    id: 'level',
    title: 'level',
    cells: 7,
    priority: 1,
    text: entry => levelName(entry.level),
    token: entry => severityToken(entry.level),
  },
  {id: 'count', title: times, cells: 5, align: 'right', priority: 3, text: entry => count(entry.count)},
  {
    id: 'message',
    title: sideways > 0 ? `message +${sideways}` : 'message',
    cells: 20,
    grow: true,
    priority: 0,
    from: sideways,
    text: entry => textOf(entry).message,
    ...(search !== undefined && {decorate: (text: string) => highlight(text, search, paint)}),
  },
];
