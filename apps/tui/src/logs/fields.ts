import type {ErrorLogFilter} from '@edge-console/schema';
import {LEVELS, NODE_TYPES} from '@edge-console/schema/values';
import {argumentName} from '../commands/arguments.ts';
import type {FieldSpec} from '../form/form.ts';
import {nearest} from '../text/nearest.ts';

/** A field of the filter: a number; with `names`, an index in them; with `isText`, a text. */
export interface FilterField {
  /** In the query. */
  readonly wire: keyof ErrorLogFilter;
  /** In the form. */
  readonly label: string;
  /** What is shown, for titles and help. */
  readonly shows: string;
  readonly names?: readonly string[];
  readonly isText?: true;
  /** In the words of the filter, before the value. Fields of one noun are one part. */
  readonly noun: string;
  /** The part in words, if it is not the noun and the value or `any`. */
  words?(value: string | undefined, atLeast: string): string;
}

/**
 * The fields of the filter, apart from its time range. The key is the name of the field in `goto` parameters and saved views, in
 * `:filter`, `:watch` and the line mode, and of its flag and command: `nodeType` as `--node-type` and `:node-type`.
 */
export const FILTER_FIELDS = {
  level: {
    wire: 'level',
    label: 'At least',
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

/** Values of the fields. Absent is any. */
export type FieldValues = {
  readonly [Name in FieldName]?: Fields[Name] extends {readonly isText: true} ? string : number;
};

export const fieldEntries = Object.entries(FILTER_FIELDS) as readonly [FieldName, FilterField][];

/** Reads a value, of `names` also by name; a sentence if it is not one. */
export const readField = ({names, isText}: FilterField, text: string): {value: number | string} | {problem: string} => {
  if (isText === true) return {value: text};
  if (names === undefined)
    return /^\d{1,15}$/.test(text) ? {value: Number(text)} : {problem: 'It takes a whole number, 0 or more.'};
  const shown = names.map(name => name.toLowerCase());
  const named = shown.indexOf(text.toLowerCase());
  if (named >= 0) return {value: named};
  return /^\d+$/.test(text) && Number(text) < names.length ? {value: Number(text)} : {problem: notOneOf(shown, text)};
};

/** A sentence about a text that is not one of `names`, in lower case. */
export const notOneOf = (names: readonly string[], text: string): string => {
  const near = nearest(text.toLowerCase(), names);
  return `${near === undefined ? '' : `Did you mean ${near}? `}Allowed choices are ${names.join(', ')}.`;
};

/** Reads texts by the names of fields; absent and empty ones are any. A sentence about one that is not a value. */
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

const ANY = {value: '', label: 'any'};

/** The fields in a form, whose values {@link readFields} takes. */
export const filterForm: readonly (FieldSpec & {readonly name: FieldName})[] = fieldEntries.map(([name, field]) => {
  const {label, names} = field;
  if (names !== undefined) {
    const options = [ANY, ...names.map((each, value) => ({value: String(value), label: each}))];
    return {kind: 'choice', name, label, options};
  }
  const check = (text: string): string | undefined => {
    const read = readField(field, text.trim());
    return text.trim() === '' || 'value' in read ? undefined : read.problem;
  };
  return {kind: 'text', name, label, placeholder: 'any', check};
});
