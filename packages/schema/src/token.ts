import {z} from 'zod';
import {emptyRead, emptySent} from './envelope.ts';
import {pageQuery, pageRead, pageSent} from './paging.ts';
import {Secret} from './secret.ts';
import {TOKEN_NAME_MAX} from './values.ts';

const shape = {
  id: z.int(),
  name: z.string(),
  /** Milliseconds since the epoch (field fact 17); 0 = never expires. */
  expire: z.int(),
};
const stamps = {
  /** Unix seconds with fraction. */
  _created_unix: z.number(),
  /** Unix seconds with fraction. */
  _modified_unix: z.number(),
};

/** A token as list and get answer it: never with its secret (contract "API token"). */
export const apiToken = z.looseObject({
  ...shape,
  uid: z.int().optional(),
  _created_unix: stamps._created_unix.optional(),
  _modified_unix: stamps._modified_unix.optional(),
});
export type ApiToken = z.infer<typeof apiToken>;

/** A token as create answers it, once, with its secret. */
export const createdApiToken = apiToken.extend({token: z.string().transform(value => new Secret(value))});
export type CreatedApiToken = z.infer<typeof createdApiToken>;

export const apiTokenSent = z.object({...shape, ...stamps});
export const createdApiTokenSent = z.object({...shape, ...stamps, uid: z.int(), token: z.string()});

/**
 * Query of the token list. `start` and `end` are offsets into the whole list, `start` inclusive and `end` exclusive;
 * where either is given, the reference server lets them win over `page` and `page_size`.
 */
export const apiTokenListQuery = z.strictObject({
  start: z.int().min(0).optional(),
  end: z.int().min(0).optional(),
  ...pageQuery,
  detail: z.int().optional(),
});
export type ApiTokenListQuery = z.infer<typeof apiTokenListQuery>;

export const apiTokenGetQuery = z.strictObject({detail: z.int().optional()});

/** Body of create. `expire` is milliseconds since the epoch, 0 or absent = never. */
export const apiTokenCreateBody = z.strictObject({
  name: z.string().trim().min(1).max(TOKEN_NAME_MAX),
  expire: z.int().min(0).optional(),
});
export type ApiTokenCreateBody = z.infer<typeof apiTokenCreateBody>;

/** Body of update: what is absent stays as it is. */
export const apiTokenUpdateBody = apiTokenCreateBody.partial();
export type ApiTokenUpdateBody = z.infer<typeof apiTokenUpdateBody>;

export const apiTokenResponses = {
  list: {
    read: z.looseObject({status: z.literal(0), data: pageRead(apiToken)}),
    sent: z.object({status: z.literal(0), data: pageSent(apiTokenSent)}),
  },
  get: {
    read: z.looseObject({status: z.literal(0), data: apiToken}),
    sent: z.object({status: z.literal(0), data: apiTokenSent}),
  },
  create: {
    read: z.looseObject({status: z.literal(0), data: createdApiToken}),
    sent: z.object({status: z.literal(0), data: createdApiTokenSent}),
  },
  update: {read: emptyRead, sent: emptySent},
  delete: {read: emptyRead, sent: emptySent},
};
