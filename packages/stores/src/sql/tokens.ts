import type {TokenRecord, TokenStore} from '@edge-console/server/store';
import type {Kysely} from 'kysely';
import type {Tables} from '../tables.ts';
import {limitTo, pageOf} from './query.ts';

const COLUMNS = ['id', 'uid', 'name', 'expire', 'created', 'modified'] as const;

export const sqlTokens = (db: Kysely<Tables>): TokenStore => {
  const owned = (owner: number | undefined) => {
    const tokens = db.selectFrom('api_token');
    return owner === undefined ? tokens : tokens.where('uid', '=', owner);
  };
  return {
    add: token => db.insertInto('api_token').values(token).returning(COLUMNS).executeTakeFirstOrThrow(),
    list: async (owner, {offset, limit}) =>
      pageOf(
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
      const query = db.updateTable('api_token').set(change).where('id', '=', id);
      const {numUpdatedRows} = await (owner === undefined
        ? query
        : query.where('uid', '=', owner)
      ).executeTakeFirstOrThrow();
      return numUpdatedRows > 0n;
    },
    async remove(id, owner) {
      const query = db.deleteFrom('api_token').where('id', '=', id);
      const {numDeletedRows} = await (owner === undefined
        ? query
        : query.where('uid', '=', owner)
      ).executeTakeFirstOrThrow();
      return numDeletedRows > 0n;
    },
  };
};
