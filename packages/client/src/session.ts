import {BUILTIN_PLUGIN, sessionEnd} from '@edge-console/schema';
import type {Credentials} from './auth.ts';
import type {Call} from './call.ts';
import type {Session, Sessions} from './client.ts';
import {isEdgeError} from './errors.ts';

export const createSessions = (call: Call, credentials: Credentials): Sessions => ({
  async login(body, options) {
    const startedAt = new Date();
    const {data, msg} = await call('login', {body: {plugin: BUILTIN_PLUGIN, ...body}}, options);
    const session: Session = {
      token: data['edge-token'],
      userId: data.id,
      username: data.username,
      twoFactor: data.login_2fa,
      startedAt,
      endsAt: sessionEnd(startedAt, body.remember ?? false),
      ...(data.role !== undefined && {role: data.role}),
      ...(msg !== undefined && {msg}),
    };
    credentials.open(session);
    return session;
  },
  async logout(options) {
    if (!credentials.holdsSession) return;
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
});
