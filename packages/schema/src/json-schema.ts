import {z} from 'zod';
import {CONVERSION, described, type JsonSchema} from './json-schema/convert.ts';
import {SHAPES, type ShapeName, type Strictness} from './json-schema/shapes.ts';

export type {JsonSchema} from './json-schema/convert.ts';
export type {ShapeName, Strictness} from './json-schema/shapes.ts';

/**
 * JSON Schema (draft 2020-12) of a resource or a request, by the name of its type, without references. `read` accepts
 * what a tolerant client accepts, `sent` is exactly what a server sends, `request` is what may be asked.
 */
export const jsonSchema = <S extends Strictness>(strictness: S, name: ShapeName<S>): JsonSchema => {
  const shapes: {readonly [Name in ShapeName]?: z.ZodType} = SHAPES[strictness];
  const shape = shapes[name];
  if (!shape) throw new RangeError(`there is no ${strictness} schema ${name}`);
  const io = strictness === 'sent' ? 'output' : 'input';
  return {title: name, ...described(name, z.toJSONSchema(shape, {...CONVERSION, io}))};
};

/** The names that a strictness has. */
export const jsonSchemaNames = <S extends Strictness>(strictness: S): ShapeName<S>[] =>
  Object.keys(SHAPES[strictness]) as ShapeName<S>[];
