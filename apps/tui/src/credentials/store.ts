import {Secret} from '@edge-console/schema/values';

/** A credential saved between runs. */
export type SavedCredential =
  | {readonly kind: 'api-token'; readonly token: Secret}
  | {
      readonly kind: 'session';
      readonly token: Secret;
      readonly username: string;
      readonly role: string | undefined;
      /** Absent in a credential that an older version saved. */
      readonly userId?: number | undefined;
      /** Milliseconds since the epoch. */
      readonly endsAt: number;
    };

/** The owner of a credential. */
export interface CredentialOwner {
  readonly profile: string;
  readonly url: string;
}

/** The name of an owner in a store. */
export const ownerName = ({profile, url}: CredentialOwner): string => `${profile} ${url}`;

/** A credential as JSON, with its secret. */
export const encodeCredential = (credential: SavedCredential): object => ({
  ...credential,
  token: credential.token.reveal(),
});

/** Reads what {@link encodeCredential} wrote; undefined for anything else, and for a session that has ended. */
export const decodeCredential = (value: unknown, now: number): SavedCredential | undefined => {
  const {kind, token, username, role, userId, endsAt} = Object(value) as Record<string, unknown>;
  if (typeof token !== 'string' || token === '') return undefined;
  if (kind === 'api-token') return {kind, token: new Secret(token)};
  if (kind !== 'session' || typeof username !== 'string' || typeof endsAt !== 'number' || endsAt <= now)
    return undefined;
  return {
    ...{kind, token: new Secret(token), username, endsAt},
    role: typeof role === 'string' ? role : undefined,
    userId: typeof userId === 'number' ? userId : undefined,
  };
};
