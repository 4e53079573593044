import {plainType} from '@edge-console/schema';
import * as z from 'zod';

/** Whether a value can be sent as it is. False for some such values too; then zod must decide. */
export type ExactCheck = (value: unknown) => boolean;

/**
 * Compiles a schema of objects, arrays and plain values to a check that a value has exactly its keys and types, so that
 * `JSON.stringify` writes what zod would return. A page of 50 rows takes zod ten times as long.
 */
export const exactCheck = (schema: z.core.$ZodType): ExactCheck => {
  const {def} = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object':
      return exactObject(def.shape);
    case 'array': {
      const isItem = exactCheck(def.element);
      return value => isPlain(value, Array.prototype) && !('toJSON' in value) && (value as unknown[]).every(isItem);
    }
    case 'literal':
      return value => def.values.includes(value as never);
    case 'boolean':
      return value => typeof value === 'boolean';
    case 'number':
    case 'string':
      return plainCheck(schema);
    default:
      return () => false;
  }
};

const isPlain = (value: unknown, prototype: object): value is object =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === prototype;

const exactObject = (shape: z.core.$ZodShape): ExactCheck => {
  const fields = Object.entries(shape).map(([name, field]) => ({name, isExact: exactCheck(field)}));
  return value => {
    if (!isPlain(value, Object.prototype)) return false;
    let keys = 0;
    for (const _ in value) keys += 1;
    if (keys !== fields.length) return false;
    for (const {name, isExact} of fields) {
      if (!(Object.hasOwn(value, name) && isExact((value as Record<string, unknown>)[name]))) return false;
    }
    return true;
  };
};

const plainCheck = (schema: z.core.$ZodType): ExactCheck => {
  switch (plainType(schema)) {
    case 'integer':
      return Number.isSafeInteger;
    case 'text':
      return value => typeof value === 'string';
    default:
      return value => {
        const result = z.safeParse(schema, value);
        return result.success && result.data === value;
      };
  }
};
