import type {Intent} from '../../core/screen.ts';
import {formDialog} from '../../dialogs/form-dialog.ts';
import type {FieldSpec, Values} from '../../form/form.ts';
import {parseSeconds} from '../../format/parse-time.ts';
import {type FieldValues, filterForm, readFields} from '../../logs/fields.ts';
import {type LogFilter, parseRange, rangeWords, type TimeRange} from '../../logs/filter.ts';
import type {LogsAction} from './model/state.ts';

/** The filter form; the time range has a form of its own and stays as it is. */
export const filterDialog = ({range: _, ...fields}: LogFilter): Intent<LogsAction> =>
  formDialog(
    {
      title: 'Filter error logs',
      fields: filterForm,
      given: Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value ?? '')])),
      submitLabel: 'apply',
      submit: async values => checkedFields(values),
    },
    (part): LogsAction => ({kind: 'filter', filter: part}),
  );

/** Reads values that passed the checks of {@link filterForm}. */
export const checkedFields = (values: Values): FieldValues => {
  const fields = readFields(values);
  return typeof fields === 'string' ? {} : fields;
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
      parseSeconds(value, now) === undefined
        ? 'enter a time such as 11:42 or 2026-11-20 11:42, or 2h for two hours ago'
        : undefined,
  },
];

export const timeDialog = (): Intent<LogsAction> =>
  formDialog(
    {
      title: 'Go to a time',
      fields: timeFields,
      submitLabel: 'go',
      submit: async ({time = ''}, {now}) => parseSeconds(time, now()) ?? 0,
    },
    (time): LogsAction => ({kind: 'at', time}),
  );

const rangeSeconds = (preset: string): number | undefined => {
  const range = parseRange(preset, 0);
  return typeof range === 'string' ? undefined : range.last;
};
