import type {ErrorLogFilter} from '@edge-console/schema';
import {LEVELS, NODE_TYPES} from '@edge-console/schema/values';
import {argumentName} from '../commands/arguments.ts';
import type {FieldSpec} from '../form/form.ts';
import {nearest} from '../text/nearest.ts';

/** A value is a string if `isText` is true, an index into `names` if there are any, and a number otherwise. */
export interface FilterField {
  readonly wire: keyof ErrorLogFilter;
  readonly label: string;
  /** Title of the field's command without the word `Show`. */
  readonly shows: string;
  readonly names?: readonly string[];
  readonly isText?: true;
  /** Word before the value in the status line. If several fields have the same word, it is shown once. */
  readonly noun: string;
  /** Text for the field and its value, such as `all levels`. Default: `noun` and the value, or `noun` and `any`. */
  words?(value: string | undefined, atLeast: string): string;
}

/** The keys are used in saved views. In kebab case, they name flags and commands, such as `--node-type`. */
export const FILTER_FIELDS = {
  level: {
    wire: 'level',
    label: 'Level',
    shows: 'this level and more severe ones',
    names: LEVELS,
    noun: 'level',
    words: (level, atLeast) => (level === undefined ? 'all levels' : `${atLeast} ${level}`),
  },
  nodeType: {wire: 'node_type', label: 'Node type', shows: 'entries of a node type', names: NODE_TYPES, noun: 'node'},
  node: {wire: 'node_id', label: 'Node id', shows: 'entries of a node', noun: 'node'},
  app: {wire: 'app_id', label: 'Application id', shows: 'entries of an application', noun: 'app'},
  req: {wire: 'req_id', label: 'Request id', shows: 'entries of a request', isText: true, noun: 'req'},
} as const satisfies Readonly<Record<string, FilterField>>;

type Fields = typeof FILTER_FIELDS;
export type FieldName = keyof Fields;

/** A field that is absent matches any value. */
export type FieldValues = {
  readonly [Name in FieldName]?: Fields[Name] extends {readonly isText: true} ? string : number;
};

export const fieldEntries = Object.entries(FILTER_FIELDS) as readonly [FieldName, FilterField][];

/** If the field has `names`, a name or its index is valid. */
export const readField = ({names, isText}: FilterField, text: string): {value: number | string} | {problem: string} => {
  if (isText === true) return {value: text};
  if (names === undefined)
    return /^\d{1,15}$/.test(text) ? {value: Number(text)} : {problem: 'It takes a whole number, 0 or more.'};
  const shown = names.map(name => name.toLowerCase());
  const named = shown.indexOf(text.toLowerCase());
  if (named >= 0) return {value: named};
  return /^\d+$/.test(text) && Number(text) < names.length ? {value: Number(text)} : {problem: notOneOf(shown, text)};
};

/** `names` must be in lower case. */
export const notOneOf = (names: readonly string[], text: string): string => {
  const near = nearest(text.toLowerCase(), names);
  return `${near === undefined ? '' : `Did you mean ${near}? `}Allowed choices are ${names.join(', ')}.`;
};

/** Ignores empty texts. Returns an error message for an invalid text. */
export const readFields = (texts: Readonly<Record<string, string | undefined>>): FieldValues | string => {
  const values: Record<string, number | string> = {};
  for (const [name, field] of fieldEntries) {
    const text = texts[name]?.trim() ?? '';
    if (text === '') continue;
    const read = readField(field, text);
    if ('problem' in read) return `${argumentName({name})} ${text} is not a value. ${read.problem}`;
    values[name] = read.value;
  }
  return values;
};

export const filterForm: readonly (FieldSpec & {readonly name: FieldName})[] = fieldEntries.map(([name, field]) => {
  const {label, names} = field;
  if (names !== undefined) {
    const options = [{value: '', label: 'any'}, ...names.map((each, value) => ({value: String(value), label: each}))];
    return {kind: 'choice', name, label, options};
  }
  const check = (text: string): string | undefined => {
    const read = readField(field, text.trim());
    return text.trim() === '' || 'value' in read ? undefined : read.problem;
  };
  return {kind: 'text', name, label, placeholder: 'any', check};
});
