import {CREDENTIAL_HEADERS, type Credential} from '@edge-console/schema';
import type {Clock} from '../clock.ts';
import {hashSecret} from '../credentials.ts';
import type {CredentialKey, Store, User} from '../store/store.ts';
import {Failure} from './responses/failure.ts';

/** The authenticated user and the credential used. */
export interface Caller extends CredentialKey {
  readonly user: User;
}

type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Authenticates the requests of a site. */
export interface Authenticator {
  /**
   * Authenticates by any accepted credential; if both are sent, one valid credential suffices. Rejects with a 401
   * {@link Failure} that does not distinguish unknown from expired credentials.
   */
  authenticate(accepted: readonly Credential[], headers: Headers): Promise<Caller>;
}

export const createAuthenticator = (store: Store, clock: Clock): Authenticator => ({
  authenticate: async (accepted, headers) => {
    for (const key of keysOf(accepted, headers)) {
      const owner = await store.credentials.findOwner(key);
      if (owner && owner.expiresAt > clock().getTime()) return {user: owner.user, ...key};
    }
    throw new Failure(401, `${namesOf(accepted)} is not valid or has expired`);
  },
});

/** The accepted credentials that are sent. Throws a 401 {@link Failure} if there are none. */
const keysOf = (accepted: readonly Credential[], headers: Headers): readonly CredentialKey[] => {
  const keys: CredentialKey[] = [];
  for (const credential of accepted) {
    const value = headers[HEADERS[credential]];
    if (typeof value === 'string' && value !== '') keys.push({credential, hash: hashSecret(value)});
  }
  if (keys.length === 0) throw new Failure(401, `send the header ${namesOf(accepted)}`);
  return keys;
};

const namesOf = (accepted: readonly Credential[]): string =>
  accepted.map(credential => CREDENTIAL_HEADERS[credential]).join(' or ');

/** Header names in lower case, as Node gives them. */
const HEADERS = Object.fromEntries(
  Object.entries(CREDENTIAL_HEADERS).map(([credential, header]) => [credential, header.toLowerCase()]),
) as Readonly<Record<Credential, string>>;
