import type {ErrorLogEntry} from '@edge-console/schema';
import {RE2JS} from 're2js';
import {matches, type Search} from '../list/rows/search.ts';
import {type ConditionField, readExpression} from './conditions/entry-condition.ts';
import {conditionProblem, conditionTest} from './conditions/entry-test.ts';

export type EntrySearch = Search<ErrorLogEntry>;

export const matchesEntry = (search: EntrySearch, entry: ErrorLogEntry): boolean =>
  search.found?.isMatch(entry) ?? matches(search, entry.log);

/** Returns an error message unless `text` is a valid condition on a field. */
export const valueSearch = (text: string): EntrySearch | string => {
  const condition = {verb: 'keep', text} as const;
  const expression = readExpression(text);
  const problem = conditionProblem(condition);
  if (problem !== undefined || typeof expression === 'string' || expression.kind !== 'field')
    return problem ?? 'not a field:value';
  const {field, value} = expression;
  return {
    ...{text, inverted: false, pattern: highlighted(partsOf(field, value))},
    found: {label: field === 'pattern' ? value : text, isMatch: conditionTest(condition)},
  };
};

/** A truncated row may contain only some words of a template, so each word is highlighted. */
const partsOf = (field: ConditionField, value: string): readonly string[] => {
  const parts = field === 'pattern' ? value.split(/<\*>|\s+/) : field === 'request' ? value.split('*') : [value];
  return parts.filter(({length}) => length >= MIN_PART);
};

/** Shorter texts, such as `a`, would be highlighted inside other words. */
const MIN_PART = 3;

/** Longer texts come first, since RE2 takes the first alternative that matches. */
const highlighted = (texts: readonly string[]): RE2JS => {
  const sorted = texts.toSorted((one, other) => other.length - one.length);
  // `$^` matches nothing.
  return RE2JS.compile(sorted.map(text => RE2JS.quote(text)).join('|') || '$^', RE2JS.CASE_INSENSITIVE);
};
