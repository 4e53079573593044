import {z} from 'zod';

/**
 * Reads a list as a tolerant client must: a JSON array, or `{}`, which services written in Lua send for an empty list
 * (field fact 13).
 */
export const readList = <T extends z.ZodType>(item: T) =>
  z.preprocess(value => (isEmptyObject(value) ? [] : value), z.array(item));

/** Reads a map; `[]` stands for an empty one, the other way round of {@link readList}. */
export const readMap = <T extends z.ZodType>(value: T) =>
  z.preprocess(input => (Array.isArray(input) && input.length === 0 ? {} : input), z.record(z.string(), value));

/**
 * What every answer carries: `status` 0 on success, else a failure described by `msg` and sometimes an `err` of any
 * JSON type (contract "Common response envelope", field fact 1). Values other than 0 are not standardised.
 */
export const envelope = z.looseObject({
  status: z.int(),
  msg: z.string().optional(),
  err: z.unknown().optional(),
  time: z.number().optional(),
});
export type Envelope = z.infer<typeof envelope>;

/** A failed answer as the reference server sends it. */
export const failureSent = z.object({status: z.int().refine(n => n !== 0), msg: z.string()});
export type Failure = z.infer<typeof failureSent>;

/** Success without payload: the answer to update, delete and logout. */
export const emptyRead = z.looseObject({status: z.literal(0)});
export const emptySent = z.object({status: z.literal(0)});

const isEmptyObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length === 0;
