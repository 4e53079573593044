import type {Client} from '@edge-console/client';
import type {LoginBody, Secret} from '@edge-console/schema';
import {BUILTIN_PLUGIN} from '@edge-console/schema/values';

/**
 * How the certificate of the gateway is verified: `verified` by the system's authorities, `ca` by the configured
 * authorities, `pinned` by its SHA-256. `unverified` accepts any certificate; `none` means http.
 */
export type TlsState = 'none' | 'verified' | 'ca' | 'pinned' | 'unverified';

export type Identity =
  | {readonly kind: 'anonymous'}
  | {readonly kind: 'api-token'; readonly fingerprint: string}
  | {
      readonly kind: 'session';
      readonly username: string;
      readonly role: string | undefined;
      /** Absent if the gateway did not send a user id. */
      readonly userId?: number | undefined;
      readonly endsAt: number;
      readonly secondFactorDue: boolean;
      /** Options of the login, used again when the operator signs in again. */
      readonly loginOptions: {readonly remember: boolean; readonly plugin: string};
    };

/** A gateway, and the identity of the operator on it. Immutable: sign-in and sign-out replace the connection. */
export interface Connection {
  readonly profile: string;
  readonly url: string;
  readonly consoleUrl: string;
  readonly tls: TlsState;
  /** Path of the PEM file with the trusted authorities. */
  readonly caFile?: string | undefined;
  readonly identity: Identity;
  /** Account name that the profile has. */
  readonly username?: string | undefined;
  readonly client: Client;
  /** Returns a connection with the same credential that trusts only the certificate with this SHA-256. */
  trust(sha256: string): Connection;
  /** Returns a connection with the same trust that uses an API token. */
  withToken(apiToken: Secret): Connection;
  /**
   * Writes the SHA-256 of a certificate to trust to the profile in the config file. Absent if the file has no such
   * profile.
   */
  readonly pin?: (sha256: string) => Promise<void>;
  /** Stored credential of the gateway and profile. Absent in the demo. */
  readonly saved?: SavedCredentials;
}

/** Access to the credential that is stored, for later runs, for one gateway and profile. */
export interface SavedCredentials {
  forget(): Promise<void>;
  /** Stores the session of a connection. With `if-saved`, only if a credential is already stored, which is replaced. */
  save(connection: Connection, when: 'always' | 'if-saved'): Promise<void>;
  /**
   * Resolves to the connection with the stored session if another process has stored a different one; otherwise to
   * undefined.
   */
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
