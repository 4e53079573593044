import type {z} from 'zod';

/**
 * Turns the raw query of a URL into values of a query schema: the last of repeated parameters counts, an empty value
 * is an absent one (contract "Error logs"), parameters that the operation does not know are dropped, and digits become
 * an integer where the schema wants one. Gives zod's result; nothing is thrown.
 */
export const decodeQuery = <Q extends z.ZodObject>(
  schema: Q,
  raw: Readonly<Record<string, string | readonly string[] | undefined>>,
): z.ZodSafeParseResult<z.output<Q>> => {
  const values: Record<string, unknown> = {};
  for (const [key, field] of Object.entries(schema.shape)) {
    const given = raw[key];
    const value = typeof given === 'string' || given === undefined ? given : given.at(-1);
    if (value === undefined || value === '') continue;
    values[key] = /^-?\d+$/.test(value) && !(field as z.ZodType).safeParse(value).success ? Number(value) : value;
  }
  return schema.safeParse(values) as z.ZodSafeParseResult<z.output<Q>>;
};
