import {NEVER_EXPIRES} from '@edge-console/schema/values';
import type {CompiledQuery, Kysely} from 'kysely';
import type {CredentialKey, Owner, User} from '../store.ts';
import type {Tables} from '../tables.ts';
import {type Prepared, prepareQuery} from './query.ts';

/** `ends` is in milliseconds since the epoch; null for a credential that never expires. */
export type OwnerRow = User & {readonly ends: number | null};

/** Columns of a user without the password hash, for joins with `account`. */
export const USER_COLUMNS = [
  'account.id',
  'account.username',
  'account.role',
  'account.created',
  'account.modified',
] as const;

/** Queries for the owner of a credential, even if it has expired. */
export const ownerQueries = (db: Kysely<Tables>): ((key: CredentialKey) => CompiledQuery<OwnerRow>) => {
  const byHash: Readonly<Record<CredentialKey['credential'], Prepared<{hash: string}, OwnerRow>>> = {
    session: prepareQuery(['hash'], ({hash}) =>
      db
        .selectFrom('session')
        .innerJoin('account', 'account.id', 'session.uid')
        .select([...USER_COLUMNS, 'session.ends'])
        .where('hash', '=', hash),
    ),
    'api-token': prepareQuery(['hash'], ({hash}) =>
      db
        .selectFrom('api_token')
        .innerJoin('account', 'account.id', 'api_token.uid')
        .select(eb => [
          ...USER_COLUMNS,
          eb.fn<number | null>('nullif', ['api_token.expire', eb.lit(NEVER_EXPIRES)]).as('ends'),
        ])
        .where('hash', '=', hash),
    ),
  };
  return ({credential, hash}) => byHash[credential]({hash});
};

export const toOwner = ({ends, ...user}: OwnerRow): Owner => ({user, expiresAt: ends ?? Number.POSITIVE_INFINITY});
