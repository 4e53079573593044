import * as z from 'zod/mini';
import {field, INT64, optional} from '../docs.ts';
import {emptyRead, emptySent, pageQuery, pageRead, pageSent, successRead, successStatus} from '../envelope.ts';
import type {ApiToken, CreatedApiToken} from '../interfaces.ts';
import {rowKind, rowRead, secretRead} from '../row.ts';
import {oneLine, TOKEN_NAME_MAX} from '../values.ts';

const expireDoc = {
  ...INT64,
  description: 'Milliseconds since the epoch; 0 = never expires.',
  example: 1_798_675_200_000,
};
const nameExample = 'deploy pipeline';
const stampExample = 1_795_262_400.25;

export const apiTokenId = field(z.int().check(z.gte(0)), {
  ...INT64,
  description: 'Identifier of the token.',
  example: 7,
});

const shape = {
  id: field(z.int(), {...INT64, description: 'Identifier of the token.', example: 7}),
  name: field(z.string(), {description: 'Label of the token.', example: nameExample}),
  expire: field(z.int(), expireDoc),
};
const stamps = {
  _created_unix: field(z.number(), {
    description: 'Creation time, Unix seconds with fraction.',
    example: stampExample,
  }),
  _modified_unix: field(z.number(), {
    description: 'Time of the last change, Unix seconds with fraction.',
    example: stampExample,
  }),
};
const uid = field(z.int(), {...INT64, description: 'Identifier of the user that owns the token.', example: 1});
const secretDoc = {
  description: 'The secret. No other response has it.',
  example: '11111111-1111-4111-8111-111111111111',
};

/** A valid token as a client reads it. `apiTokenKind` also reads tokens with invalid optional fields. */
export const apiToken = z.partial(z.object({...shape, uid, ...stamps}), {
  ...{expire: true, uid: true, _created_unix: true, _modified_unix: true},
});

/** A valid token with its secret. Only the response to the creation of a token contains the secret. */
export const createdApiToken = z.object({
  ...apiToken.shape,
  token: field(secretRead(), secretDoc),
});

const describe = ({id, name}: ApiToken): string => `API token ${id} (${oneLine(name)})`;

/** How a client reads tokens. Required fields: `id` and `name`. */
export const apiTokenKind = rowKind<ApiToken>(apiToken, {describe});
/** How a client reads a created token. Required fields: `id`, `name` and `token`. */
export const createdApiTokenKind = rowKind<CreatedApiToken>(createdApiToken, {describe, secret: 'token'});

export const apiTokenSent = z.object({...shape, ...stamps});
export const createdApiTokenSent = z.object({...shape, ...stamps, uid, token: field(z.string(), secretDoc)});

const detail = optional(z.int(), {
  description: 'Servers accept this parameter. Its effect is not specified.',
  example: 0,
  default: 0,
});

/** `start` is inclusive, `end` exclusive. With either, the reference server ignores `page` and `page_size`. */
export const apiTokenListQuery = z.strictObject({
  start: optional(z.int().check(z.gte(0)), {
    description: 'Offset of the first row, from 0. Overrides `page` and `page_size`.',
    example: 0,
  }),
  end: optional(z.int().check(z.gte(0)), {
    description: 'Offset after the last row. Default: the end of the list.',
    example: 20,
  }),
  ...pageQuery,
  detail,
});

export const apiTokenGetQuery = z.strictObject({detail});

/** `expire` is in milliseconds since the epoch; 0 or absent means never. */
export const apiTokenCreateBody = z.strictObject({
  name: field(z.string().check(z.trim(), z.minLength(1), z.maxLength(TOKEN_NAME_MAX)), {
    description: 'Label, not empty. Surrounding space is removed.',
    example: nameExample,
  }),
  expire: optional(z.int().check(z.gte(0)), expireDoc),
});

/** Absent fields do not change. */
export const apiTokenUpdateBody = field(
  z.strictObject({name: z.optional(apiTokenCreateBody.shape.name), expire: apiTokenCreateBody.shape.expire}),
  {
    description: 'The fields to change.',
    example: {name: 'deploy, nightly'},
  },
);

export const apiTokenResponses = {
  list: {
    read: successRead({data: pageRead(apiTokenKind)}),
    sent: z.object({status: successStatus, data: pageSent(apiTokenSent)}),
  },
  get: {
    read: successRead({data: rowRead(apiTokenKind)}),
    sent: z.object({status: successStatus, data: apiTokenSent}),
  },
  create: {
    read: successRead({data: rowRead(createdApiTokenKind)}),
    sent: z.object({status: successStatus, data: createdApiTokenSent}),
  },
  update: {read: emptyRead, sent: emptySent},
  delete: {read: emptyRead, sent: emptySent},
};
