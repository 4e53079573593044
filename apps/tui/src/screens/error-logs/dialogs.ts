import {LEVELS, NODE_TYPES} from '@edge-console/schema/values';
import type {Intent} from '../../core/screen.ts';
import {formDialog} from '../../dialogs/form-dialog.ts';
import type {FieldSpec, Values} from '../../form/form.ts';
import {parseTime} from '../../format/parse-time.ts';
import {type LogFilter, parseRange, rangeWords, type TimeRange} from '../../logs/filter.ts';
import type {LogsAction} from './model/state.ts';

const wholeNumber = (value: string): string | undefined =>
  value.trim() === '' || /^-?\d{1,15}$/.test(value.trim())
    ? undefined
    : 'enter a whole number, or leave it empty for any';

const any = {value: '', label: 'any'};

export const filterFields: readonly FieldSpec[] = [
  {
    kind: 'choice',
    name: 'level',
    label: 'At least',
    options: [any, ...LEVELS.map((name, level) => ({value: String(level), label: name}))],
  },
  {
    kind: 'choice',
    name: 'nodeType',
    label: 'Node type',
    options: [any, ...NODE_TYPES.map((label, value) => ({value: String(value), label}))],
  },
  {kind: 'text', name: 'nodeId', label: 'Node id', placeholder: 'any', check: wholeNumber},
  {kind: 'text', name: 'appId', label: 'Application id', placeholder: 'any', check: wholeNumber},
  {kind: 'text', name: 'requestId', label: 'Request id', placeholder: 'any'},
];

/** The filter form; the time range has a form of its own and stays as it is. */
export const filterDialog = (filter: LogFilter): Intent<LogsAction> =>
  formDialog(
    {
      title: 'Filter error logs',
      fields: filterFields,
      given: {
        level: text(filter.level),
        nodeType: text(filter.nodeType),
        nodeId: text(filter.nodeId),
        appId: text(filter.appId),
        requestId: filter.requestId ?? '',
      },
      submitLabel: 'apply',
      submit: async values => filterOf(values),
    },
    (part): LogsAction => ({kind: 'filter', filter: part}),
  );

const text = (value: number | undefined): string => (value === undefined ? '' : String(value));

/** Reads filter values as the form and `open` give them. */
export const filterOf = (values: Values): Omit<LogFilter, 'range'> => {
  const number = (name: string): number | undefined => {
    const value = values[name]?.trim() ?? '';
    return value === '' ? undefined : Number(value);
  };
  const [level, nodeType, nodeId, appId] = ['level', 'nodeType', 'nodeId', 'appId'].map(number);
  const requestId = values.requestId?.trim() ?? '';
  return {
    ...(level !== undefined && {level}),
    ...(nodeType !== undefined && {nodeType}),
    ...(nodeId !== undefined && {nodeId}),
    ...(appId !== undefined && {appId}),
    ...(requestId !== '' && {requestId}),
  };
};

const PRESETS = ['any', '5m', '15m', '1h', '6h', '24h', '7d'];

export const rangeFields: readonly FieldSpec[] = [
  {
    kind: 'choice',
    name: 'preset',
    label: 'Last',
    options: [...PRESETS.map(value => ({value, label: value})), {value: 'typed', label: 'typed'}],
  },
  {
    kind: 'text',
    name: 'typed',
    label: 'Range',
    placeholder: 'since 11:00, or 2026-11-20 11:00 to 12:30',
    shown: values => values.preset === 'typed',
    check: (value, _values, now) => {
      const range = parseRange(value, now);
      return typeof range === 'string' ? range : undefined;
    },
    note: (value, now) => {
      const range = parseRange(value, now);
      return typeof range === 'string' || value.trim() === '' ? undefined : rangeWords(range);
    },
  },
];

export const rangeDialog = (filter: LogFilter): Intent<LogsAction> => {
  const {from, to, last} = filter.range;
  const preset = PRESETS.find(value => value !== 'any' && last !== undefined && rangeSeconds(value) === last);
  const none = from === undefined && to === undefined;
  return formDialog(
    {
      title: 'Time range',
      fields: rangeFields,
      given: {
        preset: none ? 'any' : (preset ?? 'typed'),
        typed: none || preset !== undefined ? '' : rangeWords(filter.range),
      },
      submitLabel: 'apply',
      submit: async (values, {now}) => rangeOf(values, now()),
    },
    (range): LogsAction => ({kind: 'range', range}),
  );
};

/** Reads range values that passed the checks of {@link rangeFields}. */
export const rangeOf = (values: Values, now: number): TimeRange => {
  const range = parseRange((values.preset === 'typed' ? values.typed : values.preset) ?? '', now);
  return typeof range === 'string' ? {} : range;
};

/** A time to go to. */
export const timeFields: readonly FieldSpec[] = [
  {
    kind: 'text',
    name: 'time',
    label: 'Time',
    placeholder: '11:42, 2026-11-20 11:42, or 2h for two hours ago',
    check: (value, _values, now) =>
      timeOf(value, now) === undefined
        ? 'enter a time such as 11:42 or 2026-11-20 11:42, or 2h for two hours ago'
        : undefined,
  },
];

/** Unix seconds of what {@link timeFields} takes; undefined for anything else. */
export const timeOf = (text: string, now: number): number | undefined => {
  const time = parseTime(text, now);
  return time === undefined || Number.isNaN(time) ? undefined : Math.floor(time / 1000);
};

export const timeDialog = (): Intent<LogsAction> =>
  formDialog(
    {
      title: 'Go to a time',
      fields: timeFields,
      submitLabel: 'go',
      submit: async ({time = ''}, {now}) => timeOf(time, now()) ?? 0,
    },
    (time): LogsAction => ({kind: 'at', time}),
  );

const rangeSeconds = (preset: string): number | undefined => {
  const range = parseRange(preset, 0);
  return typeof range === 'string' ? undefined : range.last;
};
