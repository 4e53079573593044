import {parseArguments} from '../commands/arguments.ts';
import {type Condition, VERBS} from '../core/condition.ts';
import type {FieldSpec} from '../form/form.ts';
import {expressionFieldOf} from '../list/conditions/condition-commands.ts';
import {entryLanguage} from '../logs/conditions/entry-test.ts';
import {withAdded} from '../logs/conditions/scope.ts';
import {filterForm, readFields} from '../logs/fields.ts';
import {parseRate, type WatchRequest} from './watch.ts';

const optional = (verb: Condition['verb']): FieldSpec => {
  const field = expressionFieldOf(verb, entryLanguage);
  return {
    ...field,
    name: verb,
    label: verb === 'keep' ? 'Keep' : 'Drop',
    check: (text, now) => (text === '' ? undefined : field.check?.(text, now)),
  };
};

const watchFields: readonly FieldSpec[] = [
  ...filterForm,
  {
    kind: 'text',
    name: 'rate',
    label: 'Rate',
    check: text =>
      text === '' || parseRate(text) !== undefined ? undefined : `${text} is no rate such as 10/min, 100/5m or 3/s`,
  },
  {
    kind: 'choice',
    name: 'pattern',
    label: 'Pattern',
    options: [
      {value: '', label: 'any'},
      {value: 'new', label: 'new'},
    ],
  },
  {kind: 'text', name: 'message', label: 'Message'},
  ...VERBS.map(optional),
];

/** Parses a text such as `level=error rate=10/min` or `pattern=new`. */
export const parseWatch = (text: string, now: number): WatchRequest | string => {
  const given = parseArguments({fields: watchFields}, text, now);
  if ('problem' in given) return given.problem;
  const {rate = '', pattern, message = '', ...texts} = given.values;
  const fields = readFields(texts);
  if (typeof fields === 'string') return fields;
  const limit = parseRate(rate);
  const newPattern = pattern === 'new';
  if (limit === undefined && !newPattern && message === '')
    return 'say what to wait for; try level=error rate=10/min, pattern=new or message=ID';
  const conditions = VERBS.flatMap(verb => {
    const {[verb]: expression = ''} = texts;
    return expression === '' ? [] : [{verb, text: expression}];
  });
  const filter = withAdded({...fields, range: {}}, conditions);
  if (typeof filter === 'string') return filter;
  return {filter, rate: limit, newPattern, ...(message !== '' && {message})};
};
