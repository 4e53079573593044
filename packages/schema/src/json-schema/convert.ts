import {z} from 'zod';
import {DESCRIPTIONS} from './descriptions.ts';
import type {ShapeName} from './shapes.ts';

/** A JSON Schema object, draft 2020-12. */
export type JsonSchema = z.core.JSONSchema.BaseSchema;
type Override = NonNullable<z.core.JSONSchemaGeneratorParams['override']>;

const accepts = (schema: z.core.$ZodType, value: unknown): boolean => z.safeParse(schema, value).success;

/** Widths of integers: a limit that is only that of a JavaScript number is none of the interface. */
const int64 = (schema: z.core.JSONSchema.BaseSchema): void => {
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum !== Number.MAX_SAFE_INTEGER) return;
  delete schema.maximum;
  schema.format = 'int64';
};

const arrays = (full: boolean): JsonSchema => (full ? {type: 'array'} : {type: 'array', maxItems: 0});

/** What a preprocessed list or map takes beside its own form: the empty tables of Lua (field fact 13), or nothing. */
const alsoTaken = (schema: z.core.$ZodType): JsonSchema[] => {
  const {def} = (schema as z.core.$ZodTypes)._zod;
  if (def.type !== 'pipe' || def.in._zod.def.type !== 'transform') return [];
  const kind = def.out._zod.def.type;
  return [
    ...(kind === 'array' && accepts(schema, {}) ? [{type: 'object', maxProperties: 0} as const] : []),
    ...(kind === 'record' && accepts(schema, []) ? [arrays(accepts(schema, [0]))] : []),
    ...(kind === 'record' && accepts(schema, null) ? [{type: 'null'} as const] : []),
  ];
};

/** Says what zod does by functions, which it cannot write down. */
const override: Override = ({zodSchema, jsonSchema}) => {
  if (jsonSchema.type === 'integer') int64(jsonSchema);
  if (Number.isInteger(jsonSchema.const)) jsonSchema.type = 'integer';
  const others = alsoTaken(zodSchema);
  if (others.length > 0) {
    const own = {...jsonSchema};
    for (const key of Object.keys(jsonSchema)) delete jsonSchema[key];
    jsonSchema.anyOf = [own, ...others];
  }
  if (zodSchema._zod.def.type === 'object' && jsonSchema.required) {
    const {shape} = (zodSchema as z.core.$ZodObject)._zod.def;
    jsonSchema.required = jsonSchema.required.filter(key => !accepts(shape[key] ?? zodSchema, undefined));
  }
};

/** Settings of every conversion. */
export const CONVERSION = {target: 'draft-2020-12', override} as const;

/** Adds what each field means, and that a failure's status is not 0, which zod knows as a function alone. */
export const described = (name: ShapeName, schema: JsonSchema): JsonSchema => {
  const fields = Object.entries(schema.properties ?? {}).map(([field, value]) => {
    const description = DESCRIPTIONS[name][field];
    const told = typeof value === 'object' && description !== undefined ? {description, ...value} : value;
    const nonzero = name === 'Failure' && field === 'status' ? {not: {const: 0}} : {};
    return [field, typeof told === 'object' ? {...told, ...nonzero} : told];
  });
  return {...schema, properties: Object.fromEntries(fields)};
};
