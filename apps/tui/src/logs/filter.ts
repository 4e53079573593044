import type {ErrorLogEntry, ErrorLogFilter} from '@edge-console/schema';
import {LEVELS, NODE_TYPES} from '@edge-console/schema/values';
import {parseLocalTime, parseSpan} from '../format/parse-time.ts';
import {dateTime, duration} from '../format/time.ts';

/** Seconds since the epoch, inclusive at both ends. `last` says how the range was asked for. */
export interface TimeRange {
  readonly from?: number;
  readonly to?: number;
  readonly last?: number;
}

/** What the operator wants to see. Absent is any. */
export interface LogFilter {
  readonly level?: number;
  readonly nodeType?: number;
  readonly nodeId?: number;
  readonly appId?: number;
  readonly requestId?: string;
  readonly range: TimeRange;
}

export const anyLog: LogFilter = {range: {}};

export const isFiltered = ({range, ...filter}: LogFilter): boolean =>
  [...Object.values(filter), ...Object.values(range)].some(value => value !== undefined);

export const queryOf = (filter: LogFilter): ErrorLogFilter => ({
  ...(filter.level !== undefined && {level: filter.level}),
  ...(filter.nodeType !== undefined && {node_type: filter.nodeType}),
  ...(filter.nodeId !== undefined && {node_id: filter.nodeId}),
  ...(filter.appId !== undefined && {app_id: filter.appId}),
  ...(filter.requestId !== undefined && {req_id: filter.requestId}),
  ...(filter.range.from !== undefined && {start_time: filter.range.from}),
  ...(filter.range.to !== undefined && {end_time: filter.range.to}),
});

/** A range that was asked for as the last minutes or hours ends now, in milliseconds since the epoch. */
export const currentFilter = (filter: LogFilter, now: number): LogFilter => {
  const {last} = filter.range;
  return last === undefined ? filter : {...filter, range: {from: Math.floor(now / 1000) - last, last}};
};

/** Whether an entry lies in a range; a gateway may ignore the range that it was asked for (`docs/field-facts.md#9`). */
export const inRange = (entry: ErrorLogEntry, {from, to}: TimeRange): boolean =>
  (from === undefined || entry.log_time >= from) && (to === undefined || entry.log_time <= to);

/** The filter in words, one part each; what is not filtered says `any`. */
export const filterWords = (
  filter: LogFilter,
  atLeast: string,
): readonly {readonly text: string; readonly set: boolean; readonly restricts: boolean}[] => {
  const words = (text: string, isSet: boolean) => ({text, set: isSet, restricts: isSet});
  const part = (name: string, value: string | number | undefined) =>
    words(`${name} ${value ?? 'any'}`, value !== undefined);
  const node = [filter.nodeType === undefined ? undefined : NODE_TYPES[filter.nodeType], filter.nodeId]
    .filter(value => value !== undefined)
    .join(' ');
  return [
    filter.level === undefined
      ? words('all levels', false)
      : words(`${atLeast} ${LEVELS[filter.level] ?? filter.level}`, true),
    part('node', node === '' ? undefined : node),
    part('app', filter.appId),
    part('req', filter.requestId),
    words(rangeWords(filter.range), filter.range.from !== undefined || filter.range.to !== undefined),
  ];
};

export const rangeWords = ({from, to, last}: TimeRange): string => {
  if (last !== undefined) return `last ${duration(last * 1000)}`;
  if (from === undefined && to === undefined) return 'any time';
  if (from === undefined) return `until ${dateTime((to ?? 0) * 1000)}`;
  if (to === undefined) return `since ${dateTime(from * 1000)}`;
  return `${dateTime(from * 1000)} to ${dateTime(to * 1000)}`;
};

/**
 * Reads a time range: `15m`, `last 6h`, `any`, `2026-11-20 11:00 to 12:30`, `since 11:00`, `until 2026-11-20`. Times are
 * local. A sentence when it is not understood.
 */
export const parseRange = (text: string, now: number): TimeRange | string => {
  const given = text.trim();
  if (given === '' || /^(any|any time|all)$/i.test(given)) return {};
  const span = parseSpan(given.replace(/^last\s+/i, ''));
  if (span !== undefined) {
    const last = span / 1000;
    return {from: Math.floor(now / 1000) - last, last};
  }
  const [left = '', right] = given.split(/\s+to\s+|\s*\.\.\s*/i);
  const until = /^until\s+/i.exec(left)?.[0];
  const from = until === undefined ? secondsOf(left.replace(/^since\s+/i, ''), now) : undefined;
  const end = right ?? (until === undefined ? undefined : left.slice(until.length));
  const to = end === undefined ? undefined : secondsOf(end, from === undefined ? now : from * 1000);
  if (Number.isNaN(from) || Number.isNaN(to))
    return 'not understood; try 15m, last 6h, since 11:00, 2026-11-20 11:00 to 12:30, or any';
  if (from !== undefined && to !== undefined && to < from) return 'the range ends before it begins';
  return {...(from !== undefined && {from}), ...(to !== undefined && {to})};
};

const secondsOf = (text: string, day: number): number => Math.floor((parseLocalTime(text, day) ?? Number.NaN) / 1000);
