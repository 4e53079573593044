import * as z from 'zod/mini';
import {FIELD_DOCS} from './docs.ts';

/** JSON Schema, draft 2020-12. */
export type JsonSchema = z.core.JSONSchema.BaseSchema;
type Override = NonNullable<z.core.JSONSchemaGeneratorParams['override']>;

const accepts = (schema: z.core.$ZodType, value: unknown): boolean => z.safeParse(schema, value).success;

/** The limits of JavaScript's safe integers are not limits of the interface. */
const withoutSafeLimits = (schema: JsonSchema): void => {
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
};

const arrays = (full: boolean): JsonSchema => (full ? {type: 'array'} : {type: 'array', maxItems: 0});

/**
 * The values that a schema accepts instead of a list or map, such as `{}` for an empty list (docs/field-facts.md#13).
 */
const alternatives = (schema: z.core.$ZodType): JsonSchema[] => {
  const {def} = (schema as z.core.$ZodTypes)._zod;
  if (def.type !== 'pipe' || def.in._zod.def.type !== 'transform') return [];
  const kind = def.out._zod.def.type;
  return [
    ...(kind === 'array' && accepts(schema, {}) ? [{type: 'object', maxProperties: 0} as const] : []),
    ...(kind === 'record' && accepts(schema, []) ? [arrays(accepts(schema, [0]))] : []),
    ...(kind === 'record' && accepts(schema, null) ? [{type: 'null'} as const] : []),
  ];
};

/** Corrects zod's result, because zod cannot find out which values a conversion function accepts. */
const override: Override = ({zodSchema, jsonSchema}) => {
  delete jsonSchema.example;
  if (jsonSchema.type === 'integer') withoutSafeLimits(jsonSchema);
  if (Number.isInteger(jsonSchema.const)) jsonSchema.type = 'integer';
  const others = alternatives(zodSchema);
  if (others.length > 0) {
    const {description, ...own} = jsonSchema;
    for (const key of Object.keys(own)) delete jsonSchema[key];
    jsonSchema.anyOf = [own, ...others];
  }
  if (zodSchema._zod.def.type === 'object' && jsonSchema.required) {
    const {shape} = (zodSchema as z.core.$ZodObject)._zod.def;
    jsonSchema.required = jsonSchema.required.filter(key => !accepts(shape[key] ?? zodSchema, undefined));
  }
};

const CONVERSION = {target: 'draft-2020-12', override, metadata: FIELD_DOCS} as const;

export const toJsonSchema = (schema: z.core.$ZodType, io: 'input' | 'output'): JsonSchema =>
  z.toJSONSchema(schema, {...CONVERSION, io});

/** The JSON Schemas refer to each other by `uri(name)`. Objects may have unknown fields. */
export const toJsonSchemas = (
  named: Readonly<Record<string, z.core.$ZodType>>,
  uri: (name: string) => string,
): Readonly<Record<string, JsonSchema>> => {
  const registry = z.registry<{id: string}>();
  for (const [id, schema] of Object.entries(named)) registry.add(schema, {id});
  return z.toJSONSchema(registry, {...CONVERSION, io: 'input', uri}).schemas;
};
