import {z} from 'zod';
import {emptyRead, emptySent} from './envelope.ts';
import {Secret} from './secret.ts';

/** The account source that is built in (contract "Login"). */
export const BUILTIN_PLUGIN = 'Builtin';

/** Lifetimes of a session token, in seconds (contract "States and transitions", rule 2). */
export const SESSION_SECONDS = {standard: 8 * 3600, remembered: 31 * 86_400, maximum: 31 * 86_400} as const;

/** Body of login. `remember` asks for 31 days instead of 8 hours; `plugin` absent means `Builtin` (field fact 4). */
export const loginBody = z.strictObject({
  username: z.string(),
  password: z.string(),
  remember: z.boolean().optional(),
  plugin: z.string().optional(),
});
export type LoginBody = z.infer<typeof loginBody>;

const shape = {id: z.int(), username: z.string(), role: z.string()};

/** Result of login. A `login_2fa` that is not empty means that a second factor is still due (contract "Login result"). */
export const loginResult = z.looseObject({
  ...shape,
  role: z.string().optional(),
  'edge-token': z.string().transform(value => new Secret(value)),
  login_2fa: z.preprocess(
    value => (value == null || Array.isArray(value) ? {} : value),
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

/** When a session that began at `loggedInAt` ends. */
export const sessionEnd = (loggedInAt: Date, remember: boolean): Date =>
  new Date(loggedInAt.getTime() + 1000 * (remember ? SESSION_SECONDS.remembered : SESSION_SECONDS.standard));
