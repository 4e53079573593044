import type {Kysely} from 'kysely';
import type {SessionStore} from '../store.ts';
import type {Tables} from '../tables.ts';
import {USER_COLUMNS} from './users.ts';

export const sqlSessions = (db: Kysely<Tables>): SessionStore => ({
  async begin(session, now) {
    await db.deleteFrom('session').where('ends', '<=', now).execute();
    await db.insertInto('session').values(session).execute();
  },
  async end(hash, now) {
    await db
      .deleteFrom('session')
      .where(eb => eb.or([eb('hash', '=', hash), eb('ends', '<=', now)]))
      .execute();
  },
  async holder(hash) {
    const row = await db
      .selectFrom('session')
      .innerJoin('account', 'account.id', 'session.uid')
      .select([...USER_COLUMNS, 'session.ends'])
      .where('hash', '=', hash)
      .executeTakeFirst();
    if (!row) return undefined;
    const {ends, ...user} = row;
    return {ends, user};
  },
});
