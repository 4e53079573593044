import {
  type CredentialKey,
  type CredentialStore,
  NEVER_EXPIRES,
  type SessionStore,
  type User,
  type UserStore,
} from '@edge-console/server/store';
import type {Kysely} from 'kysely';
import type {Tables} from '../tables.ts';
import {prepareQuery} from './prepare-query.ts';

const USER_COLUMNS = ['account.id', 'account.username', 'account.role', 'account.created', 'account.modified'] as const;

export const sqlUsers = (db: Kysely<Tables>): UserStore => ({
  async add(users) {
    for (const {passwordHash, ...user} of users) {
      await db
        .insertInto('account')
        .values({...user, password_hash: passwordHash})
        .execute();
    }
  },
  async count() {
    const {count} = await db
      .selectFrom('account')
      .select(eb => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    return count;
  },
  find: username =>
    db
      .selectFrom('account')
      .select([...USER_COLUMNS, 'password_hash as passwordHash'])
      .where('username', '=', username)
      .executeTakeFirst(),
  list: () => db.selectFrom('account').select(USER_COLUMNS).orderBy('id').execute(),
  async update(id, {passwordHash, ...change}) {
    const {numUpdatedRows} = await db
      .updateTable('account')
      .set({...change, ...(passwordHash !== undefined && {password_hash: passwordHash})})
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return numUpdatedRows > 0n;
  },
  async remove(id) {
    // Foreign keys make the database delete the tokens and sessions too.
    await db.deleteFrom('account').where('id', '=', id).execute();
  },
});

export const sqlSessions = (db: Kysely<Tables>): SessionStore => ({
  async begin(session) {
    await db.insertInto('session').values(session).execute();
  },
  async end(hash) {
    await db.deleteFrom('session').where('hash', '=', hash).execute();
  },
  async removeEnded(before) {
    await db.deleteFrom('session').where('ends', '<', before).execute();
  },
});

/** `ends` is in milliseconds since the epoch; null if the credential never expires. */
type OwnerRow = User & {readonly ends: number | null};

export const sqlCredentials = (db: Kysely<Tables>): CredentialStore => {
  const owner = {
    session: prepareQuery<CredentialKey, OwnerRow>(['hash'], ({hash}) =>
      db
        .selectFrom('session')
        .innerJoin('account', 'account.id', 'session.uid')
        .select([...USER_COLUMNS, 'session.ends'])
        .where('hash', '=', hash),
    ),
    'api-token': prepareQuery<CredentialKey, OwnerRow>(['hash'], ({hash}) =>
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
      const [row] = (await db.executeQuery(owner[key.credential](key))).rows;
      if (!row) return undefined;
      const {ends, ...user} = row;
      return {user, expiresAt: ends ?? Number.POSITIVE_INFINITY};
    },
  };
};
