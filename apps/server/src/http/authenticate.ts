import {CREDENTIAL_HEADERS, type Credential} from '@edge-console/schema';
import {NEVER_EXPIRES} from '@edge-console/schema/values';
import type {Clock} from '../clock.ts';
import {hashSecret} from '../credentials.ts';
import type {Store, User} from '../store/store.ts';
import {Failure} from './responses/failure.ts';

/** The authenticated user and the credential used. */
export interface Caller {
  readonly user: User;
  readonly credential: Credential;
  /** SHA-256 of the credential's value, in hex. */
  readonly hash: string;
}

type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;
export type Authenticate = (accepted: readonly Credential[], headers: Headers) => Promise<Caller>;

/**
 * Authenticates by any accepted credential; if both are sent, one valid credential suffices. Rejects with a 401
 * {@link Failure} that does not distinguish unknown from expired credentials.
 */
export const createAuthenticate =
  (store: Store, clock: Clock): Authenticate =>
  async (accepted, headers) => {
    let sent = false;
    for (const credential of accepted) {
      const value = headers[HEADERS[credential]];
      if (typeof value !== 'string' || value === '') continue;
      sent = true;
      const hash = hashSecret(value);
      const owner = await findOwner(store, credential, hash);
      if (owner && owner.expiresAt > clock().getTime()) return {user: owner.user, credential, hash};
    }
    const names = accepted.map(credential => CREDENTIAL_HEADERS[credential]).join(' or ');
    throw new Failure(401, sent ? `${names} is not valid or has expired` : `send the header ${names}`);
  };

/** Header names in lower case, as Node gives them. */
const HEADERS = Object.fromEntries(
  Object.entries(CREDENTIAL_HEADERS).map(([credential, header]) => [credential, header.toLowerCase()]),
) as Readonly<Record<Credential, string>>;

interface Owner {
  readonly user: User;
  /** Milliseconds since the epoch; Infinity if the credential never expires. */
  readonly expiresAt: number;
}

const findOwner = async (store: Store, credential: Credential, hash: string): Promise<Owner | undefined> => {
  if (credential === 'session') {
    const session = await store.sessions.findByHash(hash);
    return session && {user: session.user, expiresAt: session.ends};
  }
  const token = await store.tokens.findByHash(hash);
  return (
    token && {user: token.user, expiresAt: token.expire === NEVER_EXPIRES ? Number.POSITIVE_INFINITY : token.expire}
  );
};
