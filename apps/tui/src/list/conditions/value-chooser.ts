import type {Condition} from '../../core/condition.ts';
import type {DialogIntent} from '../../core/screen.ts';
import {createChooser} from '../../dialogs/chooser.ts';
import {type ConditionAction, VERB_WORDS} from './condition-commands.ts';

const LABEL_CELLS = 12;

interface ValueChooserSpec<Field extends string> {
  readonly prefix: string;
  readonly keys: Readonly<Record<Field, string>>;
  /** Word for the rows in the title, such as `entries`. */
  readonly rows: string;
}

/** Chooses one of a row's values and adds the condition that rows must have, or must not have, the same value. */
export const createValueChooser = <Field extends string>({prefix, keys, rows}: ValueChooserSpec<Field>) => {
  const chooser = createChooser({prefix, keys, group: 'Conditions', titleOf: field => `Take the value of ${field}`});
  return {
    commands: chooser.commands,
    open: (verb: Condition['verb'], values: ReadonlyMap<Field, string>): DialogIntent<ConditionAction> => {
      const texts = new Map([...values].map(([field, value]) => [field, `${field.padEnd(LABEL_CELLS)}${value}`]));
      return chooser.open(`${VERB_WORDS[verb]} ${rows} with the same`, texts, field => ({
        kind: 'condition.edit',
        added: {verb, text: `${field}:${values.get(field)}`},
      }));
    },
  };
};
