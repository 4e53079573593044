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
      // If a concurrent change of `log_time` made the page too short, the page is read again, without the start time.
      if (page.rows.length === limit) return page;
    }
    return read(db, request);
  };
  return async (filter, range) => {
    const {offset, limit} = range;
    if (limit === 0) return {rows: [], count: (await totalQuery(root, filter).executeTakeFirstOrThrow()).total};
    if (isDirect(filter, range)) return readPage(root, {filter, limit, position: {filter, offset}});
    // Finds the start of the page by stored counts. This is faster than skipping the entries before the page if there
    // are many of them, or if the filter combines node, node type and application, for which there is no common index.
    return readSnapshot(root, async trx => {
      const position = await findPosition(trx, filter, offset);
      if ('total' in position) return {rows: [], count: position.total};
      return readPage(trx, {filter, limit, position});
    });
  };
};

/**
 * Whether the database skips `offset` entries to find the page. Otherwise, stored counts are used to find where the
 * page begins.
 */
const isDirect = (filter: ErrorLogFilter, {offset}: Range): boolean =>
  (offset < DEEP_OFFSET && !combinesSources(filter)) || filter.req_id !== undefined;
