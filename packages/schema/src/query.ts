import type * as z from 'zod/mini';
import type {ObjectSchema} from './docs.ts';

/**
 * Converts the raw query of a URL to values of a query schema. If a parameter is repeated, its last value is used.
 * Empty values (docs/contract.md#error-logs) and unknown parameters are ignored. A string of digits becomes an integer
 * if the schema requires an integer. Returns the result of `safeParse`, and never throws.
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

/**
 * Whether a field accepts a text. Uses `run` instead of `safeParse`, which would create error messages that take longer
 * than the check.
 */
const accepts = (field: z.core.$ZodType, value: string): boolean =>
  (field._zod.run({value, issues: []}, {async: false}) as z.core.ParsePayload).issues.length === 0;
