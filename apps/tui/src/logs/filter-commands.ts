import {argumentName} from '../commands/arguments.ts';
import {type Command, inGroup} from '../commands/command.ts';
import type {Intent} from '../core/screen.ts';
import {formDialog} from '../dialogs/form-dialog.ts';
import type {Values} from '../form/form.ts';
import {levelFields, levelValues, scopeFields, withLevel} from './conditions/level-scope.ts';
import {rangeDialog, rangeField, rangeOf, typedRangeDialog} from './dialogs/range-dialog.ts';
import {FILTER_FIELDS, type FieldName, type FieldValues, filterForm, readFields} from './fields.ts';
import {anyLog, filterParams, type LogFilter, type TimeRange} from './filter.ts';

export type FilterAction =
  | {readonly kind: 'filter.ask' | 'filter.ask-range' | 'filter.type-range'}
  | {readonly kind: 'filter.set'; readonly filter: LogFilter}
  | {readonly kind: 'filter.range'; readonly range: TimeRange}
  /** Adds a condition if the gateway cannot filter by the chosen levels. */
  | {readonly kind: 'filter.form' | 'filter.level'; readonly values: Values}
  | {readonly kind: 'filter.field'; readonly name: FieldName; readonly fields: FieldValues};

export const changedFilter = (
  filter: LogFilter,
  action: FilterAction,
  {now, span}: {readonly now: number; readonly span?: TimeRange | undefined},
): {readonly filter: LogFilter} | {readonly dialog: Intent<FilterAction>} => {
  const {range, conditions} = filter;
  switch (action.kind) {
    case 'filter.ask':
      return {dialog: filterDialog(filter)};
    case 'filter.ask-range':
      return {dialog: rangeDialog<FilterAction>({span, now}, rangeChosen)};
    case 'filter.type-range':
      return {dialog: typedRangeDialog<FilterAction>(range, rangeChosen)};
    case 'filter.form':
      return {filter: withLevel({...checkedFields(action.values), range, conditions}, action.values)};
    case 'filter.level':
      return {filter: withLevel(filter, action.values)};
    case 'filter.set':
      return {filter: action.filter};
    case 'filter.range':
      return {filter: {...filter, range: action.range}};
    case 'filter.field': {
      const {[action.name]: _, ...others} = filter;
      return {filter: {...others, ...action.fields}};
    }
    default:
      return action satisfies never;
  }
};

const rangeChosen = (range: TimeRange | 'typed'): FilterAction =>
  range === 'typed' ? {kind: 'filter.type-range'} : {kind: 'filter.range', range};

export const filterCommands = <S>(): readonly Command<S, FilterAction>[] => {
  const filter = inGroup<S, FilterAction>('Filter');
  return [
    filter({
      id: 'filter',
      title: 'Filter the entries',
      keys: ['f'],
      footer: 'filter',
      args: {fields: scopeFields, action: values => ({kind: 'filter.form', values})},
      action: {kind: 'filter.ask'},
    }),
    filter({
      id: 'range',
      title: 'Choose the time range',
      keys: ['T'],
      footer: 'time range',
      args: {
        fields: [rangeField],
        read: range => ({range}),
        action: ({range = ''}, now) => ({kind: 'filter.range', range: rangeOf(range, now)}),
      },
      action: {kind: 'filter.ask-range'},
    }),
    ...filterForm.map(field => {
      const {name} = field;
      return filter({
        id: argumentName(field),
        title: `Show ${FILTER_FIELDS[name].shows}`,
        keys: [],
        args:
          name === 'level'
            ? {fields: levelFields, action: values => ({kind: 'filter.level', values})}
            : {fields: [field], action: values => ({kind: 'filter.field', name, fields: checkedFields(values)})},
        action: {kind: 'filter.ask'},
      });
    }),
    filter({
      id: 'clear-filter',
      title: 'Clear the filter',
      keys: ['F'],
      action: {kind: 'filter.set', filter: anyLog},
    }),
  ];
};

const filterDialog = (filter: LogFilter): Intent<FilterAction> => {
  const given = {...filterParams(filter), ...levelValues(filter)};
  return formDialog(
    {title: 'Filter error logs', fields: scopeFields, given, submitLabel: 'apply', submit: async values => values},
    (values): FilterAction => ({kind: 'filter.form', values}),
  );
};

/** The form has already checked the values. */
const checkedFields = (values: Values): FieldValues => {
  const fields = readFields(values);
  return typeof fields === 'string' ? {} : fields;
};
