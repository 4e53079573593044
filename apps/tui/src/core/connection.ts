import type {Client} from '@edge-console/client';
import type {LoginBody} from '@edge-console/schema';
import {BUILTIN_PLUGIN} from '@edge-console/schema/values';

/** How TLS trust stands; everything but `verified` is visible in the header. */
export type TlsState = 'none' | 'verified' | 'ca' | 'pinned' | 'unverified';

export type Identity =
  | {readonly kind: 'anonymous'}
  | {readonly kind: 'api-token'; readonly fingerprint: string}
  | {
      readonly kind: 'session';
      readonly username: string;
      readonly role: string | undefined;
      readonly endsAt: number;
      readonly secondFactorDue: boolean;
      /** How the session was asked for, to ask again in the same way. */
      readonly asked: {readonly remember: boolean; readonly plugin: string};
    };

/** The gateway in use and who we are there. Replaced whole on sign-in, sign-out and change of profile. */
export interface Connection {
  readonly profile: string;
  readonly url: string;
  readonly consoleUrl: string;
  readonly tls: TlsState;
  readonly identity: Identity;
  readonly client: Client;
}

export const isSignedIn = (connection: Connection | undefined): connection is Connection =>
  connection !== undefined && connection.identity.kind !== 'anonymous';

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
