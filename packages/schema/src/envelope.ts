import {z} from 'zod';
import {field} from './docs.ts';

/** Reads a list: an array, or `{}` for an empty one (docs/field-facts.md#13). */
export const readList = <T extends z.ZodType>(item: T) =>
  z.preprocess(value => (isEmptyObject(value) ? [] : value), z.array(item));

/** Reads a map: an object, or `[]` for an empty one (docs/field-facts.md#13). */
export const readMap = <T extends z.ZodType>(value: T) =>
  z.preprocess(input => (Array.isArray(input) && input.length === 0 ? {} : input), z.record(z.string(), value));

const isEmptyObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length === 0;

const timeDoc = {description: 'Time of the response, Unix seconds.', example: 1_795_262_400};
const failureDoc = {description: 'Why the call failed.'};

/** `status` of a success. */
export const successStatus = z.literal(0);
/** `time` of a response as the server sends it: Unix seconds. */
export const responseTime = field(z.int(), timeDoc);

/**
 * What every response has: `status` 0 on success, else a failure with `msg` and sometimes an `err` of any JSON type
 * (docs/contract.md#common-response-envelope, docs/field-facts.md#1). Values other than 0 are not standardised.
 */
export const envelope = z.looseObject({
  status: field(z.int(), {
    description: '0 on success. Other values are failures; they are not standardised, so do not branch on them.',
  }),
  msg: field(z.string(), failureDoc).optional(),
  err: field(z.unknown(), {description: 'More about a failure, of any JSON type.', example: {line: 7}}).optional(),
  time: field(z.number(), timeDoc).optional(),
});
export type Envelope = z.infer<typeof envelope>;

/** A failure as the reference server sends it. */
export const failureSent = z.object({
  status: field(
    z.int().refine(status => status !== 0),
    {
      description: 'Not 0. Values are not standardised, so do not branch on them.',
      example: 401,
      not: {const: 0},
    },
  ),
  msg: field(z.string(), {...failureDoc, example: 'incorrect login credentials'}),
});
export type Failure = z.infer<typeof failureSent>;

/** Success without payload: the response to update, delete and logout. */
export const emptyRead = z.looseObject({status: successStatus});
export const emptySent = field(z.object({status: successStatus}), {description: 'Success without data.'});

/** `page` of a request without one (docs/contract.md#limits). */
export const DEFAULT_PAGE = 1;
/** `page_size` of a request without one (docs/contract.md#limits). */
export const DEFAULT_PAGE_SIZE = 20;

/**
 * Query of a paged list: `page` counts from 1, `page_size` from 0; `page_size=0` counts the rows without returning any
 * (docs/field-facts.md#8).
 */
export const pageQuery = {
  page: field(z.int().min(1), {
    description: 'Page, counted from 1.',
    example: DEFAULT_PAGE,
    default: DEFAULT_PAGE,
  }).optional(),
  page_size: field(z.int().min(0), {
    description: 'Rows per page. 0 returns no rows and the real `meta.count`.',
    example: DEFAULT_PAGE_SIZE,
    default: DEFAULT_PAGE_SIZE,
  }).optional(),
};

/** `data` of a paged response as a client reads it: the rows in `data`, the total in `meta.count` if there is one. */
export const pageRead = <T extends z.ZodType>(item: T) =>
  z.looseObject({
    data: readList(item),
    meta: z.preprocess(
      value => (Array.isArray(value) && value.length === 0 ? {} : value),
      z.looseObject({count: z.int().optional()}).optional(),
    ),
  });

/** `data` of a paged response as the server sends it. */
export const pageSent = <T extends z.ZodType>(item: T) =>
  z.object({
    data: z.array(item),
    meta: z.object({count: field(z.int().min(0), {description: 'Rows in the whole list.', example: 1})}),
  });
