import type {Page, TokenRecord, TokenStore} from '@edge-console/server/store';
import type {ExpressionBuilder, Kysely} from 'kysely';
import type {Tables} from '../tables.ts';
import {limitTo} from './prepare-query.ts';

const COLUMNS = ['id', 'uid', 'name', 'expire', 'created', 'modified'] as const;

export const sqlTokens = (db: Kysely<Tables>): TokenStore => {
  const owned = (owner: number | undefined) => db.selectFrom('api_token').where(isOwned(owner));
  return {
    add: token => db.insertInto('api_token').values(token).returning(COLUMNS).executeTakeFirstOrThrow(),
    list: async (owner, {offset, limit}) =>
      pageOf(
        // A left join returns the total number of tokens even if the page is empty.
        await db
          .selectFrom(
            owned(owner)
              .select(eb => eb.fn.countAll<number>().as('total'))
              .as('whole'),
          )
          .leftJoin(owned(owner).select(COLUMNS).orderBy('id').limit(limitTo(limit)).offset(offset).as('page'), join =>
            join.onTrue(),
          )
          .select(['total', ...COLUMNS])
          .orderBy('id')
          .$narrowType<TokenRecord>()
          .execute(),
      ),
    find: (id, owner) => owned(owner).select(COLUMNS).where('id', '=', id).executeTakeFirst(),
    async update(id, owner, change) {
      const query = db.updateTable('api_token').set(change).where('id', '=', id).where(isOwned(owner));
      return (await query.executeTakeFirstOrThrow()).numUpdatedRows > 0n;
    },
    async remove(id, owner) {
      const query = db.deleteFrom('api_token').where('id', '=', id).where(isOwned(owner));
      return (await query.executeTakeFirstOrThrow()).numDeletedRows > 0n;
    },
  };
};

const isOwned = (owner: number | undefined) => (eb: ExpressionBuilder<Tables, 'api_token'>) =>
  eb.and(owner === undefined ? [] : [eb('uid', '=', owner)]);

/** If the page is empty, there is one row, whose `id` is null. */
const pageOf = (rows: readonly (TokenRecord & {readonly total: number})[]): Page<TokenRecord> => ({
  rows: (rows[0]?.id ?? null) === null ? [] : rows.map(({total, ...row}) => row),
  count: rows[0]?.total ?? 0,
});
