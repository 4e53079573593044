import {decodeQuery} from '@edge-console/schema';
import type {z} from 'zod';
import {Failure} from './failure.ts';

/** One line that names what is wrong, and where: `page: expected int, received string`. */
export const describeIssue = (issue: z.core.$ZodIssue, root: string): string => {
  const place = issue.path.reduce<string>(
    (path, step) =>
      typeof step === 'number' ? `${path}[${step}]` : path === '' ? String(step) : `${path}.${String(step)}`,
    '',
  );
  return `${place === '' ? root : place}: ${issue.message.replace(/^Invalid input: /, '')}`;
};

const checked = <T>(result: z.ZodSafeParseResult<T>, root: string): T => {
  if (result.success) return result.data;
  throw new Failure(400, result.error.issues.map(issue => describeIssue(issue, root)).join('; '));
};

/** Path parameters, all of them ids. */
export const decodeParams = (raw: Readonly<Record<string, string>>): Record<string, number> =>
  Object.fromEntries(
    Object.entries(raw).map(([name, text]) => {
      const id = /^\d+$/.test(text) ? Number(text) : Number.NaN;
      if (!Number.isSafeInteger(id)) throw new Failure(400, `${name}: expected an integer, 0 or more`);
      return [name, id];
    }),
  );

export const decodeUrlQuery = (
  schema: z.ZodObject,
  raw: Readonly<Record<string, string | readonly string[] | undefined>>,
): unknown => checked(decodeQuery(schema, raw), 'query');

/** Reads a body as JSON, whatever its Content-Type says (field fact 3). */
export const decodeBody = (schema: z.ZodObject, text: unknown): unknown => {
  if (typeof text !== 'string' || text.trim() === '') {
    throw new Failure(400, `body: expected a JSON object with ${Object.keys(schema.shape).join(', ')}; it is empty`);
  }
  return checked(schema.safeParse(parseJson(text)), 'body');
};

/** Reads JSON. Fails with 400, without the text. */
export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's own message quotes the text, and with it perhaps a password.
    throw new Failure(400, 'body: expected a JSON object; it is not valid JSON');
  }
};
