import {isDeepStrictEqual} from 'node:util';
import {contract, type QueryOf, type SentOf} from '@edge-console/schema';
import {unixSeconds} from '../clock.ts';
import type {GuardedReads} from '../http/guarded-reads.ts';
import {JsonRows} from '../http/responses/encode.ts';
import {fieldTypesOf} from '../http/responses/exact.ts';
import {Failure} from '../http/responses/failure.ts';
import type {Handlers} from '../http/route.ts';
import {ENTRY_FIELDS, type JsonPage, PageTooLong, SHORT_TEXT_BYTES} from '../store/store.ts';
import type {Context} from './context.ts';
import {pageData, pageRange} from './paging.ts';

const {element} = contract.listErrorLogs.response.sent.shape.data.shape.data.def;
// Else pages are records, which zod checks.
const isSentAsStored = isDeepStrictEqual(fieldTypesOf(element.shape), ENTRY_FIELDS);

// Larger pages reserve much of the memory for responses: the credential is checked first.
const MAX_GUARDED_ROWS = 100;

/** Pages of short texts. */
export const errorLogReads = ({store, clock}: Context): Pick<GuardedReads, 'listErrorLogs'> => ({
  listErrorLogs: ({key, query, holdFree}) => {
    const {filter, range} = toList(query);
    const maxBytes = range.limit * SHORT_TEXT_BYTES;
    if (!isSentAsStored || range.limit > MAX_GUARDED_ROWS || !holdFree(maxBytes)) return undefined;
    return store.errorLogs
      .listFor?.(key, {filter, range: {...range, maxBytes}})
      ?.then(({expiresAt, page}) => ({expiresAt, response: page && toRows(page, unixSeconds(clock))}));
  },
});

const toList = ({page, page_size, req_id, ...others}: QueryOf<'listErrorLogs'>) => ({
  filter: req_id === undefined ? others : {...others, req_id: String(req_id)},
  range: pageRange(page, page_size),
});

const toRows = ({json, count}: JsonPage, time: number): JsonRows<SentOf<'listErrorLogs'>> =>
  new JsonRows({status: 0, time, data: {data: [], meta: {count}}}, json);

export const errorLogHandlers = ({store, clock}: Context): Pick<Handlers, 'listErrorLogs'> => ({
  listErrorLogs: async ({query, rows, hold}) => {
    const {filter, range} = toList(query);
    const list = (maxBytes?: number) => {
      const limited = {...range, maxBytes};
      return isSentAsStored && rows === 'json'
        ? store.errorLogs.list(filter, limited, 'json')
        : store.errorLogs.list(filter, limited);
    };
    const shortTexts = range.limit * SHORT_TEXT_BYTES;
    await hold(shortTexts);
    const entries = await list(shortTexts)
      .catch(async (error: unknown) => {
        if (!(error instanceof PageTooLong)) throw error;
        await hold(error.bytes);
        return list();
      })
      .catch((error: unknown) => {
        if (!(error instanceof PageTooLong)) throw error;
        throw new Failure(400, `page_size: the page is too long (${error.message}); ask for a smaller page_size`);
      });
    const time = unixSeconds(clock);
    if ('rows' in entries) return {status: 0, time, data: pageData(entries, entry => entry, range)};
    return toRows(entries, time);
  },
});
