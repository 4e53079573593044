import type {LoginBody} from '@edge-console/schema';
import {BUILTIN_PLUGIN} from '@edge-console/schema/values';
import type {Connection} from './connection.ts';

/** Signs in on a connection: the same client, with the identity that the gateway gave. */
export const loginTo = async (connection: Connection, body: LoginBody, signal?: AbortSignal): Promise<Connection> => {
  const session = await connection.client.session.login(body, signal === undefined ? {} : {signal});
  return {
    ...connection,
    identity: {
      kind: 'session',
      username: session.username,
      role: session.role,
      endsAt: session.endsAt.getTime(),
      secondFactorDue: Object.keys(session.twoFactor).length > 0,
      asked: {remember: body.remember ?? false, plugin: body.plugin ?? BUILTIN_PLUGIN},
    },
  };
};
