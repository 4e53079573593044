import {CONDITION_FIELDS} from './condition.ts';

export interface Completion {
  /** The expression to put into the input, such as `server:`, which needs a value, or `server:api.example.com`. */
  readonly text: string;
  /** What the field is. Absent for a value. */
  readonly about?: string;
}

const fieldCompletions: readonly Completion[] = Object.entries(CONDITION_FIELDS).map(([field, about]) => ({
  text: `${field}:`,
  about,
}));

/** Returns the prefix of an input that makes it drop, and the expression after it. */
export const splitInput = (input: string): {readonly prefix: string; readonly expression: string} => {
  const [, prefix = '', expression = ''] = /^\s*([!-]?)\s*(.*)$/s.exec(input) ?? [];
  return {prefix, expression};
};

/**
 * Returns completions of an input: names of fields, and the expressions in `seen`, the commonest first, that have its
 * field or contain its text.
 */
export const completionsOf = (input: string, seen: readonly string[]): readonly Completion[] => {
  const expression = splitInput(input).expression.toLowerCase();
  if (expression === '') return fieldCompletions;
  const [, field = '', part = ''] = /^([a-z]+):(.*)$/s.exec(expression) ?? [];
  const isField = Object.hasOwn(CONDITION_FIELDS, field);
  const values = seen.filter(text => {
    const at = text.indexOf(':');
    return isField
      ? text.slice(0, at) === field &&
          text
            .slice(at + 1)
            .toLowerCase()
            .includes(part.trim())
      : text
          .slice(at + 1)
          .toLowerCase()
          .includes(expression);
  });
  const fields = isField ? [] : fieldCompletions.filter(({text}) => text.startsWith(expression));
  return [...fields, ...values.filter(text => text.toLowerCase() !== expression).map(text => ({text}))];
};

/** Returns the expressions by how often they were seen, the commonest first. */
export const byCount = (seen: Iterable<string>): readonly string[] => {
  const counts = new Map<string, number>();
  for (const text of seen) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].toSorted(([, one], [, other]) => other - one).map(([text]) => text);
};
