import {Secret} from '@edge-console/schema/values';
import type {Gateway} from '../core/screen.ts';

export type SavedCredential =
  | {readonly kind: 'api-token'; readonly token: Secret}
  | {
      readonly kind: 'session';
      readonly token: Secret;
      readonly username: string;
      readonly role: string | undefined;
      /** Absent if an older version saved the credential. */
      readonly userId?: number | undefined;
      /** End of the session, in milliseconds since the epoch. */
      readonly endsAt: number;
    };

export const ownerName = ({profile, url}: Gateway): string => `${profile} ${url}`;

export const encodeCredential = (credential: SavedCredential): object => ({
  ...credential,
  token: credential.token.reveal(),
});

/** Returns undefined if the value is invalid or the session has ended. */
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
