import {decodeQuery, type ObjectSchema} from '@edge-console/schema';
import type {z} from 'zod';
import {Failure} from '../responses/failure.ts';

/** One line with the path of the value and the problem: `page: expected int, received string`. */
export const describeIssue = (issue: z.core.$ZodIssue, root: string): string => {
  const path = issue.path.reduce<string>(
    (text, step) =>
      typeof step === 'number' ? `${text}[${step}]` : text === '' ? String(step) : `${text}.${String(step)}`,
    '',
  );
  return `${path === '' ? root : path}: ${issue.message.replace(/^Invalid input: /, '')}`;
};

const unwrap = <T>(result: z.core.util.SafeParseResult<T>, root: string): T => {
  if (result.success) return result.data;
  throw new Failure(400, result.error.issues.map(issue => describeIssue(issue, root)).join('; '));
};

/** Decodes path parameters; all of them are ids. */
export const decodeParams = (raw: Readonly<Record<string, string>>): Record<string, number> =>
  Object.fromEntries(
    Object.entries(raw).map(([name, text]) => {
      const id = /^\d+$/.test(text) ? Number(text) : Number.NaN;
      if (!Number.isSafeInteger(id)) throw new Failure(400, `${name}: expected an integer, 0 or more`);
      return [name, id];
    }),
  );

export const decodeUrlQuery = (
  schema: ObjectSchema,
  raw: Readonly<Record<string, string | readonly string[] | undefined>>,
): unknown => unwrap(decodeQuery(schema, raw), 'query');

/** Decodes a JSON body; the Content-Type is ignored (docs/field-facts.md#3). */
export const decodeBody = (schema: ObjectSchema, text: unknown): unknown => {
  if (typeof text !== 'string' || text.trim() === '') {
    throw new Failure(400, `body: expected a JSON object with ${Object.keys(schema.shape).join(', ')}; it is empty`);
  }
  return unwrap(schema.safeParse(parseJson(text)), 'body');
};

/** Parses a JSON body. Throws a 400 {@link Failure} that does not quote the body. */
export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's message quotes the text, which may contain a password.
    throw new Failure(400, 'body: expected a JSON object; it is not valid JSON');
  }
};
