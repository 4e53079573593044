import {BUILTIN_PLUGIN, type LoginBody, Secret, sessionEnd} from '@edge-console/schema';
import type {Credentials} from '../auth/credentials.ts';
import type {Session, Sessions} from '../client.ts';
import {invalidOption, isEdgeError} from '../errors.ts';
import type {Call} from '../http/call.ts';
import {type CallPromise, callPromise, mapCall} from '../http/call-promise.ts';
import type {CallOptions, CredentialsAuth} from '../options.ts';

/** Opens a session at the gateway; the client does not use it yet. */
export const requestSession = (call: Call, body: LoginBody, options?: CallOptions): CallPromise<Session> => {
  const startedAt = new Date();
  return mapCall(call('login', {body: {plugin: BUILTIN_PLUGIN, ...body}}, options), ({data, msg}) => ({
    token: data['edge-token'],
    userId: data.id,
    username: data.username,
    twoFactor: data.login_2fa,
    startedAt,
    endsAt: sessionEnd(startedAt, body.remember ?? false),
    ...(data.role !== undefined && {role: data.role}),
    ...(msg !== undefined && {msg}),
  }));
};

export const createSessions = (call: Call, credentials: Credentials): Sessions => ({
  login(body, options) {
    const opened = requestSession(call, body, options).withResponse();
    return callPromise(opened, session => {
      credentials.open(session);
      return session;
    });
  },
  async logout(options) {
    if (!credentials.token) return;
    try {
      await call('logout', {}, options);
    } catch (error) {
      if (!isEdgeError(error) || error.code !== 'unauthenticated') throw error;
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

/** Opens a session for the held user and password; asks for the password if it is not held. */
export const requestSessionOf = async (call: Call, account: CredentialsAuth, signal: AbortSignal): Promise<Session> => {
  const {username, remember} = account;
  const password = await passwordOf(account);
  return requestSession(call, {username, password, ...(remember !== undefined && {remember})}, {signal});
};

// What the function throws may hold anything: it is not passed on.
const passwordOf = async ({password}: CredentialsAuth): Promise<string> => {
  const ask = async () => (typeof password === 'function' ? password() : password);
  const given = await ask().catch(() => undefined);
  const text = given instanceof Secret ? given.reveal() : given;
  if (typeof text !== 'string') throw invalidOption('auth.password', 'gave no password when it was asked');
  return text;
};
