import type {z} from 'zod';
import type {Note} from '../check.ts';
import {isObject} from '../http/answer.ts';
import {fail} from '../outcome.ts';

/** Holds a value against an exact shape. Keys that the shape does not have are noted: a gateway may send more. */
export const hasShape = (value: unknown, schema: z.ZodType, {at, note}: {at: string; note: Note}): void => {
  const result = schema.safeParse(value);
  if (!result.success) {
    const told = result.error.issues.slice(0, 3).map(({path, message}) => `${place(at, path)}: ${message}`);
    fail(told.join('; '));
  }
  for (const key of extraKeys(value, result.data, at)) note(`${key} is not in the contract`);
};

const place = (at: string, path: readonly PropertyKey[]): string =>
  path.reduce<string>((text, step) => (typeof step === 'number' ? `${text}[${step}]` : `${text}.${String(step)}`), at);

const extraKeys = (value: unknown, known: unknown, at: string): string[] => {
  if (Array.isArray(value) && Array.isArray(known)) {
    return value.flatMap((item, index) => extraKeys(item, known[index], `${at}[]`));
  }
  if (!isObject(value) || !isObject(known)) return [];
  return Object.entries(value).flatMap(([key, item]) =>
    key in known ? extraKeys(item, known[key], `${at}.${key}`) : [`${at}.${key}`],
  );
};

// 2001 to 2286: milliseconds, and small numbers of another unit, lie outside.
const EARLIEST = 1e9;
const LATEST = 1e10;

/** Fails for a number that cannot be Unix seconds of our days. What is no number is for the check of the shape. */
export const inUnixSeconds = (value: unknown, what: string): void => {
  if (typeof value === 'number' && !(value >= EARLIEST && value < LATEST)) fail(`${what} is ${value}`);
};
