import {z} from 'zod';
import {field} from './docs.ts';
import {emptyRead, emptySent, pageQuery, pageRead, pageSent, successStatus} from './envelope.ts';
import {Secret} from './secret.ts';
import {TOKEN_NAME_MAX} from './values.ts';

const expireDoc = {description: 'Milliseconds since the epoch; 0 = never expires.', example: 1_798_675_200_000};
const nameExample = 'deploy pipeline';
const stampExample = 1_795_262_400.25;

/** Identifier in the paths of one token. */
export const apiTokenId = field(z.int().min(0), {description: 'Identifier of the token.', example: 7});

const shape = {
  id: field(z.int(), {description: 'Identifier of the token.', example: 7}),
  name: field(z.string(), {description: 'Label of the token.', example: nameExample}),
  /** Milliseconds since the epoch (docs/field-facts.md#17); 0 = never expires. */
  expire: field(z.int(), expireDoc),
};
const stamps = {
  /** Unix seconds with fraction. */
  _created_unix: field(z.number(), {
    description: 'Creation time, Unix seconds with fraction.',
    example: stampExample,
  }),
  /** Unix seconds with fraction. */
  _modified_unix: field(z.number(), {
    description: 'Time of the last change, Unix seconds with fraction.',
    example: stampExample,
  }),
};
const uid = field(z.int(), {description: 'Identifier of the user that owns the token.', example: 1});
const secretDoc = {
  description: 'The secret. No other response has it.',
  example: '11111111-1111-4111-8111-111111111111',
};

/** A token as list and get return it, without its secret (docs/contract.md#api-token). */
export const apiToken = z.looseObject({
  ...shape,
  uid: uid.optional(),
  _created_unix: stamps._created_unix.optional(),
  _modified_unix: stamps._modified_unix.optional(),
});
export type ApiToken = z.infer<typeof apiToken>;

/** A token as create returns it, with its secret. */
export const createdApiToken = apiToken.extend({
  token: field(
    z.string().transform(value => new Secret(value)),
    secretDoc,
  ),
});
export type CreatedApiToken = z.infer<typeof createdApiToken>;

export const apiTokenSent = z.object({...shape, ...stamps});
export const createdApiTokenSent = z.object({...shape, ...stamps, uid, token: field(z.string(), secretDoc)});

const detail = field(z.int(), {
  description: 'Accepted; its effect is unspecified.',
  example: 0,
  default: 0,
}).optional();

/**
 * Query of the token list. `start` and `end` are offsets into the whole list, `start` inclusive and `end` exclusive;
 * with either, the reference server ignores `page` and `page_size`.
 */
export const apiTokenListQuery = z.strictObject({
  start: field(z.int().min(0), {
    description: 'Offset of the first row, counted from 0. With `start` or `end`, `page` and `page_size` are ignored.',
    example: 0,
  }).optional(),
  end: field(z.int().min(0), {
    description: 'Offset after the last row; default: the end of the list.',
    example: 20,
  }).optional(),
  ...pageQuery,
  detail,
});
export type ApiTokenListQuery = z.infer<typeof apiTokenListQuery>;

export const apiTokenGetQuery = z.strictObject({detail});

/** Body of create. `expire` is in milliseconds since the epoch; 0 or absent = never expires. */
export const apiTokenCreateBody = z.strictObject({
  name: field(z.string().trim().min(1).max(TOKEN_NAME_MAX), {
    description: 'Label of the token. Surrounding space is removed; the rest must not be empty.',
    example: nameExample,
  }),
  expire: field(z.int().min(0), expireDoc).optional(),
});
export type ApiTokenCreateBody = z.infer<typeof apiTokenCreateBody>;

/** Body of update. Absent fields keep their value. */
export const apiTokenUpdateBody = field(apiTokenCreateBody.partial(), {
  description: 'The fields to change.',
  example: {name: 'deploy, nightly'},
});
export type ApiTokenUpdateBody = z.infer<typeof apiTokenUpdateBody>;

export const apiTokenResponses = {
  list: {
    read: z.looseObject({status: successStatus, data: pageRead(apiToken)}),
    sent: z.object({status: successStatus, data: pageSent(apiTokenSent)}),
  },
  get: {
    read: z.looseObject({status: successStatus, data: apiToken}),
    sent: z.object({status: successStatus, data: apiTokenSent}),
  },
  create: {
    read: z.looseObject({status: successStatus, data: createdApiToken}),
    sent: z.object({status: successStatus, data: createdApiTokenSent}),
  },
  update: {read: emptyRead, sent: emptySent},
  delete: {read: emptyRead, sent: emptySent},
};
