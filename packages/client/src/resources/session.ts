import type {LoginBody} from '@edge-console/schema';
import {BUILTIN_PLUGIN, Secret, sessionEnd} from '@edge-console/schema/values';
import type {Credentials} from '../auth/credentials.ts';
import {type EdgeError, type EdgeErrorCode, invalidOption, isEdgeError} from '../errors.ts';
import type {Call} from '../http/call.ts';
import {type CallPromise, mapCall} from '../http/call-promise.ts';
import {createRedact} from '../http/redact.ts';
import type {CallOptions, CredentialsAuth, Session} from '../options.ts';

/** The session of a client (docs/contract.md#login). */
export interface Sessions {
  /**
   * Logs in. Later calls use the session. `plugin` defaults to `Builtin`. A login is never retried.
   *
   * @example
   * const {username, endsAt} = await client.session.login({username: 'ann', password, remember: true});
   */
  login(body: LoginBody, call?: CallOptions): CallPromise<Session>;
  /**
   * Ends the session, which the client no longer uses even if the request fails. Later calls use the API token, or log
   * in again with the password of `auth`. Also resolves without a session, or if it has already ended.
   */
  logout(call?: CallOptions): Promise<void>;
  /** The session of the last login of this client, until `logout` or `setAuth`. */
  readonly current: Session | undefined;
  /** End of the session in use, from a login or from `auth`. */
  readonly endsAt: Date | undefined;
}

export const createSessions = (
  call: Call,
  credentials: Credentials,
  isEnded: (error: EdgeError) => boolean,
): Sessions => ({
  login: (body, options) =>
    mapCall(requestSession(call, body, options), session => {
      credentials.open(session);
      return session;
    }),
  async logout(options) {
    if (!credentials.token) return;
    try {
      await call('logout', {}, options);
    } catch (error) {
      const hasEnded = isEdgeError(error) && (ENDED.has(error.code) || (error.code === 'envelope' && isEnded(error)));
      if (!hasEnded) throw error;
    } finally {
      credentials.close();
    }
  },
  get current() {
    return credentials.session;
  },
  get endsAt() {
    return credentials.endsAt;
  },
});

const ENDED: ReadonlySet<EdgeErrorCode> = new Set(['unauthenticated', 'forbidden']);

/** Logs in with the username and password of `auth`. The caller must make the client use the returned session. */
export const loginWithAccount = async (call: Call, account: CredentialsAuth, signal: AbortSignal): Promise<Session> => {
  const {username, remember} = account;
  const password = await readPassword(account);
  return requestSession(call, {username, password, ...(remember !== undefined && {remember})}, {signal});
};

const requestSession = (call: Call, body: LoginBody, options?: CallOptions): CallPromise<Session> => {
  const startedAt = new Date();
  return mapCall(call('login', {body: {plugin: BUILTIN_PLUGIN, ...body}}, options), ({data, msg}) => ({
    token: data['edge-token'],
    userId: data.id,
    username: data.username,
    twoFactor: data.login_2fa,
    startedAt,
    endsAt: sessionEnd(startedAt, body.remember ?? false),
    ...(data.role !== undefined && {role: data.role}),
    ...(msg !== undefined && {msg: createRedact([body.password, data['edge-token'].reveal()]).text(msg)}),
  }));
};

// If the password function throws, its error is dropped, because it may contain the password.
const readPassword = async ({password}: CredentialsAuth): Promise<string> => {
  const given = await (async () => (typeof password === 'function' ? password() : password))().catch(() => undefined);
  const text = given instanceof Secret ? given.reveal() : given;
  if (typeof text !== 'string') throw invalidOption('auth.password', 'returned no password');
  return text;
};
