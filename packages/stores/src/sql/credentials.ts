import type {CredentialKey, CredentialStore, User} from '@edge-console/server/store';
import {NEVER_EXPIRES} from '@edge-console/server/store';
import type {CompiledQuery, Kysely} from 'kysely';
import type {Tables} from '../tables.ts';
import type {Engine} from './engine.ts';
import {prepareQuery, readRows} from './query.ts';

/** `ends` is in milliseconds since the epoch; null for a credential that never expires. */
type OwnerRow = User & {readonly ends: number | null};

/** Columns of a user without the password hash, for joins with `account`. */
export const USER_COLUMNS = [
  'account.id',
  'account.username',
  'account.role',
  'account.created',
  'account.modified',
] as const;

export const sqlCredentials = (db: Kysely<Tables>, engine: Engine): CredentialStore => {
  const owner = {
    session: prepareKey(({hash}) =>
      db
        .selectFrom('session')
        .innerJoin('account', 'account.id', 'session.uid')
        .select([...USER_COLUMNS, 'session.ends'])
        .where('hash', '=', hash),
    ),
    'api-token': prepareKey(({hash}) =>
      db
        .selectFrom('api_token')
        .innerJoin('account', 'account.id', 'api_token.uid')
        .select(USER_COLUMNS)
        .select(eb => eb.fn<number | null>('nullif', ['api_token.expire', eb.lit(NEVER_EXPIRES)]).as('ends'))
        .where('hash', '=', hash),
    ),
  };
  return {
    async findOwner(key) {
      const [row] = await readRows(db, engine, owner[key.credential](key));
      if (!row) return undefined;
      const {ends, ...user} = row;
      return {user, expiresAt: ends ?? Number.POSITIVE_INFINITY};
    },
  };
};

const prepareKey = (build: (key: CredentialKey) => {compile(): CompiledQuery<OwnerRow>}) =>
  prepareQuery<CredentialKey, OwnerRow>(['hash'], build);
