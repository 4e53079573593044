import type {Client} from '@edge-console/client';
import type {LoginBody, Secret} from '@edge-console/schema';
import {BUILTIN_PLUGIN} from '@edge-console/schema/values';

/** `verified` by system authorities, `ca` by configured ones, `pinned` by SHA-256, `unverified`: any, `none`: http. */
export type TlsState = 'none' | 'verified' | 'ca' | 'pinned' | 'unverified';

export type Identity =
  | {readonly kind: 'anonymous'}
  | {readonly kind: 'api-token'; readonly fingerprint: string}
  | {
      readonly kind: 'session';
      readonly username: string;
      readonly role: string | undefined;
      readonly userId?: number | undefined;
      readonly endsAt: number;
      readonly secondFactorDue: boolean;
      /** Used again when the operator signs in again. */
      readonly loginOptions: {readonly remember: boolean; readonly plugin: string};
    };

/** Immutable: sign-in and sign-out replace the connection. */
export interface Connection {
  readonly profile: string;
  readonly url: string;
  readonly consoleUrl: string;
  readonly tls: TlsState;
  readonly caFile?: string | undefined;
  readonly identity: Identity;
  /** Account name that the profile has. */
  readonly username?: string | undefined;
  readonly client: Client;
  /** Keeps the credential, and trusts only the certificate with this SHA-256. */
  trust(sha256: string): Connection;
  withToken(apiToken: Secret): Connection;
  /** Writes the SHA-256 to trust to the profile in the config file. Absent if the file has no such profile. */
  readonly pin?: (sha256: string) => Promise<void>;
  /** Absent in the demo. */
  readonly saved?: SavedCredentials;
}

/** Access to the credential that is stored, for later runs, for one gateway and profile. */
export interface SavedCredentials {
  forget(): Promise<void>;
  /** With `if-saved`, only if a credential is already stored, which is replaced. */
  save(connection: Connection, when: 'always' | 'if-saved'): Promise<void>;
  /** Resolves to a connection with the session that another process has stored, if it is a different one. */
  newer(connection: Connection): Promise<Connection | undefined>;
}

export const isSignedIn = (connection: Connection | undefined): connection is Connection =>
  connection !== undefined && connection.identity.kind !== 'anonymous';

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
