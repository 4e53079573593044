import * as z from 'zod/mini';

/** A schema of zod or of zod/mini. */
export interface Schema<T = unknown> extends z.core.$ZodType<T> {
  parse(value: unknown): T;
  safeParse(value: unknown, options?: z.core.ParseContext<z.core.$ZodIssue>): z.core.util.SafeParseResult<T>;
}

export interface ObjectSchema<T extends object = object> extends Schema<T> {
  readonly shape: z.core.$ZodShape;
}

/** Documentation of a field. The keys are keywords of JSON Schema. */
export interface FieldDoc {
  /** Meaning, unit and limits. */
  readonly description: string;
  /** Example value. If absent, the example is made from the type of the field. */
  readonly example?: unknown;
  /** Value that applies if the field is absent. */
  readonly default?: unknown;
  /** Present for integers that may have more than 32 bits. */
  readonly format?: 'int64';
  /**
   * JSON Schema of values that the field refuses. Set if a function checks the field, since zod cannot convert
   * functions.
   */
  readonly not?: object;
}

/** Documentation of each schema. It is not in zod's global registry, which other packages also use. */
export const FIELD_DOCS = z.registry<FieldDoc>();

export const MSG_DOC = {description: 'Why the call failed.'};

/** Format of identifiers and times, which may have more than 32 bits. */
export const INT64 = {format: 'int64'} as const;

/** Documents a schema. Call it last: methods of the schema return a new schema, which has no documentation. */
export const field = <T extends z.core.$ZodType>(schema: T, doc: FieldDoc): T => {
  FIELD_DOCS.add(schema, doc);
  return schema;
};

export const optional = <T extends z.core.$ZodType>(schema: T, doc: FieldDoc): z.ZodMiniOptional<T> =>
  z.optional(field(schema, doc));
