import {CREDENTIAL_HEADERS, type Credential} from '@edge-console/schema';
import type {Clock} from '../clock.ts';
import {hashSecret} from '../credentials.ts';
import type {Store, User} from '../store/store.ts';
import {Failure} from './failure.ts';

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
export const createAuthenticate =
  (store: Store, clock: Clock): Authenticate =>
  async (accepted, headers) => {
    const sent = accepted.flatMap(credential => {
      const value = headers[CREDENTIAL_HEADERS[credential].toLowerCase()];
      return typeof value === 'string' && value !== '' ? [{credential, hash: hashSecret(value)}] : [];
    });
    for (const {credential, hash} of sent) {
      const user = await holderOf(store, credential, {hash, now: clock().getTime()});
      if (user) return {user, credential, hash};
    }
    const names = accepted.map(credential => CREDENTIAL_HEADERS[credential]).join(' or ');
    throw new Failure(401, sent.length === 0 ? `send the header ${names}` : `${names} is not valid or has expired`);
  };

const holderOf = async (
  store: Store,
  credential: Credential,
  {hash, now}: {hash: string; now: number},
): Promise<User | undefined> => {
  if (credential === 'session') {
    const session = await store.sessions.holder(hash);
    return session && session.ends > now ? session.user : undefined;
  }
  const token = await store.tokens.holder(hash);
  return token && (token.expire === 0 || token.expire > now) ? token.user : undefined;
};
