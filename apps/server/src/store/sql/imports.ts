import type {Kysely} from 'kysely';
import type {ImportStore} from '../store.ts';
import type {Tables} from '../tables.ts';

export const sqlImports = (db: Kysely<Tables>): ImportStore => ({
  async position(file) {
    const row = await db.selectFrom('import_file').select('position').where('file', '=', file).executeTakeFirst();
    return row?.position ?? 0;
  },
  async remember(file, position) {
    await db
      .insertInto('import_file')
      .values({file, position})
      .onConflict(conflict => conflict.column('file').doUpdateSet({position}))
      .execute();
  },
});
