import type {Kysely} from 'kysely';
import type {UserStore} from '../store.ts';
import type {Tables} from '../tables.ts';

/** Columns of a user beside a secret's hash, for a join on `account`. */
export const USER_COLUMNS = [
  'account.id',
  'account.username',
  'account.role',
  'account.created',
  'account.modified',
] as const;

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
});
