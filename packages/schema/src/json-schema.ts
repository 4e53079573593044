import type * as z from 'zod/mini';
import {type JsonSchema, toJsonSchema} from './json-schema/convert.ts';
import {SHAPES, type ShapeName, type Strictness} from './json-schema/shapes.ts';

export type {JsonSchema} from './json-schema/convert.ts';
export type {ShapeName, Strictness} from './json-schema/shapes.ts';

/**
 * JSON Schema (draft 2020-12) of a resource or a request by the name of its type, without references. `read` is what a
 * client accepts, `sent` exactly what a server sends, `request` what a request may contain. Throws a RangeError for
 * another name.
 */
export const jsonSchema = <S extends Strictness>(strictness: S, name: ShapeName<S>): JsonSchema => {
  const shapes: {readonly [Name in ShapeName]?: z.core.$ZodType} = SHAPES[strictness];
  const shape = shapes[name];
  if (!shape) throw new RangeError(`there is no ${strictness} schema ${name}`);
  return {title: name, ...toJsonSchema(shape, strictness === 'sent' ? 'output' : 'input')};
};

/** Names for {@link jsonSchema}. */
export const jsonSchemaNames = <S extends Strictness>(strictness: S): ShapeName<S>[] =>
  Object.keys(SHAPES[strictness]) as ShapeName<S>[];
