import type {ImportStore} from '@edge-console/server/store';
import type {Kysely} from 'kysely';
import type {Tables} from '../tables.ts';

export const sqlImports = (db: Kysely<Tables>): ImportStore => ({
  async position(file) {
    const row = await db.selectFrom('import_file').select('position').where('file', '=', file).executeTakeFirst();
    return row?.position ?? 0;
  },
  // With a single statement, only one of two concurrent calls with the same `from` succeeds.
  async advance(file, {from, to}) {
    if (from > 0) {
      const {numUpdatedRows} = await db
        .updateTable('import_file')
        .set({position: to})
        .where('file', '=', file)
        .where('position', '=', from)
        .executeTakeFirstOrThrow();
      return numUpdatedRows > 0n;
    }
    const {numInsertedOrUpdatedRows} = await db
      .insertInto('import_file')
      .values({file, position: to})
      .onConflict(conflict =>
        conflict.column('file').doUpdateSet({position: to}).where('import_file.position', '=', from),
      )
      .executeTakeFirstOrThrow();
    return (numInsertedOrUpdatedRows ?? 0n) > 0n;
  },
});
