import {decodeQuery, type ObjectSchema} from '@edge-console/schema';
import {tryParseJson} from '@edge-console/schema/values';
import {closestMatch} from 'leven';
import * as z from 'zod';
import {Failure} from '../responses/failure.ts';

/**
 * Returns one line such as `page: must be a whole number`. Does not repeat an unknown name, which may be a misplaced
 * secret.
 */
export const describeIssue = (issue: z.core.$ZodIssue, root: string, known: readonly string[] = []): string => {
  const path = z.core.toDotPath(issue.path) || root;
  return `${path}: ${problemOf(issue, root, known)}`;
};

const problemOf = (issue: z.core.$ZodIssue, root: string, known: readonly string[]): string => {
  if (issue.code === 'unrecognized_keys' && issue.message.startsWith('Unrecognized')) {
    return `unknown field${issue.path.length === 0 ? suggest(issue.keys[0] ?? '', known) : ''}`;
  }
  // In a query, `invalid_type` means that an integer was expected.
  const isInteger = issue.code === 'invalid_type' && (issue.expected === 'int' || root === 'query');
  return isInteger ? 'must be a whole number' : issue.message.replace(/^Invalid input: /, '');
};

export const describeIssues = ({issues}: z.core.$ZodError, root: string, known: readonly string[] = []): string =>
  issues.map(issue => describeIssue(issue, root, known)).join('; ');

const unwrap = <T>(result: z.core.util.SafeParseResult<T>, root: string, known: readonly string[]): T => {
  if (result.success) return result.data;
  throw new Failure(400, describeIssues(result.error, root, known));
};

export const decodeParams = (raw: Readonly<Record<string, string>>): Record<string, number> =>
  Object.fromEntries(
    Object.entries(raw).map(([name, text]) => {
      // The parameter is empty in a path such as `/agents//applications`.
      if (text === '') throw new Failure(404, 'there is no such path');
      const id = /^\d+$/.test(text) ? Number(text) : Number.NaN;
      if (!Number.isSafeInteger(id)) throw new Failure(400, `${name}: expected an integer, 0 or more`);
      return [name, id];
    }),
  );

export const decodeUrlQuery = <S extends ObjectSchema>(
  schema: S,
  raw: Readonly<Record<string, string | readonly string[] | undefined>>,
): z.output<S> => unwrap(decodeQuery(schema, raw), 'query', Object.keys(schema.shape)) as z.output<S>;

/** The Content-Type is ignored (docs/field-facts.md#3). */
export const decodeBody = <S extends ObjectSchema>(schema: S, body: unknown): z.output<S> => {
  const text = String(body ?? '');
  if (text.trim() === '') {
    throw new Failure(400, `body: expected a JSON object with ${Object.keys(schema.shape).join(', ')}; it is empty`);
  }
  return unwrap(schema.safeParse(parseJson(text)), 'body', Object.keys(schema.shape)) as z.output<S>;
};

export const parseJson = (text: string, root = 'body'): unknown => {
  const value = tryParseJson(text);
  if (value === undefined) throw new Failure(400, `${root}: expected a JSON object; it is not valid JSON`);
  return value;
};

// For a very long word, computing the edit distance to each known name would be slow.
const MAX_WORD_LENGTH = 64;

/** Ignores case. Undefined if more than a third of `word` differs. */
export const nearest = (word: string, known: readonly string[]): string | undefined => {
  if (word.length > MAX_WORD_LENGTH) return undefined;
  const lowerCase = known.map(name => name.toLowerCase());
  const match = closestMatch(word.toLowerCase(), lowerCase, {maxDistance: Math.floor(word.length / 3)});
  return match === undefined ? undefined : known[lowerCase.indexOf(match)];
};

export const suggest = (word: string, known: readonly string[]): string => {
  const name = nearest(word, known);
  return name === undefined ? '' : `; did you mean ${name}`;
};
