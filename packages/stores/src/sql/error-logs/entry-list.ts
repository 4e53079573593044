import type {ErrorLogFilter, ErrorLogStore, Page, Range, StoredErrorLog} from '@edge-console/server/store';
import type {Kysely} from 'kysely';
import type {Tables} from '../../tables.ts';
import type {Engine} from '../engine.ts';
import {readSnapshot} from '../prepare-query.ts';
import {findPosition, findStartTime, totalQuery} from './counts.ts';
import {combinesSources} from './filters.ts';
import {DEEP_OFFSET} from './newest.ts';
import {type PageRequest, pageOf, pageQuery} from './page-query.ts';

/** Lists a page of entries, newest first, with the total count. Caches compiled queries. */
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
      // A concurrent change of `log_time` can make the page too short. The page is then read without the start time.
      if (page.rows.length === limit) return page;
    }
    return read(db, request);
  };
  return async (filter, range) => {
    const {offset, limit} = range;
    if (limit === 0) return {rows: [], count: (await totalQuery(root, filter).executeTakeFirstOrThrow()).total};
    if (isDirect(filter, range)) return readPage(root, {filter, limit, position: {filter, offset}});
    // Stored counts show in which time span the page begins, which is cheaper than skipping the entries before the
    // page. For filters that combine node, node type and application, no index finds the matches directly.
    return readSnapshot(root, async trx => {
      const position = await findPosition(trx, filter, offset);
      if ('total' in position) return {rows: [], count: position.total};
      return readPage(trx, {filter, limit, position});
    });
  };
};

/** Whether a page is read by its offset. If false, stored counts are used to find the position of the page first. */
const isDirect = (filter: ErrorLogFilter, {offset}: Range): boolean =>
  (offset < DEEP_OFFSET && !combinesSources(filter)) || filter.req_id !== undefined;
