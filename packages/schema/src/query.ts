import type * as z from 'zod/mini';
import type {ObjectSchema} from './docs.ts';

/**
 * Never throws. Uses the last value of a repeated parameter, and ignores empty values (docs/contract.md#error-logs) and
 * unknown parameters. Digits become an integer if the schema requires one.
 */
export const decodeQuery = <Q extends ObjectSchema>(
  schema: Q,
  raw: Readonly<Record<string, string | readonly string[] | undefined>>,
): z.core.util.SafeParseResult<z.output<Q>> => {
  const values: Record<string, unknown> = {};
  for (const [key, field] of Object.entries(schema.shape)) {
    const given = raw[key];
    const value = typeof given === 'string' || given === undefined ? given : given.at(-1);
    if (value === undefined || value === '') continue;
    values[key] = /^-?\d+$/.test(value) && !accepts(field, value) ? Number(value) : value;
  }
  return schema.safeParse(values) as z.core.util.SafeParseResult<z.output<Q>>;
};

/** The internal function `run` is faster than `safeParse`, because it creates no error messages. */
const accepts = (field: z.core.$ZodType, value: string): boolean =>
  (field._zod.run({value, issues: []}, {async: false}) as z.core.ParsePayload).issues.length === 0;
