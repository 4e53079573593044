/** Fields of a zod validation issue that {@link issueText} uses. */
export interface SchemaIssue {
  readonly code?: string | undefined;
  readonly message?: string | undefined;
  readonly input?: unknown;
  readonly expected?: unknown;
  readonly origin?: unknown;
  readonly minimum?: unknown;
  readonly maximum?: unknown;
  readonly values?: readonly unknown[];
}

const EXPECTED: Readonly<Record<string, string>> = {
  int: 'an integer',
  number: 'a number',
  string: 'text',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

const describeType = (value: unknown): string => {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'string') return 'text';
  if (typeof value === 'number') return Number.isInteger(value) ? 'a number' : 'a fraction';
  return typeof value === 'boolean' ? 'true or false' : 'an object';
};

const amountOf = ({origin}: SchemaIssue): string => (origin === 'string' ? 'a length of ' : '');

/**
 * Returns a message with the type of the invalid value, but without the value. The issue must come from a parse with
 * `reportInput: true`, because only then the issue contains the value.
 */
export const issueText = (issue: SchemaIssue): string => {
  const received = describeType(issue.input);
  switch (issue.code) {
    case 'invalid_type':
      return `expected ${EXPECTED[String(issue.expected)] ?? String(issue.expected)}, received ${received}`;
    case 'invalid_union':
      return `expected an integer or text, received ${received}`;
    case 'invalid_value':
      return `expected ${issue.values?.map(String).join(' or ')}, received ${received}`;
    case 'too_small':
      return `expected ${amountOf(issue)}${String(issue.minimum)} or more`;
    case 'too_big':
      return `expected ${amountOf(issue)}${String(issue.maximum)} or less`;
    case 'unrecognized_keys':
      return 'not a known field';
    default:
      return issue.message ?? 'not valid';
  }
};
