import {CREDENTIAL_HEADERS, type Credential} from '@edge-console/schema';
import type {Clock} from '../clock.ts';
import {hashSecret} from '../credentials.ts';
import type {Store, User} from '../store/store.ts';
import {Failure} from './failure.ts';
import {keptWhile} from './kept.ts';

/** Who calls, and by which credential. */
export interface Caller {
  readonly user: User;
  readonly credential: Credential;
  /** SHA-256 of the credential's value. */
  readonly hash: string;
}

export type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;
export type Authenticate = (accepted: readonly Credential[], headers: Headers) => Promise<Caller>;

/**
 * Finds the caller by any accepted credential that is sent; where both are, one that is valid suffices. Fails with
 * 401, which does not tell an unknown credential from an expired one.
 */
export const createAuthenticate = (store: Store, clock: Clock): Authenticate => {
  const holders = keptWhile<Holder | undefined>(() => store.version(), {room: KEPT_HOLDERS});
  return async (accepted, headers) => {
    let any = false;
    for (const credential of accepted) {
      const value = headers[HEADERS[credential]];
      if (typeof value !== 'string' || value === '') continue;
      any = true;
      const hash = hashSecret(value);
      const holder = await holders(credential + hash, () => holderOf(store, credential, hash));
      if (holder && holder.until > clock().getTime()) return {user: holder.user, credential, hash};
    }
    const names = accepted.map(credential => CREDENTIAL_HEADERS[credential]).join(' or ');
    throw new Failure(401, any ? `${names} is not valid or has expired` : `send the header ${names}`);
  };
};

// As Node has the names of headers.
const HEADERS = Object.fromEntries(
  Object.entries(CREDENTIAL_HEADERS).map(([credential, header]) => [credential, header.toLowerCase()]),
) as Readonly<Record<Credential, string>>;

// Callers that come again while the data are the same.
const KEPT_HOLDERS = 1000;

interface Holder {
  readonly user: User;
  /** When the credential expires, in ms; Infinity where it never does. */
  readonly until: number;
}

const holderOf = async (store: Store, credential: Credential, hash: string): Promise<Holder | undefined> => {
  if (credential === 'session') {
    const session = await store.sessions.holder(hash);
    return session && {user: session.user, until: session.ends};
  }
  const token = await store.tokens.holder(hash);
  return token && {user: token.user, until: token.expire === 0 ? Number.POSITIVE_INFINITY : token.expire};
};
