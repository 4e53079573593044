import type {ErrorLogFilter, ErrorLogStore, Page, Range, StoredErrorLog} from '@edge-console/server/store';
import type {Kysely} from 'kysely';
import type {Tables} from '../../tables.ts';
import type {Engine} from '../engine.ts';
import {readSnapshot} from '../prepare-query.ts';
import {findPosition, findStartTime, totalQuery} from './counts.ts';
import {combinesSources} from './filters.ts';
import {DEEP_OFFSET} from './newest.ts';
import {type PageRequest, pageOf, pageQuery} from './page-query.ts';

export const entryList = (root: Kysely<Tables>, engine: Engine): ErrorLogStore['list'] => {
  const query = pageQuery(engine);
  const read = async (db: Kysely<Tables>, request: PageRequest): Promise<Page<StoredErrorLog>> =>
    pageOf((await db.executeQuery(query(db, request))).rows);
  const readPage = async (db: Kysely<Tables>, request: PageRequest): Promise<Page<StoredErrorLog>> => {
    const {position, limit} = request;
    const start_time = engine.partitioned
      ? await findStartTime(db, position.filter, position.offset + limit)
      : undefined;
    if (start_time !== undefined) {
      const recent = {...position, filter: {...position.filter, start_time}};
      const page = await read(db, {...request, position: recent});
      // A concurrent change of `log_time` can make the page too short.
      if (page.rows.length === limit) return page;
    }
    return read(db, request);
  };
  return async (filter, range) => {
    const {offset, limit} = range;
    if (limit === 0) return {rows: [], count: (await totalQuery(root, filter).executeTakeFirstOrThrow()).total};
    if (isDirect(filter, range)) return readPage(root, {filter, limit, position: {filter, offset}});
    // For a large offset, or a filter with several of node, node type and application, skipping the entries before the
    // page would be slow. Stored counts give a position near the page.
    return readSnapshot(root, async trx => {
      const position = await findPosition(trx, filter, offset);
      if ('total' in position) return {rows: [], count: position.total};
      return readPage(trx, {filter, limit, position});
    });
  };
};

/** Whether the database skips `offset` entries to find the page. */
const isDirect = (filter: ErrorLogFilter, {offset}: Range): boolean =>
  (offset < DEEP_OFFSET && !combinesSources(filter)) || filter.req_id !== undefined;
