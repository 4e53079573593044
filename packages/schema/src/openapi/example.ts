import type * as z from 'zod/mini';
import {FIELD_DOCS} from '../docs.ts';

/**
 * A value of a request or of a sent response: the documented example of each field, else one by its type. Throws for a
 * type without a default; document an example then.
 */
export const exampleOf = (schema: z.core.$ZodType): unknown => {
  const documented = FIELD_DOCS.get(schema)?.example;
  if (documented !== undefined) return documented;
  const {def} = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object':
      return Object.fromEntries(Object.entries(def.shape).map(([name, value]) => [name, exampleOf(value)]));
    case 'array':
      return [exampleOf(def.element)];
    case 'optional':
      return exampleOf(def.innerType);
    case 'literal':
      return def.values[0];
    case 'record':
      return {};
    case 'boolean':
      return true;
    case 'number':
      return 1;
    case 'string':
      return 'text';
    default:
      throw new Error(`no example for a schema of type ${def.type}`);
  }
};
