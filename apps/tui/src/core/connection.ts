import type {Client} from '@edge-console/client';
import type {LoginBody, Secret} from '@edge-console/schema';
import {BUILTIN_PLUGIN} from '@edge-console/schema/values';

/** How the certificate was verified: `verified` by the system's authorities, `ca` by the configured ones. */
export type TlsState = 'none' | 'verified' | 'ca' | 'pinned' | 'unverified';

export type Identity =
  | {readonly kind: 'anonymous'}
  | {readonly kind: 'api-token'; readonly fingerprint: string}
  | {
      readonly kind: 'session';
      readonly username: string;
      readonly role: string | undefined;
      /** Absent if the gateway did not send it. */
      readonly userId?: number | undefined;
      readonly endsAt: number;
      readonly secondFactorDue: boolean;
      /** Repeated when the operator signs in again. */
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
  /** Account name of the profile. */
  readonly username?: string | undefined;
  readonly client: Client;
  /** Returns this connection, with its credential, trusting only this certificate. */
  trust(sha256: string): Connection;
  /** Returns a connection with the same trust that uses an API token. */
  withToken(apiToken: Secret): Connection;
  /** Writes the pin of a certificate to the profile in the config; absent if the config has no such profile. */
  readonly pin?: (sha256: string) => Promise<void>;
  /** Absent in the demo. */
  readonly saved?: SavedCredentials;
}

/** The credential of a gateway and a profile that is stored for later runs. */
export interface SavedCredentials {
  forget(): Promise<void>;
  /** Stores the session of a connection; with `if-saved`, only in place of a stored one. */
  save(connection: Connection, when: 'always' | 'if-saved'): Promise<void>;
  /** Returns the connection with a session that another process has stored since; undefined if there is none. */
  newer(connection: Connection): Promise<Connection | undefined>;
}

export const isSignedIn = (connection: Connection | undefined): connection is Connection =>
  connection !== undefined && connection.identity.kind !== 'anonymous';

/** Signs in, and returns the connection with the same client and the new identity. */
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
