import {CREDENTIAL_HEADERS, type Credential} from '@edge-console/schema';
import type {Clock} from '../clock.ts';
import {hashSecret} from '../credentials.ts';
import type {CredentialKey, CredentialStore, User} from '../store/store.ts';
import {Failure} from './responses/failure.ts';

export interface Caller extends CredentialKey {
  readonly user: User;
}

type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * Resolves if at least one credential is valid. Otherwise rejects with a 401 {@link Failure}, which is the same for
 * unknown and expired credentials.
 */
export type Authenticate = (accepted: readonly Credential[], headers: Headers) => Promise<Caller>;

export const createAuthenticate =
  ({findOwner}: CredentialStore, clock: Clock): Authenticate =>
  async (accepted, headers) => {
    for (const key of keysOf(accepted, headers)) {
      const owner = await findOwner(key);
      if (owner && owner.expiresAt > clock().getTime()) return {user: owner.user, ...key};
    }
    throw new Failure(401, `${namesOf(accepted)} is not valid or has expired`);
  };

// The gateway's console, a separate system (docs/field-facts.md#7), has no user accounts.
const CONSOLE_USER = {id: 0, username: 'console', role: 'console', created: 0, modified: 0};

export const consoleCredentials = (tokens: readonly string[]): CredentialStore => {
  const hashes = new Set(tokens.map(hashSecret));
  return {
    findOwner: async ({hash}) =>
      hashes.has(hash) ? {user: CONSOLE_USER, expiresAt: Number.POSITIVE_INFINITY} : undefined,
  };
};

const keysOf = (accepted: readonly Credential[], headers: Headers): readonly CredentialKey[] => {
  const keys = accepted.flatMap(credential => {
    // Node.js converts header names to lower case.
    const value = headers[CREDENTIAL_HEADERS[credential].toLowerCase()];
    return typeof value === 'string' && value !== '' ? [{credential, hash: hashSecret(value)}] : [];
  });
  if (keys.length === 0) throw new Failure(401, `send the header ${namesOf(accepted)}`);
  return keys;
};

const namesOf = (accepted: readonly Credential[]): string =>
  accepted.map(credential => CREDENTIAL_HEADERS[credential]).join(' or ');
