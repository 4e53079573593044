import type {Condition} from '../../core/condition.ts';
import type {DialogIntent} from '../../core/screen.ts';
import {createChooser} from '../../dialogs/chooser.ts';
import type {ConditionField} from '../conditions/entry-condition.ts';

const chooser = createChooser<ConditionField>({
  prefix: 'value',
  group: 'Conditions',
  keys: {
    pattern: 'p',
    server: 's',
    upstream: 'u',
    request: 'r',
    path: 'a',
    client: 'c',
    host: 'h',
    errno: 'e',
    req: 'i',
    file: 'f',
    level: 'l',
    zone: 'z',
    dictionary: 'd',
    group: 'g',
    certificate: 't',
  },
  titleOf: field => `Take the value of ${field}`,
});

export const valueCommands = chooser.commands;

const TITLES = {keep: 'Keep only entries with the same', drop: 'Drop entries with the same'} as const;
const LABEL_CELLS = 12;

export const valueDialog = <A>(
  {verb, values}: {readonly verb: Condition['verb']; readonly values: ReadonlyMap<ConditionField, string>},
  done: (condition: Condition) => A,
): DialogIntent<A> => {
  const texts = new Map([...values].map(([field, value]) => [field, `${field.padEnd(LABEL_CELLS)}${value}`]));
  return chooser.open(TITLES[verb], texts, field => done({verb, text: `${field}:${values.get(field)}`}));
};
