import type {AgentStore, ApplicationRecord} from '@edge-console/server/store';
import type {Kysely} from 'kysely';
import type {Tables} from '../tables.ts';
import {limitTo} from './prepare-query.ts';

export const sqlAgents = (db: Kysely<Tables>): AgentStore => ({
  async add({id, name}, applications) {
    await db.insertInto('agent').values({id, name}).execute();
    for (const application of applications) {
      await db
        .insertInto('application')
        .values({
          agent_id: id,
          id: application.id,
          online: application.online ? 1 : 0,
          doc: JSON.stringify(application),
        })
        .execute();
    }
  },
  list: () => db.selectFrom('agent').select(['id', 'name']).orderBy('id').execute(),
  async applications(agentId, which, {offset, limit}) {
    const agent = await db.selectFrom('agent').select('id').where('id', '=', agentId).executeTakeFirst();
    if (!agent) return undefined;
    let query = db.selectFrom('application').select('doc').where('agent_id', '=', agentId);
    if (which === 'online') query = query.where('online', '=', 1);
    const rows = await query.orderBy('id').limit(limitTo(limit)).offset(offset).execute();
    return rows.map(({doc}) => JSON.parse(doc) as ApplicationRecord);
  },
});
