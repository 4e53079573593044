import * as z from 'zod/mini';
import {field, INT64, optional} from '../docs.ts';
import {converted, emptyRead, emptySent, responseTime, successRead, successStatus, tolerant} from '../envelope.ts';
import type {LoginResult} from '../interfaces.ts';
import {rowKind, rowRead, secretRead} from '../row.ts';
import {BUILTIN_PLUGIN, oneLine, SESSION_SECONDS} from '../values.ts';

const {standard, remembered} = SESSION_SECONDS;
const username = field(z.string(), {description: 'Account name.', example: 'edge-admin'});

/** `remember` asks for a session of 31 days, not 8 hours. `plugin` defaults to `Builtin` (docs/field-facts.md#4). */
export const loginBody = z.strictObject({
  username,
  password: field(z.string(), {description: 'Password of the account.', example: 'a long passphrase'}),
  remember: optional(z.boolean(), {
    description: `If true, the session is valid for ${remembered / 86_400} days instead of ${standard / 3600} hours.`,
    example: true,
  }),
  plugin: optional(z.string(), {
    description: `Account source; default \`${BUILTIN_PLUGIN}\`, the built-in one.`,
    example: BUILTIN_PLUGIN,
  }),
});

const shape = {
  id: field(z.int(), {...INT64, description: 'Identifier of the user.', example: 1}),
  username,
  role: field(z.string(), {description: 'Role of the user, such as `master`.', example: 'master'}),
};
const secretDoc = {
  description: 'Session token, for the header `edge-token`.',
  example: '0123456789abcdef'.repeat(4),
};
const twoFactorDoc = {description: 'Two-factor information. If not empty, a second factor is required.', example: {}};
const stampExample = '2026-11-20 12:00:00.250000';
const createdDoc = {description: 'Creation time, `YYYY-MM-DD HH:MM:SS.ffffff`.', example: stampExample};
const modifiedDoc = {description: 'Time of the last change, `YYYY-MM-DD HH:MM:SS.ffffff`.', example: stampExample};

/** A list in `login_2fa` becomes a map by index; null or absence becomes an empty map. */
export const loginResult = z.object({
  ...shape,
  role: z.optional(shape.role),
  'edge-token': field(secretRead(), secretDoc),
  login_2fa: field(
    converted(
      value => (value == null ? {} : Array.isArray(value) ? {...value} : value),
      z.record(z.string(), z.unknown()),
    ),
    twoFactorDoc,
  ),
  _created_unix: optional(z.string(), createdDoc),
  _modified_unix: optional(z.string(), modifiedDoc),
});

/** Required: `id`, `username`, `edge-token`. `login_2fa` must be valid or absent. */
export const loginKind = rowKind<LoginResult>(loginResult, {
  describe: ({username}) => `session of ${oneLine(username)}`,
  secret: 'edge-token',
});

export const loginResultSent = z.object({
  ...shape,
  'edge-token': field(z.string(), secretDoc),
  login_2fa: field(z.record(z.string(), z.unknown()), twoFactorDoc),
  /** `YYYY-MM-DD HH:MM:SS.ffffff`, unlike `_created_unix` of a token, which is a number. */
  _created_unix: field(z.string(), createdDoc),
  _modified_unix: field(z.string(), modifiedDoc),
});

export const sessionResponses = {
  login: {
    read: successRead({msg: tolerant(z.string()), time: tolerant(z.number()), data: rowRead(loginKind)}),
    sent: z.object({
      status: successStatus,
      msg: field(z.string(), {description: 'Text for a person.', example: 'login successful.'}),
      time: responseTime,
      data: loginResultSent,
    }),
  },
  logout: {read: emptyRead, sent: emptySent},
};
