import {NEVER_EXPIRES} from '@edge-console/schema/values';
import type {CompiledQuery, Kysely} from 'kysely';
import type {CredentialKey, Owner, User} from '../store.ts';
import type {Tables} from '../tables.ts';
import {prepareQuery} from './query.ts';

/** `ends` is in milliseconds since the epoch; null for a credential that never expires. */
export interface ExpiryRow {
  readonly ends: number | null;
}
export type OwnerRow = User & ExpiryRow;

/** Columns of a user without the password hash, for joins with `account`. */
export const USER_COLUMNS = [
  'account.id',
  'account.username',
  'account.role',
  'account.created',
  'account.modified',
] as const;

type CredentialQuery<T> = (key: CredentialKey) => CompiledQuery<T>;

/** Queries for credentials, also expired ones. */
export interface CredentialQueries {
  readonly owner: CredentialQuery<OwnerRow>;
  readonly expiry: CredentialQuery<ExpiryRow>;
}

export const credentialQueries = (db: Kysely<Tables>): CredentialQueries => {
  const sessions = ({hash}: CredentialKey) =>
    db.selectFrom('session').select('session.ends').where('hash', '=', hash).$castTo<ExpiryRow>();
  const tokens = ({hash}: CredentialKey) =>
    db
      .selectFrom('api_token')
      .select(eb => eb.fn<number | null>('nullif', ['api_token.expire', eb.lit(NEVER_EXPIRES)]).as('ends'))
      .where('hash', '=', hash);
  const owner = {
    session: prepareKey(key => sessions(key).innerJoin('account', 'account.id', 'session.uid').select(USER_COLUMNS)),
    'api-token': prepareKey(key =>
      tokens(key).innerJoin('account', 'account.id', 'api_token.uid').select(USER_COLUMNS),
    ),
  };
  const expiry = {session: prepareKey(sessions), 'api-token': prepareKey(tokens)};
  return {owner: key => owner[key.credential](key), expiry: key => expiry[key.credential](key)};
};

const prepareKey = <T>(build: (key: CredentialKey) => {compile(): CompiledQuery<T>}) =>
  prepareQuery<CredentialKey, T>(['hash'], build);

/** Milliseconds since the epoch; Infinity if the credential never expires. */
export const expiryOf = ({ends}: ExpiryRow): number => ends ?? Number.POSITIVE_INFINITY;

export const toOwner = ({ends, ...user}: OwnerRow): Owner => ({user, expiresAt: expiryOf({ends})});
