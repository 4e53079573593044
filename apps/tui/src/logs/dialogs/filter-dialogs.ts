import type {Intent} from '../../core/screen.ts';
import {formDialog} from '../../dialogs/form-dialog.ts';
import type {Values} from '../../form/form.ts';
import {levelValues, scopeFields} from '../conditions/level-scope.ts';
import {type FieldValues, readFields} from '../fields.ts';
import type {LogFilter} from '../filter.ts';
import type {FilterAction} from '../filter-commands.ts';

export const filterDialog = (filter: LogFilter): Intent<FilterAction> => {
  const {range: _, conditions: __, ...fields} = filter;
  return formDialog(
    {
      title: 'Filter error logs',
      fields: scopeFields,
      given: {
        ...Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value ?? '')])),
        ...levelValues(filter),
      },
      submitLabel: 'apply',
      submit: async values => values,
    },
    (values): FilterAction => ({kind: 'filter.form', values}),
  );
};

/** The form has already checked the values. */
export const checkedFields = (values: Values): FieldValues => {
  const fields = readFields(values);
  return typeof fields === 'string' ? {} : fields;
};
