import * as z from 'zod/mini';

/** A schema of zod or of zod/mini. */
export interface Schema<T = unknown> extends z.core.$ZodType<T> {
  parse(value: unknown): T;
  safeParse(value: unknown, options?: z.core.ParseContext<z.core.$ZodIssue>): z.core.util.SafeParseResult<T>;
}

export interface ObjectSchema<T extends object = object> extends Schema<T> {
  readonly shape: z.core.$ZodShape;
}

/** The keys are keywords of JSON Schema. */
export interface FieldDoc {
  /** Meaning, unit and limits. */
  readonly description: string;
  /** If absent, the example is made from the type of the field. */
  readonly example?: unknown;
  readonly default?: unknown;
  readonly format?: 'int64';
  /**
   * JSON Schema of the values that the field refuses. Needed for a check that is a function, because zod cannot convert
   * functions to JSON Schema.
   */
  readonly not?: object;
}

/** Not in zod's global registry, which other packages also use. */
export const FIELD_DOCS = z.registry<FieldDoc>();

export const MSG_DOC = {description: 'Why the call failed.'};

/** Identifiers and times may have more than 32 bits. */
export const INT64 = {format: 'int64'} as const;

/** Must be called last, because methods of a schema return a new schema without documentation. */
export const field = <T extends z.core.$ZodType>(schema: T, doc: FieldDoc): T => {
  FIELD_DOCS.add(schema, doc);
  return schema;
};

export const optional = <T extends z.core.$ZodType>(schema: T, doc: FieldDoc): z.ZodMiniOptional<T> =>
  z.optional(field(schema, doc));
