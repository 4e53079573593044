import type {SessionStore, UserStore} from '@edge-console/server/store';
import type {Kysely} from 'kysely';
import type {Tables} from '../tables.ts';
import {USER_COLUMNS} from './credentials.ts';

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
    // Its tokens and sessions go by the foreign keys.
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
