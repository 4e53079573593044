import type {Kysely} from 'kysely';
import type {EntryRange, ErrorLogFilter, ErrorLogStore, JsonPage, Page, StoredErrorLog} from '../../store.ts';
import type {Tables} from '../../tables.ts';
import {credentialQueries, expiryOf} from '../credentials.ts';
import type {Engine} from '../engine.ts';
import {pageOf, readSnapshot} from '../query.ts';
import {findPosition, findStartTime, totalQuery} from './counts.ts';
import {combinesSources} from './filters.ts';
import {DEEP_OFFSET} from './newest.ts';
import {type PageRequest, pageQueries} from './page-query.ts';
import {loadTexts} from './texts.ts';

type EntryPage = Page<StoredErrorLog> | JsonPage;

interface ListRequest {
  readonly filter: ErrorLogFilter;
  readonly range: EntryRange;
  /** Whether the caller accepts JSON. */
  readonly form?: 'json' | undefined;
}

interface EntryLists {
  readonly list: (request: ListRequest) => Promise<EntryPage>;
  readonly listFor: NonNullable<ErrorLogStore['listFor']>;
}

/** Lists pages of error-log entries, newest first, with the total count. Keeps compiled queries. */
export const entryLists = (root: Kysely<Tables>, engine: Engine): EntryLists => {
  const queries = pageQueries(engine);
  const {expiry} = credentialQueries(root);
  const readRows = async (db: Kysely<Tables>, request: PageRequest): Promise<Page<StoredErrorLog>> => {
    const {rows, count} = pageOf((await db.executeQuery(queries.rows(db, request))).rows);
    return {rows: await loadTexts(db, engine, rows, request.maxBytes), count};
  };
  const readPage = async (
    db: Kysely<Tables>,
    {position, ...request}: PageRequest,
    form: ListRequest['form'],
  ): Promise<EntryPage> => {
    if (form && engine.readJson && !db.isTransaction) {
      const page = await engine.readJson(queries.pair(db, {...request, position}));
      // Read as records, a long text is loaded, and a value of another type is reported.
      if (page) return page;
    }
    const start_time = engine.partitioned
      ? await findStartTime(db, position.filter, position.offset + request.limit)
      : undefined;
    if (start_time !== undefined) {
      const recent = {...position, filter: {...position.filter, start_time}};
      const page = await readRows(db, {...request, position: recent});
      // Shorter if a concurrent change moved entries to an earlier time.
      if (page.rows.length === request.limit) return page;
    }
    return readRows(db, {...request, position});
  };
  return {
    list: async ({filter, range, form}) => {
      const {offset, limit, maxBytes} = range;
      if (limit === 0) return {rows: [], count: await countEntries(root, filter)};
      if (isDirect(filter, range)) return readPage(root, {filter, limit, maxBytes, position: {filter, offset}}, form);
      // For combined sources, the rollup also avoids searching the entries of one source for the other.
      return readSnapshot(root, async trx => {
        const position = await findPosition(trx, filter, offset);
        if ('total' in position) return {rows: [], count: position.total};
        return readPage(trx, {filter, limit, maxBytes, position}, form);
      });
    },
    listFor: (key, {filter, range}) => {
      const {readGuarded} = engine;
      const {offset, limit, maxBytes} = range;
      if (!readGuarded || root.isTransaction || limit === 0 || !isDirect(filter, range)) return undefined;
      const page = queries.pair(root, {filter, limit, maxBytes, position: {filter, offset}});
      return readGuarded(expiry(key), page).then(({guard, page: read}) => ({
        expiresAt: guard && expiryOf(guard),
        page: read,
      }));
    },
  };
};

/** Whether a page is read without first finding its position. */
const isDirect = (filter: ErrorLogFilter, {offset}: EntryRange): boolean =>
  (offset < DEEP_OFFSET && !combinesSources(filter)) || filter.req_id !== undefined;

const countEntries = async (db: Kysely<Tables>, filter: ErrorLogFilter): Promise<number> =>
  (await totalQuery(db, filter).executeTakeFirstOrThrow()).total;
