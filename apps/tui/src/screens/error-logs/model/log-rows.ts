import {
  emptyRows,
  invalidAt,
  lengthOf,
  newestPosition,
  type PageRows,
  positionOf,
  type Rows,
  rowAt,
} from '@edge-console/client/rows';
import type {ErrorLogEntry} from '@edge-console/schema';
import type {RowView} from '../../../list/list.ts';

export type LogPage = PageRows<ErrorLogEntry>;

export type WithRows = {readonly data: {readonly rows: Rows<ErrorLogEntry>}};

/** The rows fill several screens, and are read and validated in a few milliseconds. */
const PAGE_SIZE = 100;

export const noRows: Rows<ErrorLogEntry> = emptyRows(PAGE_SIZE);

export const logRows = ({data: {rows}}: WithRows): RowView<ErrorLogEntry> => {
  const newest = newestPosition(rows);
  return {
    count: lengthOf(rows),
    rowAt: index => (index < 0 ? undefined : (rowAt(rows, newest - index) ?? unreadable(rows, newest - index))),
  };
};

/** The newest entry is first. */
export const loadedEntries = ({slots}: Rows<ErrorLogEntry>): readonly ErrorLogEntry[] =>
  [...slots].toSorted(([one], [other]) => other - one).flatMap(([, {row}]) => row ?? []);

export const newestRow = (rows: Rows<ErrorLogEntry>): ErrorLogEntry | undefined => rowAt(rows, newestPosition(rows));

/** Tries `near` first, because a search among 50,000 entries takes milliseconds. */
export const positionNear = (rows: Rows<ErrorLogEntry>, entry: ErrorLogEntry, near: number): number | undefined =>
  rowAt(rows, near) === entry ? near : positionOf(rows, entry);

/** Returns a substitute entry for an invalid row. Its id is negative and unique in the list. */
const unreadable = (rows: Rows<ErrorLogEntry>, position: number): ErrorLogEntry | undefined => {
  const invalid = invalidAt(rows, position);
  if (invalid === undefined) return undefined;
  const {raw, reason} = invalid;
  const {log, log_time, level} = isRecord(raw) ? raw : {};
  return {
    id: -1 - position,
    log: typeof log === 'string' ? log : '',
    log_time: typeof log_time === 'number' ? log_time : Number.NaN,
    ...(typeof level === 'number' && {level}),
    raw: isRecord(raw) ? raw : {value: raw},
    problems: [{field: UNREADABLE, reason}],
  };
};

const UNREADABLE = 'the entry could not be read';

export const isUnreadable = ({problems}: ErrorLogEntry): boolean => problems?.[0]?.field === UNREADABLE;

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
