import type {Client} from '@edge-console/client';

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
