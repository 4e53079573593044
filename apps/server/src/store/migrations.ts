import {type Kysely, sql} from 'kysely';
import type {Engine} from './sql/engine.ts';
import type {Tables} from './tables.ts';

/**
 * Brings a database to the layout of this version, all the way or not at all, one server at a time. Throws where a
 * newer version has already been at work.
 */
export const migrate = async (
  db: Kysely<Tables>,
  engine: Engine,
  layouts: readonly (readonly string[])[],
): Promise<void> =>
  engine.transaction(db, async trx => {
    await engine.lock(trx);
    await sql`create table if not exists schema_version (version integer primary key not null)`.execute(trx);
    const {rows} = await sql<{version: number | null}>`select max(version) as version from schema_version`.execute(trx);
    const at = rows[0]?.version ?? 0;
    if (at > layouts.length) throw new Error(`it has layout ${at}; this version knows ${layouts.length}`);
    for (const [index, statements] of layouts.entries()) {
      if (index < at) continue;
      for (const statement of statements) await sql.raw(statement).execute(trx);
      await sql`insert into schema_version (version) values (${index + 1})`.execute(trx);
    }
  });
