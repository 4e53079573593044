import type {ConditionSyntax} from '../../core/condition.ts';

export interface Completion {
  /** A condition that may lack its value, such as `server:`. */
  readonly text: string;
  /** Description of the field. Absent if the completion is a value. */
  readonly about?: string;
}

/** The prefix `!` or `-` negates the expression. */
export const splitInput = (input: string): {readonly prefix: string; readonly expression: string} => {
  const [, prefix = '', expression = ''] = /^\s*([!-]?)\s*(.*)$/s.exec(input) ?? [];
  return {prefix, expression};
};

/** `seen` has the most frequent conditions first. If the input begins with an unknown field, returns all fields. */
export const completionsOf = (
  input: string,
  seen: readonly string[],
  {fields: all, fieldNamed, unknownField}: ConditionSyntax,
): readonly Completion[] => {
  const fieldCompletions = Object.entries(all).map(([field, about]) => ({text: `${field}:`, about}));
  const expression = splitInput(input).expression.toLowerCase();
  if (expression === '') return fieldCompletions;
  const [, name = '', part = ''] = /^([a-z-]+):(.*)$/s.exec(expression) ?? [];
  const field = fieldNamed(name);
  const values = seen.filter(text => {
    const at = text.indexOf(':');
    const value = text.slice(at + 1).toLowerCase();
    return field === undefined
      ? value.includes(expression)
      : text.slice(0, at) === field && value.includes(part.trim());
  });
  const fields = field === undefined ? fieldCompletions.filter(({text}) => text.startsWith(expression)) : [];
  const found = [...fields, ...values.filter(text => text.toLowerCase() !== expression).map(text => ({text}))];
  return found.length === 0 && unknownField(expression) !== undefined ? fieldCompletions : found;
};

/** Only values of this many rows are suggested, because parsing more would delay the dialog. */
const MAX_ROWS = 2_000;

/** Returns a condition such as `server:a` for each value of the rows, the most frequent first. */
export const expressionsByCount = <T>(
  rows: readonly T[],
  valuesOf: (row: T) => ReadonlyMap<string, string>,
): readonly string[] => {
  const expressionsOf = (row: T) => [...valuesOf(row)].map(([field, value]) => `${field}:${value}`);
  return [...Map.groupBy(rows.slice(0, MAX_ROWS).flatMap(expressionsOf), text => text)]
    .toSorted(([, one], [, other]) => other.length - one.length)
    .map(([text]) => text);
};
