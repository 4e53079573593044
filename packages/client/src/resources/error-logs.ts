import type {ErrorLogEntry, ErrorLogFilter, ErrorLogQuery} from '@edge-console/schema';
import type {Call} from '../http/call.ts';
import {type CallPromise, mapCall} from '../http/call-promise.ts';
import {type FollowEvent, type FollowOptions, followList} from '../lists/follow/follow.ts';
import {type Page, type PageQuery, type PaginateOptions, pageFrom} from '../lists/page.ts';
import {itemsOf, type ListPromise, listPromise, paginate} from '../lists/paginate.ts';
import type {CallOptions} from '../options.ts';

/** Error logs (docs/contract.md#error-logs). */
export interface ErrorLogs {
  /**
   * Resolves to one page. Iterating the result yields all matching entries from `page` on. `page` defaults to 1,
   * `page_size` to 20. `level` matches that level and more severe ones (docs/field-facts.md#10). `start_time` and
   * `end_time` are Unix seconds, inclusive; a gateway may ignore them (docs/field-facts.md#9).
   */
  list(query?: ErrorLogQuery, call?: CallOptions): ListPromise<ErrorLogEntry>;
  /** Resolves to the number of matching entries (docs/field-facts.md#8); to undefined if the gateway sends no count. */
  count(filter?: ErrorLogFilter, call?: CallOptions): CallPromise<number | undefined>;
  /**
   * Yields the pages of all matching entries, from `page` on. `page_size` defaults to 100.
   *
   * An entry that all replicas have during the whole iteration is yielded exactly once. Other entries may meanwhile
   * arrive, change or be pruned, and counts may vary (docs/field-facts.md#20). The list is read by time, with one
   * request per page. Three more requests find the end of the list and entries that moved to the top. Deep pages cost
   * no more than page 1 (docs/field-facts.md#26).
   *
   * If the gateway ignores `end_time` or does not send the newest entry first, the list is read by page number. If rows
   * then move between pages, it is read up to 4 times. `onStatus` reports whether entries may be missing.
   */
  pages(query?: ErrorLogQuery, call?: PaginateOptions): AsyncIterable<Page<ErrorLogEntry>>;
  /**
   * Yields the entries of `pages`, one by one.
   *
   * @example
   * for await (const {log_time, log} of client.errorLogs.items({level: 4})) console.log(log_time, log);
   */
  items(query?: ErrorLogQuery, call?: PaginateOptions): AsyncIterable<ErrorLogEntry>;
  /**
   * Polls the list and yields events with the entries that arrive after the first poll, and with those whose `count` or
   * `log_time` rises, each change once. Ends when the signal aborts or the consumer's loop ends. Polls only while the
   * consumer awaits the next event, and a slow consumer misses nothing.
   *
   * Failures, including `unauthenticated`, are reported as `status` events and retried after a delay of up to 30
   * seconds. Only `invalid_request` ends the loop with an error.
   *
   * If the gateway honours `end_time` and sends the newest entry first, each entry that stays in the list is reported
   * as `added` once, even during bursts, updates and pruning, and even if replicas lag or send a wrong count of the
   * list (docs/field-facts.md#20, #21). A poll without changes costs one request. Every 16th poll reads at most 10,000
   * entries again (see {@link FollowOptions.depth}).
   *
   * Otherwise the list is read by page number, and a `gap` event reports that entries may be missing. A list with the
   * oldest entry first is read from its last `depth` entries on, and a list in any other order as a whole, but at most
   * its first 20,000 entries.
   *
   * After a reset of the database, ids start over. This is reported as `restarted` if the list, or its newest `depth`
   * entries, have ids that were used before and no entry is unchanged.
   *
   * Limits:
   *
   * - A new entry with a lower id than older entries may be reported as `updated`. This happens only if the list is
   *   longer than `depth` or has no count, or if the id is lower than those of the last 20,000 entries read.
   * - Late entries, and updates that do not change `log_time`, are missed if older than what every 16th poll reads.
   * - An entry or a change that disappears between two polls is missed.
   * - If a list is sorted by id and its first page is also in the order of time, updates on later pages may be missed.
   * - If a gateway ignores `page`, only the one page that it sends is followed.
   *
   * @example
   * for await (const event of client.errorLogs.follow({level: 4}, {signal})) {
   *   if (event.kind === 'added') for (const {log} of event.entries) console.log(log);
   * }
   */
  follow(filter?: ErrorLogFilter, options?: FollowOptions): AsyncGenerator<FollowEvent, void, undefined>;
}

/** Unix seconds of a `Date` header (RFC 9110, 6.6.1). */
const headerTime = (date: string | string[] | undefined): number | undefined => {
  const at = Date.parse(`${date}`);
  return at > 0 ? at / 1000 : undefined;
};

export const createErrorLogs = (call: Call): ErrorLogs => {
  const readPage = (query: ErrorLogQuery, options?: CallOptions) =>
    mapCall(call('listErrorLogs', {query}, options), ({data, time: own}, {headers}) => {
      const time = own ?? headerTime(headers.date);
      return {...pageFrom(data, query), ...(time !== undefined && {time})};
    });
  const pageOf = (filter: ErrorLogFilter) => (bounds: PageQuery, options: CallOptions) =>
    readPage({...filter, ...bounds}, options);
  const pages = (query: ErrorLogQuery = {}, options?: PaginateOptions) =>
    paginate({first: query.page, pageSize: query.page_size, options, fetch: pageOf(query), range: query});
  return {
    list: (query = {}, options) => listPromise(readPage(query, options), {fetch: pageOf(query), options, range: query}),
    pages,
    items: (query, options) => itemsOf(pages(query, options)),
    count: (filter, options) => mapCall(readPage({...filter, page: 1, page_size: 0}, options), page => page.count),
    follow: (filter = {}, options) => followList({fetch: pageOf(filter), range: filter}, options),
  };
};
