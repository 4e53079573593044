import {checkForm, createForm, type FieldSpec, hasProblems, shownFields, type Values, valuesOf} from '../form/form.ts';
import {didYouMean} from '../text/nearest.ts';
import type {ArgumentSpec} from './command.ts';

const WORD = /(?:([A-Za-z][\w-]*)=)?("[^"]*"?|\S+)/g;

/** Words without `name=` are the values of the fields in order. The last field takes the rest of the text. */
export const parseArguments = (
  {fields, read}: ArgumentSpec,
  text: string,
  now: number,
): {readonly values: Values} | {readonly problem: string} => {
  const given = read === undefined ? assign(fields, text) : read(text.trim());
  if (typeof given === 'string') return {problem: given};
  const wrong = fields.flatMap(field => optionProblem(field, given[field.name]) ?? [])[0];
  if (wrong !== undefined) return {problem: wrong};
  const values = Object.fromEntries(fields.flatMap(field => entryOf(field, given[field.name])));
  const form = checkForm(fields, createForm(fields, values), now);
  const [invalid] = hasProblems(form) ? shownFields(fields, form).filter(({name}) => form.problems[name]) : [];
  if (invalid !== undefined) return {problem: `${invalid.label}: ${form.problems[invalid.name]}`};
  return {values: valuesOf(form)};
};

export const listItems = (text: string): readonly string[] => {
  const items = text.split(',').map(item => item.trim());
  return [...new Set(items.filter(item => item !== ''))];
};

export const argumentName = ({name}: Pick<FieldSpec, 'name'>): string =>
  name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`);

/** Returns the environment variable of an option or field. Underscores before the name are left out. */
export const variableOf = (name: string): string =>
  `EDGE_CONSOLE_${name.replace(/^_+/, '').replaceAll(/[A-Z]/g, '_$&').toUpperCase()}`;

export const optionsFor = (field: FieldSpec | undefined, text: string): readonly string[] =>
  field?.kind === 'choice'
    ? field.options.map(({label}) => label.toLowerCase()).filter(label => label.startsWith(text.toLowerCase()))
    : [];

const assign = (fields: readonly FieldSpec[], text: string): Values | string => {
  const values: Record<string, string> = {};
  let next = 0;
  for (const [, name, raw = ''] of text.matchAll(WORD)) {
    const value = raw.replaceAll('"', '');
    const field = name === undefined ? fields[Math.min(next++, fields.length - 1)] : fieldOf(fields, name);
    if (field === undefined) {
      const names = fields.map(argumentName);
      return `there is no ${name}; ${didYouMean(name ?? '', names, `there are ${names.join(', ')}`)}`;
    }
    const {[field.name]: known} = values;
    values[field.name] = known === undefined || name !== undefined ? value : `${known} ${value}`;
  }
  return values;
};

const plain = (name: string): string => name.replaceAll('-', '').toLowerCase();

const fieldOf = (fields: readonly FieldSpec[], name: string): FieldSpec | undefined =>
  fields.find(field => plain(field.name) === plain(name));

const optionOf = (field: FieldSpec & {kind: 'choice'}, text: string) =>
  field.options.find(({value, label}) => value === text || label.toLowerCase() === text.toLowerCase());

const optionProblem = (field: FieldSpec, text: string | undefined): string | undefined => {
  if (field.kind !== 'choice' || text === undefined || optionOf(field, text) !== undefined) return undefined;
  const labels = field.options.map(({label}) => label.toLowerCase());
  if (labels.length === 0) return `${field.label}: there is none yet`;
  return `${field.label}: ${didYouMean(text.toLowerCase(), labels, `one of ${labels.join(', ')}`)}`;
};

const entryOf = (field: FieldSpec, text: string | undefined): [string, string][] => {
  if (text === undefined) return [];
  return [[field.name, field.kind === 'choice' ? (optionOf(field, text)?.value ?? text) : text]];
};

export const shellLine = (words: readonly string[]): string => words.map(shellWord).join(' ');

const shellWord = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
