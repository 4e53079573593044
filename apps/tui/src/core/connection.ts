import type {Client} from '@edge-console/client';
import type {LoginBody, Secret} from '@edge-console/schema';
import {BUILTIN_PLUGIN} from '@edge-console/schema/values';

/** State of TLS trust; `verified` by the system's authorities, `ca` by the configured ones. */
export type TlsState = 'none' | 'verified' | 'ca' | 'pinned' | 'unverified';

export type Identity =
  | {readonly kind: 'anonymous'}
  | {readonly kind: 'api-token'; readonly fingerprint: string}
  | {
      readonly kind: 'session';
      readonly username: string;
      readonly role: string | undefined;
      /** Absent where the gateway did not say it. */
      readonly userId?: number | undefined;
      readonly endsAt: number;
      readonly secondFactorDue: boolean;
      /** Options of the login, to repeat it. */
      readonly loginOptions: {readonly remember: boolean; readonly plugin: string};
    };

/** A gateway and the identity on it. Immutable: sign-in and sign-out replace it. */
export interface Connection {
  readonly profile: string;
  readonly url: string;
  readonly consoleUrl: string;
  readonly tls: TlsState;
  /** Path of the PEM file of the trusted authorities. */
  readonly caFile?: string | undefined;
  readonly identity: Identity;
  /** The account to sign in as, of the profile. */
  readonly username?: string | undefined;
  readonly client: Client;
  /** The same connection, with its credential, that trusts only this certificate. */
  trust(sha256: string): Connection;
  /** A connection to the same gateway, with the same trust, that uses an API token. */
  withToken(apiToken: Secret): Connection;
  /** Writes the pin of a certificate to the profile in the config; absent without such a profile. */
  readonly pin?: (sha256: string) => Promise<void>;
  /** The stored credential for later runs; absent in the demo. */
  readonly saved?: SavedCredentials;
}

/** The stored credential of a gateway and a profile. */
export interface SavedCredentials {
  forget(): Promise<void>;
  /** Stores the session of a connection; `if-saved` only in place of another. */
  save(connection: Connection, when: 'always' | 'if-saved'): Promise<void>;
  /** The connection with the session that another process has stored since; undefined if there is none. */
  newer(connection: Connection): Promise<Connection | undefined>;
}

export const isSignedIn = (connection: Connection | undefined): connection is Connection =>
  connection !== undefined && connection.identity.kind !== 'anonymous';

/** Signs in. Returns the connection, with the same client and the identity of the gateway's reply. */
export const loginTo = async (connection: Connection, body: LoginBody, signal?: AbortSignal): Promise<Connection> => {
  const session = await connection.client.session.login(body, signal === undefined ? {} : {signal});
  return {
    ...connection,
    identity: {
      kind: 'session',
      username: session.username,
      role: session.role,
      userId: session.userId,
      endsAt: session.endsAt.getTime(),
      secondFactorDue: Object.keys(session.twoFactor).length > 0,
      loginOptions: {remember: body.remember ?? false, plugin: body.plugin ?? BUILTIN_PLUGIN},
    },
  };
};
