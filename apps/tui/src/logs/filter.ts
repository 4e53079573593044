import type {ErrorLogEntry, ErrorLogFilter} from '@edge-console/schema';
import {argumentName} from '../commands/arguments.ts';
import {type Condition, conditionOptions} from '../core/condition.ts';
import type {Params} from '../core/screen.ts';
import {parseDuration, parseLocalTime} from '../format/parse-time.ts';
import {dateTime, duration, isoText} from '../format/time.ts';
import {sanitise} from '../text/sanitise.ts';
import type {Glyphs} from '../theme/glyphs.ts';
import type {StatusPart} from '../ui/status-line.ts';
import {
  ANY_LEVEL,
  conditionsText,
  conditionWords,
  leastSevereKept,
  readConditions,
} from './conditions/entry-condition.ts';
import {type FieldValues, fieldEntries, readFields} from './fields.ts';

/** Unix seconds: `from` and `to` are inclusive. If the range ends now, `last` is its duration in seconds. */
export interface TimeRange {
  readonly from?: number;
  readonly to?: number;
  readonly last?: number;
}

/** The gateway applies the fields and `range`. The console tests `conditions`, which are absent if there are none. */
export interface LogFilter extends FieldValues {
  readonly range: TimeRange;
  readonly conditions?: readonly Condition[] | undefined;
}

export const anyLog: LogFilter = {range: {}};

export const hasConditions = ({conditions = []}: LogFilter): boolean => conditions.length > 0;

export const isFiltered = (filter: LogFilter): boolean => Object.keys(filterParams(filter)).length > 0;

export const withConditions = (filter: LogFilter, conditions: readonly Condition[]): LogFilter => {
  const {conditions: _, ...rest} = filter;
  return conditions.length === 0 ? rest : {...rest, conditions};
};

type Entry = readonly [name: string, value: string | number | undefined];

/**
 * Limits `level` to the least severe level that all conditions allow, so that the gateway does not send less severe
 * entries.
 */
export const gatewayFilter = ({conditions = [], ...filter}: LogFilter): LogFilter => {
  const level = Math.min(filter.level ?? ANY_LEVEL, ...conditions.map(leastSevereKept));
  return level === ANY_LEVEL ? filter : {...filter, level};
};

export const queryOf = (filter: LogFilter): ErrorLogFilter => {
  const {range, ...fields} = gatewayFilter(filter);
  const entries: readonly Entry[] = [
    ...fieldEntries.map(([name, {wire}]): Entry => [wire, fields[name]]),
    ['start_time', range.from],
    ['end_time', range.to],
  ];
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as ErrorLogFilter;
};

/** A resumed export or `logs follow` compares this with the saved query, to check that the filter is the same. */
export const savedQuery = (filter: LogFilter): ErrorLogFilter & {readonly conditions?: string} => ({
  ...queryOf(filter),
  ...(hasConditions(filter) && {conditions: conditionsText(filter.conditions ?? [])}),
});

export const filterParams = ({range, conditions = [], ...fields}: LogFilter): Params =>
  Object.fromEntries(
    Object.entries({
      ...{...fields, ...range},
      conditions: conditions.length === 0 ? undefined : conditionsText(conditions),
    }).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );

/** The start of a relative range is left out, because it changes with time. */
export const scopeParams = ({range, ...rest}: LogFilter): Params =>
  filterParams({...rest, range: range.last === undefined ? range : {last: range.last}});

export const filterOfParams = (params: Params): LogFilter | string => {
  const times = (['from', 'to', 'last'] as const).filter(name => params[name] !== undefined);
  const wrong = times.find(name => !/^-?\d+$/.test(params[name] ?? ''));
  if (wrong !== undefined) return `${wrong} is not a whole number: ${params[wrong]}`;
  const range: TimeRange = Object.fromEntries(times.map(name => [name, Number(params[name])]));
  const fields = readFields(params);
  if (typeof fields === 'string') return fields;
  const conditions = params.conditions === undefined ? [] : readConditions(params.conditions);
  return typeof conditions === 'string' ? conditions : withConditions({...fields, range}, conditions);
};

export const filterOptions = ({range, conditions = [], ...fields}: LogFilter): readonly string[] => {
  const time = (seconds: number | undefined) => (seconds === undefined ? undefined : isoText(seconds));
  const entries: readonly Entry[] = [
    ...fieldEntries.map(([name, {names}]): Entry => {
      const {[name]: value} = fields;
      return [argumentName({name}), names?.[Number(value)]?.toLowerCase() ?? value];
    }),
    ['since', range.last === undefined ? time(range.from) : `${range.last}s`],
    ['until', time(range.to)],
  ];
  const options = entries.flatMap(([name, value]) => (value === undefined ? [] : [`--${name}`, String(value)]));
  return [...options, ...conditionOptions(conditions)];
};

/** Moves a relative range so that it ends at `now`, which is in milliseconds since the epoch. */
export const currentFilter = (filter: LogFilter, now: number): LogFilter => {
  const {last} = filter.range;
  return last === undefined ? filter : {...filter, range: {from: Math.floor(now / 1000) - last, last}};
};

export const filterWords = ({range, conditions = [], ...fields}: LogFilter, atLeast: string): readonly StatusPart[] => {
  const part = (text: string, isSet: boolean) => ({text, set: isSet, restricts: isSet});
  const parts = Object.entries(Object.groupBy(fieldEntries, ([, {noun}]) => noun)).map(([noun, members = []]) => {
    const values = members.flatMap(([name, {names}]) => {
      const {[name]: value} = fields;
      return value === undefined ? [] : [names?.[Number(value)] ?? String(value)];
    });
    const value = values.length === 0 ? undefined : values.join(' ');
    const words = members[0]?.[1].words;
    return part(words?.(value, atLeast) ?? `${noun} ${value ?? 'any'}`, value !== undefined);
  });
  return [
    ...parts,
    part(rangeWords(range), range.from !== undefined || range.to !== undefined),
    ...conditions.map(condition => part(conditionWords(condition), true)),
  ];
};

/** The texts are sanitised. */
export const scopeWords = (filter: LogFilter, {atLeast}: Pick<Glyphs, 'atLeast'>): readonly StatusPart[] =>
  filterWords(filter, atLeast).map(part => ({...part, text: sanitise(part.text), shared: true}));

/** A gateway may ignore the time range (docs/field-facts.md#9). */
export const inRange = ({log_time: time}: Pick<ErrorLogEntry, 'log_time'>, {from, to}: TimeRange): boolean =>
  (from === undefined || time >= from) && (to === undefined || time <= to);

export const rangeWords = ({from, to, last}: TimeRange): string => {
  if (last !== undefined) return `last ${duration(last * 1000)}`;
  if (from === undefined && to === undefined) return 'any time';
  if (from === undefined) return `until ${dateTime((to ?? 0) * 1000)}`;
  if (to === undefined) return `since ${dateTime(from * 1000)}`;
  const [begin, end] = [dateTime(from * 1000), dateTime(to * 1000)];
  const [day = ''] = begin.split(' ');
  return `${begin} to ${end.startsWith(day) ? end.slice(day.length + 1) : end}`;
};

/** Parses local times: `15m`, `last 6h`, `any`, `2026-11-20 11:00 to 12:30`, `since 11:00`, `until 2026-11-20`. */
export const parseRange = (text: string, now: number): TimeRange | string => {
  const given = text.trim();
  if (given === '' || /^(any|any time|all)$/i.test(given)) return {};
  const duration = parseDuration(given.replace(/^last\s+/i, ''));
  if (duration !== undefined) {
    const last = duration / 1000;
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
