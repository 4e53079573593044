import {DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler} from 'kysely';
import {Client} from 'pg';
import type {ErrorLogFilter} from '../../../../../apps/server/src/store/store.ts';
import {keyRange, newestKeys} from '../../../src/sql/error-logs/newest.ts';
import type {Tables} from '../../../src/tables.ts';

// Compiles queries to SQL without a connection to a database.
const compiler = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: db => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

/** Resolves with PostgreSQL's generic plan for the query of page 1 with this filter, as printed by `explain`. */
export const genericPlanOf = async (url: string, filter: ErrorLogFilter): Promise<string> => {
  const {sql, parameters} = newestKeys(compiler, filter, keyRange({}, {offset: 0, limit: 20})).compile();
  const client = new Client({connectionString: url});
  await client.connect();
  try {
    await client.query('set plan_cache_mode = force_generic_plan');
    await client.query({name: 'page', text: sql, values: [...parameters]});
    const {rows} = await client.query(`explain execute page (${parameters.join()})`);
    return rows.map(row => row['QUERY PLAN']).join('\n');
  } finally {
    await client.end();
  }
};
