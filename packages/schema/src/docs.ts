import * as z from 'zod/mini';

/** A schema of zod or of zod/mini. */
export interface Schema<T = unknown> extends z.core.$ZodType<T> {
  parse(value: unknown): T;
  safeParse(value: unknown, options?: z.core.ParseContext<z.core.$ZodIssue>): z.core.util.SafeParseResult<T>;
}

/** A schema of an object. */
export interface ObjectSchema<T extends object = object> extends Schema<T> {
  readonly shape: z.core.$ZodShape;
}

/** Documentation of a field, in keywords of JSON Schema. */
export interface FieldDoc {
  /** Meaning, unit and limits. */
  readonly description: string;
  /** Default: a value of the type. */
  readonly example?: unknown;
  /** The value that an absent field has. */
  readonly default?: unknown;
  /** Absent for integers of at most 32 bits. */
  readonly format?: 'int64';
  /** A check that is a function in zod. */
  readonly not?: object;
}

/** Documentation by schema. It is not in zod's global registry, which other packages use too. */
export const FIELD_DOCS = z.registry<FieldDoc>();

export const MSG_DOC = {description: 'Why the call failed.'};

/** For identifiers and times, which may have more than 32 bits. */
export const INT64 = {format: 'int64'} as const;

/** Documents a schema for OpenAPI and JSON Schema. Must be the last call, because other methods return a new schema. */
export const field = <T extends z.core.$ZodType>(schema: T, doc: FieldDoc): T => {
  FIELD_DOCS.add(schema, doc);
  return schema;
};

/** Makes a documented schema optional. */
export const optional = <T extends z.core.$ZodType>(schema: T, doc: FieldDoc): z.ZodMiniOptional<T> =>
  z.optional(field(schema, doc));
