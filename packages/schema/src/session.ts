import {z} from 'zod';
import {field} from './docs.ts';
import {emptyRead, emptySent, responseTime, successStatus} from './envelope.ts';
import {Secret} from './secret.ts';
import {BUILTIN_PLUGIN, SESSION_SECONDS} from './values.ts';

const {standard, remembered} = SESSION_SECONDS;
const username = field(z.string(), {description: 'Account name.', example: 'edge-admin'});

/** Body of login. `remember` selects 31 days instead of 8 hours; default of `plugin`: `Builtin` (docs/field-facts.md#4). */
export const loginBody = z.strictObject({
  username,
  password: field(z.string(), {description: 'Password of the account.', example: 'a long passphrase'}),
  remember: field(z.boolean(), {
    description: `If true, the session is valid for ${remembered / 86_400} days instead of ${standard / 3600} hours.`,
    example: true,
  }).optional(),
  plugin: field(z.string(), {
    description: `Account source; default \`${BUILTIN_PLUGIN}\`, the built-in one.`,
    example: BUILTIN_PLUGIN,
  }).optional(),
});
export type LoginBody = z.infer<typeof loginBody>;

const shape = {
  id: field(z.int(), {description: 'Identifier of the user.', example: 1}),
  username,
  role: field(z.string(), {description: 'Role of the user, such as `master`; an open set.', example: 'master'}),
};
const secretDoc = {
  description: 'Session token, for the header `edge-token`.',
  example: '0123456789abcdef'.repeat(4),
};
const twoFactorDoc = {description: 'Two-factor information. Not empty: a second factor is due.', example: {}};
const createdDoc = {
  description: 'Creation time, `YYYY-MM-DD HH:MM:SS.ffffff`.',
  example: '2026-01-05 09:00:00.000000',
};
const modifiedDoc = {
  description: 'Time of the last change, `YYYY-MM-DD HH:MM:SS.ffffff`.',
  example: '2026-11-20 12:00:00.250000',
};

/**
 * Result of login. If `login_2fa` is not empty, a second factor is due (docs/contract.md#login-result); a list is read
 * as a map by position.
 */
export const loginResult = z.looseObject({
  ...shape,
  role: shape.role.optional(),
  'edge-token': field(
    z.string().transform(value => new Secret(value)),
    secretDoc,
  ),
  login_2fa: field(
    z.preprocess(
      value => (value == null ? {} : Array.isArray(value) ? {...value} : value),
      z.record(z.string(), z.unknown()),
    ),
    twoFactorDoc,
  ),
  _created_unix: field(z.string(), createdDoc).optional(),
  _modified_unix: field(z.string(), modifiedDoc).optional(),
});
export type LoginResult = z.infer<typeof loginResult>;

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
    read: z.looseObject({
      status: successStatus,
      msg: z.string().optional(),
      time: z.number().optional(),
      data: loginResult,
    }),
    sent: z.object({
      status: successStatus,
      msg: field(z.string(), {description: 'Text for a person.', example: 'login successful.'}),
      time: responseTime,
      data: loginResultSent,
    }),
  },
  logout: {read: emptyRead, sent: emptySent},
};
