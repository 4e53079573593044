import {argumentName} from '../commands/arguments.ts';
import {type Command, inGroup} from '../commands/command.ts';
import type {Intent} from '../core/screen.ts';
import type {Condition} from './conditions.ts';
import {checkedFields, filterDialog, rangeDialog, rangeFields, rangeOf} from './dialogs/filter-dialogs.ts';
import {FILTER_FIELDS, type FieldName, type FieldValues, filterForm} from './fields.ts';
import {type LogFilter, type TimeRange, withConditions} from './filter.ts';

export type FilterAction =
  | {readonly kind: 'filter.ask' | 'filter.ask-range'}
  /** Changes the filter. A property that is absent leaves its value as it is. */
  | {
      readonly kind: 'filter.set';
      readonly fields?: FieldValues;
      readonly range?: TimeRange;
      readonly conditions?: readonly Condition[];
    }
  /** Sets the filter field `name` to its value in `fields`. Without a value there, the field matches any value. */
  | {readonly kind: 'filter.field'; readonly name: FieldName; readonly fields: FieldValues};

/** Returns the changed filter, or the dialog that asks for the change. */
export const changedFilter = (
  filter: LogFilter,
  action: FilterAction,
): {readonly filter: LogFilter} | {readonly dialog: Intent<FilterAction>} => {
  const {range, conditions = [], ...fields} = filter;
  switch (action.kind) {
    case 'filter.ask':
      return {dialog: filterDialog(filter)};
    case 'filter.ask-range':
      return {dialog: rangeDialog(filter)};
    case 'filter.set': {
      const changed = {...(action.fields ?? fields), range: action.range ?? range};
      return {filter: withConditions(changed, action.conditions ?? conditions)};
    }
    case 'filter.field': {
      const {[action.name]: _, ...others} = fields;
      return {filter: withConditions({...others, ...action.fields, range}, conditions)};
    }
    default:
      return action satisfies never;
  }
};

/** The commands of every view of the error logs that change what its tab shows. */
export const filterCommands = <S>(): readonly Command<S, FilterAction>[] => {
  const filter = inGroup<S, FilterAction>('Filter');
  return [
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
};
