import {type Suffix, TABLE} from './table.ts';

export type Format = {
  readonly expression: RegExp;
  /** First line of the format, with `<*>` in place of each conversion. */
  readonly template: string;
  readonly level: string;
  /** Path in the source tree of nginx or lua-nginx-module. */
  readonly file: string;
  /** Number of literal characters. Of several formats that match, the one with the most literal characters applies. */
  readonly literal: number;
};

const CONVERSION = /%0?\d*(?:u|m|X|x|l|\.\d+|\*)*[VvsOPTMzidlDLAfrpcNZ%]/g;
const SPECIAL = /[\\^$.*+?()[\]{}|]/g;
const escaped = (text: string): string => text.replaceAll(SPECIAL, '\\$&');

const expressionOf = (conversion: string): string => {
  if (conversion.endsWith('%')) return '%';
  if (conversion.endsWith('c')) return '[\\s\\S]';
  if (/[Vvs]$/.test(conversion)) return '[\\s\\S]*?';
  return /[Xxp]/.test(conversion) ? '[0-9a-fA-F]+' : '-?[\\d.]+';
};

/** Matches a quote or parenthesis before two values, as in `(<*>: <*>)`. */
const PAIR = /(["(])<\*>: <\*>(?=[")])/g;

/** A token that is a number, such as that in `retry %d of 5`. */
const NUMBER = /(?<!\S)\d+(?!\S)/g;

/**
 * Joins values that only punctuation separates, such as `%s:%ui`, and replaces tokens of digits by values, like the
 * rules for true templates of Khan et al. (ICSE 2022). Returns the first line.
 */
export const joinValues = (template: string): string => {
  const [first = ''] = template.split('\n', 1);
  const joined = first
    .replaceAll(NUMBER, '<*>')
    .replaceAll(PAIR, '$1<*>')
    .replaceAll(/<\*>(?:[-+:./#]?<\*>)+/g, '<*>');
  return joined.replaceAll(/\s+/g, ' ').trim();
};

/** Expands lists of words, such as `%{open()|stat()} "%s" failed`, to one format for each word. */
const withWord = (format: string): string[] => {
  const [list, words] = /%\{(.*?)\}/s.exec(format) ?? [];
  return list === undefined
    ? [format]
    : (words ?? '').split('|').flatMap(word => withWord(format.replace(list, () => word)));
};

const SUFFIXES: Readonly<Record<Suffix | 'none', readonly string[]>> = {
  none: [''],
  errno: ['', ' (%d: %s)'],
  ssl: ['', ' (SSL: %s)', ' (%d: %s)', ' (SSL: %s) (%d: %s)'],
  conf: ['', ' in %s:%d', ' (%d: %s) in %s:%d', ' in command line'],
};

export const compile = (format: string, place: {readonly level: string; readonly file: string}): Format => {
  const parts = format.split(new RegExp(CONVERSION.source, 'g'));
  const values = [...format.matchAll(CONVERSION)].map(([conversion]) => conversion);
  const expression = parts.map(
    (part, at) => escaped(part) + (at < values.length ? expressionOf(values[at] ?? '') : ''),
  );
  const template = parts.map((part, at) => part + (at < values.length ? (values[at] === '%%' ? '%' : '<*>') : ''));
  return {
    ...place,
    expression: new RegExp(`^${expression.join('')}$`),
    template: joinValues(template.join('')),
    literal: parts.join('').length,
  };
};

/** Whether a format has a word of its own. Formats of wrappers, such as `%*s in %s:%ui`, would match every message. */
const hasWord = ({template}: Format): boolean => /[a-z]{2}/i.test(template.replace(/ in (?:<\*>|command line)$/, ''));

export const FORMATS: readonly Format[] = Object.entries(TABLE.formats).flatMap(([file, calls]) =>
  calls.flatMap(([, level, format, suffix]) =>
    withWord(format)
      .flatMap(each => SUFFIXES[suffix ?? 'none'].map(end => each + end))
      .map(each => compile(each, {level, file}))
      .filter(hasWord),
  ),
);
