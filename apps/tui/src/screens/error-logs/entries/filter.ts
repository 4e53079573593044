import {argumentName} from '../../../commands/arguments.ts';
import {type Command, inGroup} from '../../../commands/command.ts';
import type {Env, Intent} from '../../../core/screen.ts';
import {formDialog} from '../../../dialogs/form-dialog.ts';
import type {FieldSpec, Values} from '../../../form/form.ts';
import {parseSpan} from '../../../format/parse-time.ts';
import {withList} from '../../../list/list.ts';
import {parseSearch} from '../../../list/rows/search.ts';
import type {Condition} from '../../../logs/conditions.ts';
import {FILTER_FIELDS, type FieldName, type FieldValues, filterForm, readFields} from '../../../logs/fields.ts';
import {type LogFilter, parseRange, rangeWords, type TimeRange, withConditions} from '../../../logs/filter.ts';
import {withHistogram} from '../histogram/counting.ts';
import type {ZoomAction} from '../histogram/histogram-commands.ts';
import type {LogsState, LogsStep} from '../log-state.ts';
import {filtered, type ReadAction} from './refresh.ts';

export type FilterAction =
  | ZoomAction
  | {readonly kind: 'filter.ask' | 'filter.ask-range'}
  /** Changes the filter and the search text. A property that is absent leaves its value as it is. */
  | {
      readonly kind: 'filter.set';
      readonly fields?: FieldValues;
      readonly range?: TimeRange;
      readonly conditions?: readonly Condition[];
      /** Text whose matches are highlighted; empty to highlight none. */
      readonly search?: string;
    }
  /** Sets the filter field `name` to its value in `fields`. Without a value there, the field matches any value. */
  | {readonly kind: 'filter.field'; readonly name: FieldName; readonly fields: FieldValues};

type FilterStep = LogsStep<FilterAction | ReadAction>;

export const updateFilter = (state: LogsState, action: FilterAction, env: Env): FilterStep => {
  const {filter, histogram} = state.data;
  const {range, conditions = [], ...fields} = filter;
  const changed = (next: LogFilter): LogFilter => withConditions(next, conditions);
  switch (action.kind) {
    case 'filter.ask':
      return [state, filterDialog(filter)];
    case 'filter.ask-range':
      return [state, rangeDialog(filter)];
    case 'filter.set': {
      const {search: text} = action;
      const next = withConditions(
        {...(action.fields ?? fields), range: action.range ?? range},
        action.conditions ?? conditions,
      );
      if (text === undefined) return filtered(state, next, env);
      const search = text === '' ? undefined : parseSearch(text);
      return filtered(withList(state, {search: typeof search === 'string' ? undefined : search}), next, env);
    }
    case 'filter.field': {
      const {[action.name]: _, ...others} = fields;
      return filtered(state, changed({...others, ...action.fields, range}), env);
    }
    case 'filter.zoom-in': {
      if (histogram.span === undefined) return [state];
      const [next, ...tasks] = filtered(state, changed({...fields, range: histogram.span}), env);
      return [withHistogram(next, {outer: [...histogram.outer, range]}), ...tasks];
    }
    case 'filter.zoom-out': {
      const outer = histogram.outer.at(-1);
      if (outer === undefined) return [state];
      const [next, ...tasks] = filtered(state, changed({...fields, range: outer}), env);
      return [withHistogram(next, {outer: histogram.outer.slice(0, -1)}), ...tasks];
    }
    default:
      return action satisfies never;
  }
};

/** Opens the form for all filter fields except the time range, which has its own form. */
const filterDialog = ({range: _, conditions: __, ...fields}: LogFilter): Intent<FilterAction> =>
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

const rangeFields: readonly FieldSpec[] = [
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

const rangeDialog = (filter: LogFilter): Intent<FilterAction> => {
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

const rangeOf = (values: Values, now: number): TimeRange => {
  const range = parseRange((values.preset === 'typed' ? values.typed : values.preset) ?? '', now);
  return typeof range === 'string' ? {} : range;
};

const filter = inGroup<LogsState, FilterAction>('Filter');

export const filterCommands: readonly Command<LogsState, FilterAction>[] = [
  filter({
    id: 'filter',
    title: 'Filter the entries',
    keys: ['f'],
    footer: 'filter',
    args: {fields: filterForm, action: values => ({kind: 'filter.set', fields: checkedFields(values)})},
    action: {kind: 'filter.ask'},
  }),
  filter({
    id: 'range',
    title: 'Choose the time range',
    keys: ['T'],
    footer: 'time range',
    args: {
      fields: rangeFields,
      read: text => ({preset: 'typed', typed: text}),
      action: (values, now) => ({kind: 'filter.set', range: rangeOf(values, now)}),
    },
    action: {kind: 'filter.ask-range'},
  }),
  // An empty value makes the field match any value.
  ...filterForm.map(field => {
    const {name} = field;
    return filter({
      id: argumentName(field),
      title: `Show ${FILTER_FIELDS[name].shows}`,
      keys: [],
      args: {fields: [field], action: values => ({kind: 'filter.field', name, fields: checkedFields(values)})},
      action: {kind: 'filter.ask'},
    });
  }),
  filter({
    id: 'clear-filter',
    title: 'Clear the filter',
    keys: ['F'],
    action: {kind: 'filter.set', fields: {}, range: {}, conditions: []},
  }),
];
