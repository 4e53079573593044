import {Secret} from '@edge-console/schema/values';

/** A credential kept between runs. */
export type SavedCredential =
  | {readonly kind: 'api-token'; readonly token: Secret}
  | {
      readonly kind: 'session';
      readonly token: Secret;
      readonly username: string;
      readonly role: string | undefined;
      /** Milliseconds since the epoch. */
      readonly endsAt: number;
    };

/** What a credential belongs to. */
export interface CredentialOwner {
  readonly profile: string;
  readonly url: string;
}

/** Credentials at rest, one per profile and URL. Rejects with an error whose message has no secret. */
export interface CredentialStore {
  /** Where credentials are kept, for `whoami`. */
  readonly place: string;
  /** Undefined if there is none, or it has expired. */
  read(owner: CredentialOwner, now: number): Promise<SavedCredential | undefined>;
  save(owner: CredentialOwner, credential: SavedCredential): Promise<void>;
  /** Whether there was one. */
  remove(owner: CredentialOwner): Promise<boolean>;
}

/** The key of an owner in a store. */
export const ownerKey = ({profile, url}: CredentialOwner): string => `${profile} ${url}`;

/** A credential as JSON, with its secret. */
export const encodeCredential = (credential: SavedCredential): object => ({
  ...credential,
  token: credential.token.reveal(),
});

/** Reads what {@link encodeCredential} wrote; undefined for anything else. */
export const decodeCredential = (value: unknown): SavedCredential | undefined => {
  const {kind, token, username, role, endsAt} = Object(value) as Record<string, unknown>;
  if (typeof token !== 'string' || token === '') return undefined;
  if (kind === 'api-token') return {kind, token: new Secret(token)};
  if (kind !== 'session' || typeof username !== 'string' || typeof endsAt !== 'number') return undefined;
  return {kind, token: new Secret(token), username, role: typeof role === 'string' ? role : undefined, endsAt};
};
