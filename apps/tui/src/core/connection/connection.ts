import type {CallOptions, Client, Session} from '@edge-console/client';
import type {LoginBody, Secret} from '@edge-console/schema';
import {BUILTIN_PLUGIN} from '@edge-console/schema/values';
import {type Journal, recorded} from './recorded-changes.ts';
import type {Writes} from './writes.ts';

/**
 * How the certificate of the gateway is checked. `verified`: by system authorities. `ca`: by configured authorities.
 * `pinned`: by its SHA-256. `unverified`: any certificate is accepted. `none`: the URL is http.
 */
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
      readonly needsSecondFactor: boolean;
      readonly loginOptions: {readonly remember: boolean; readonly plugin: string};
    };

export const TAG_COLOURS = ['red', 'green', 'yellow', 'blue', 'magenta', 'cyan'] as const;

export interface Tag {
  readonly label: string;
  readonly colour?: (typeof TAG_COLOURS)[number] | undefined;
}

/** Immutable: sign-in and sign-out replace the connection. */
export interface Connection {
  readonly profile: string;
  readonly url: string;
  readonly consoleUrl: string;
  readonly tls: TlsState;
  readonly caFile?: string | undefined;
  readonly identity: Identity;
  readonly username?: string | undefined;
  readonly writes: Writes;
  readonly tag?: Tag | undefined;
  readonly client: Client;
  readonly journal?: Journal | undefined;
  trust(sha256: string): Connection;
  /** Sends this session token from now on, as does the connection that `trust` returns. */
  resume(token: Secret): void;
  withToken(apiToken: Secret): Connection;
  /** Stores a certificate's SHA-256 in the config file. Absent if the profile is not in the file. */
  readonly pin?: ((sha256: string) => Promise<void>) | undefined;
  readonly saved?: SavedCredentials;
}

export interface SavedCredentials {
  forget(): Promise<void>;
  /** `if-saved`: only if a credential is already stored, which is replaced. */
  save(connection: Connection, when: 'always' | 'if-saved'): Promise<void>;
  /** Resolves to the same connection with a session that another process has stored. */
  newer(connection: Connection): Promise<Connection | undefined>;
}

export const isSignedIn = (connection: Connection | undefined): connection is Connection =>
  connection !== undefined && connection.identity.kind !== 'anonymous';

export const login = (connection: Connection, body: LoginBody, options: CallOptions): Promise<Session> =>
  recorded(connection, {...change('login', body.username), account: body.username}, () =>
    connection.client.session.login(body, options),
  );

export const logout = (connection: Connection, signal: AbortSignal): Promise<void> => {
  const {client, identity} = connection;
  const username = identity.kind === 'session' ? identity.username : undefined;
  return recorded(connection, change('logout', username), () => client.session.logout({signal}));
};

const change = (command: string, name: string | undefined) => ({
  command,
  subject: {kind: 'session' as const, ...(name !== undefined && {name})},
});

export const loginTo = async (connection: Connection, body: LoginBody, signal?: AbortSignal): Promise<Connection> => {
  const session = await login(connection, body, signal === undefined ? {} : {signal});
  return {
    ...connection,
    identity: {
      kind: 'session',
      username: session.username,
      role: session.role,
      userId: session.userId,
      endsAt: session.endsAt.getTime(),
      needsSecondFactor: Object.keys(session.twoFactor).length > 0,
      loginOptions: {remember: body.remember ?? false, plugin: body.plugin ?? BUILTIN_PLUGIN},
    },
  };
};
