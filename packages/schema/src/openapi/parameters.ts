import type * as z from 'zod/mini';
import type {Operation} from '../contract.ts';
import {toJsonSchema} from '../convert-schema.ts';
import {FIELD_DOCS, type ObjectSchema} from '../docs.ts';

const pathParameters = ({path, params = {}}: Operation): object[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => {
    const param = params[name];
    if (!param) throw new Error(`the row of ${path} has no params.${name}`);
    const {$schema: _, description, ...schema} = toJsonSchema(param, 'input');
    return {name, in: 'path', required: true, description, schema, example: exampleOf(param)};
  });

const queryParameters = (query: ObjectSchema): object[] => {
  const {properties = {}} = toJsonSchema(query, 'input');
  return Object.entries(query.shape).map(([name, field]) => {
    const {description, ...schema} = Object(properties[name]);
    const example = exampleOf(field);
    return {name, in: 'query', required: false, description, allowEmptyValue: true, schema, example};
  });
};

export const parametersOf = (operation: Operation): object[] => [
  ...pathParameters(operation),
  ...(operation.query ? queryParameters(operation.query) : []),
];

/** Throws for a type without an example, such as a union. */
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
