import * as z from 'zod/mini';
import {field, INT64, MSG_DOC, optional} from './docs.ts';
import {type InvalidRow, isRecord, type ReceivedRow, type RowKind, readRows} from './row.ts';
import {DEFAULT_PAGE, DEFAULT_PAGE_SIZE} from './values.ts';

export const converted = <T extends z.core.$ZodType>(convert: (value: unknown) => unknown, schema: T) =>
  z.pipe(z.transform(convert), schema);

/** Also accepts `{}` for an empty list (docs/field-facts.md#13). */
export const readList = <T extends z.core.$ZodType>(item: T) =>
  converted(value => (isEmptyObject(value) ? [] : value), z.array(item));

/** Also accepts `[]` for an empty map (docs/field-facts.md#13). */
export const readMap = <T extends z.core.$ZodType>(value: T) =>
  converted(input => (Array.isArray(input) && input.length === 0 ? {} : input), z.record(z.string(), value));

const isEmptyObject = (value: unknown): boolean => isRecord(value) && Object.keys(value).length === 0;

const timeDoc = {description: 'Time of the response, Unix seconds.', example: 1_795_262_400};

export const successStatus = z.literal(0);
export const responseTime = field(z.int(), {...INT64, ...timeDoc});

/**
 * `status` is 0 on success; other values are failures and not standardised. A failure has a `msg`, and sometimes an
 * `err` of any JSON type (docs/contract.md#common-response-envelope, docs/field-facts.md#1).
 */
export const envelope = z.looseObject({
  status: field(z.int(), {
    description: '0 on success. Other values are failures and not standardised.',
  }),
  msg: optional(z.string(), MSG_DOC),
  err: optional(z.unknown(), {description: 'Details of a failure: any JSON value.', example: {line: 7}}),
  time: optional(z.number(), timeDoc),
});

/** Unknown keys are kept in the value, but are not in its type. */
export const successRead = <S extends z.core.$ZodShape>(shape: S) =>
  z.looseObject({status: successStatus, ...shape}) as unknown as z.ZodMiniObject<
    {status: typeof successStatus} & S,
    z.core.$strip
  >;

/** An invalid value is read as if it were absent. */
export const tolerant = <T extends z.core.$ZodType>(schema: T) => z.catch(z.optional(schema), undefined);

export const failureSent = z.object({
  status: field(z.int().check(z.refine(status => status !== 0)), {
    description:
      'Not 0. The reference server sends its HTTP status. Gateways send other values too, so branch on 0 only.',
    example: 401,
    not: {const: 0},
  }),
  msg: field(z.string(), {...MSG_DOC, example: 'incorrect login credentials'}),
});
export type Failure = z.infer<typeof failureSent>;

/** Response to update, delete and logout. */
export const emptyRead = successRead({});
export const emptySent = field(z.object({status: successStatus}), {description: 'Success without data.'});

/** `page` counts from 1. With `page_size` 0, a response has `meta.count`, but no rows (docs/field-facts.md#8). */
export const pageQuery = {
  page: optional(z.int().check(z.gte(1)), {
    description: 'Page number, from 1.',
    example: DEFAULT_PAGE,
    default: DEFAULT_PAGE,
  }),
  page_size: optional(z.int().check(z.gte(0)), {
    description: 'Rows per page. If 0, the response has `meta.count`, but no rows.',
    example: DEFAULT_PAGE_SIZE,
    default: DEFAULT_PAGE_SIZE,
  }),
};

/**
 * `data` has the rows whose required fields are valid, and `invalid` every row with an invalid field. `meta.count` is
 * absent unless the gateway sent a whole number of 0 or more, as a number or in a string.
 */
export const pageRead = <T extends ReceivedRow>(kind: RowKind<T>) =>
  z.pipe(
    z.looseObject({data: readList(z.unknown()), meta: z.optional(z.unknown())}),
    z.transform((page): PageData<T> => ({...page, ...readRows(kind, page.data), meta: readMeta(page.meta)})),
  );

/** Page of a list as {@link pageRead} reads it. */
export interface PageData<T> {
  readonly data: readonly T[];
  readonly invalid: readonly InvalidRow<T>[];
  readonly meta: {readonly count?: number};
}

const readMeta = (meta: unknown): PageData<unknown>['meta'] => {
  const {count, ...others} = isRecord(meta) ? meta : {};
  const read = typeof count === 'string' && /^\d{1,15}$/.test(count) ? Number(count) : count;
  return Number.isSafeInteger(read) && Number(read) >= 0 ? {...others, count: Number(read)} : others;
};

export const pageSent = <T extends z.core.$ZodType>(item: T) =>
  z.object({
    data: z.array(item),
    meta: z.object({count: field(z.int().check(z.gte(0)), {description: 'Rows in the whole list.', example: 1})}),
  });
