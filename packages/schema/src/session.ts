import {z} from 'zod';
import {emptyRead, emptySent} from './envelope.ts';
import {Secret} from './secret.ts';

/** Body of login. `remember` asks for 31 days instead of 8 hours; `plugin` absent means `Builtin` (field fact 4). */
export const loginBody = z.strictObject({
  username: z.string(),
  password: z.string(),
  remember: z.boolean().optional(),
  plugin: z.string().optional(),
});
export type LoginBody = z.infer<typeof loginBody>;

const shape = {id: z.int(), username: z.string(), role: z.string()};

/**
 * Result of login. A `login_2fa` that is not empty means that a second factor is still due (contract "Login result");
 * a list is read as a map from position.
 */
export const loginResult = z.looseObject({
  ...shape,
  role: z.string().optional(),
  'edge-token': z.string().transform(value => new Secret(value)),
  login_2fa: z.preprocess(
    value => (value == null ? {} : Array.isArray(value) ? {...value} : value),
    z.record(z.string(), z.unknown()),
  ),
  _created_unix: z.string().optional(),
  _modified_unix: z.string().optional(),
});
export type LoginResult = z.infer<typeof loginResult>;

export const loginResultSent = z.object({
  ...shape,
  'edge-token': z.string(),
  login_2fa: z.record(z.string(), z.unknown()),
  /** `YYYY-MM-DD HH:MM:SS.ffffff`; login alone gives text here, tokens give a number. */
  _created_unix: z.string(),
  _modified_unix: z.string(),
});

export const sessionResponses = {
  login: {
    read: z.looseObject({
      status: z.literal(0),
      msg: z.string().optional(),
      time: z.number().optional(),
      data: loginResult,
    }),
    sent: z.object({status: z.literal(0), msg: z.string(), time: z.int(), data: loginResultSent}),
  },
  logout: {read: emptyRead, sent: emptySent},
};
