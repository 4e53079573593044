import type {Intent} from '../../core/screen.ts';
import {formDialog} from '../../dialogs/form-dialog.ts';
import type {FieldSpec, Values} from '../../form/form.ts';
import {parseSpan} from '../../format/parse-time.ts';
import {type FieldValues, filterForm, readFields} from '../fields.ts';
import {type LogFilter, parseRange, rangeWords, type TimeRange} from '../filter.ts';
import type {FilterAction} from '../filter-commands.ts';

/** Opens the form for all filter fields except the time range, which has its own form. */
export const filterDialog = ({range: _, conditions: __, ...fields}: LogFilter): Intent<FilterAction> =>
  formDialog(
    {
      title: 'Filter error logs',
      fields: filterForm,
      given: Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value ?? '')])),
      submitLabel: 'apply',
      submit: async values => checkedFields(values),
    },
    (fields): FilterAction => ({kind: 'filter.set', fields}),
  );

/** Parses `values`, which must have passed the checks of {@link filterForm}. */
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
    options: [...PRESETS, 'typed'].map(value => ({value, label: value})),
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

export const rangeDialog = (filter: LogFilter): Intent<FilterAction> => {
  const {from, to, last} = filter.range;
  const preset = last === undefined ? undefined : PRESETS.find(value => parseSpan(value) === last * 1000);
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
    (range): FilterAction => ({kind: 'filter.set', range}),
  );
};

export const rangeOf = (values: Values, now: number): TimeRange => {
  const range = parseRange((values.preset === 'typed' ? values.typed : values.preset) ?? '', now);
  return typeof range === 'string' ? {} : range;
};
