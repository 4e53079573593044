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
   * Each entry that is in the list, and in every replica, from the start to the end of the iteration is yielded exactly
   * once. This holds while other entries arrive, are updated or are pruned, and while counts fall, vary or are
   * estimates (docs/field-facts.md#20). The list is read by time, with one request per page and three more. The cost of
   * a request is the same at any depth (docs/field-facts.md#26).
   *
   * If the gateway ignores `end_time` or does not send the newest entry first, the list is read by page number. If rows
   * moved between pages, it is read again, at most 4 times in all. `onStatus` reports whether entries may be missing.
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
   * `log_time` rises. Each change is reported once. Ends when the signal aborts or the consumer's loop ends. Polls only
   * while the consumer awaits the next event; a slow consumer misses nothing. The clocks of the gateway and of this
   * machine need not agree.
   *
   * Failures, including `unauthenticated`, are reported as `status` events and retried after a delay of up to 30
   * seconds. Only `invalid_request` ends the loop with an error.
   *
   * If the gateway honours `end_time` and sends the newest entry first, the list is read by time, from the newest entry
   * down to entries that earlier polls have read:
   *
   * - Each entry that stays in the list is reported as `added` once. This holds during bursts, updates and pruning, and
   *   with repeated pages, replicas that lag, and wrong counts (docs/field-facts.md#20, #21).
   * - A poll without changes costs one request. Every 16th poll also reads the newest `depth` entries again, and older
   *   ones down to one minute before the newest entry of 16 polls ago, at most 10,000 in all.
   *
   * Otherwise the list is read by page number, and a `gap` event reports that entries may be missing. Which entries a
   * poll reads depends on the order of the list:
   *
   * - Newest first: from the newest entry down to entries that earlier polls have read. No entry is missing if few rows
   *   move between pages during a poll.
   * - Oldest first: the last `depth` entries of the list, and all that were added since the previous poll.
   * - Any other order: the whole list at each poll, but at most its first 20,000 entries.
   *
   * With any gateway:
   *
   * - Malformed rows (docs/field-facts.md#22) are reported once as `invalid`.
   * - A reset of the database is reported as `restarted`. A reset is recognised if the list, or its newest `depth`
   *   entries, has ids that were used before and no unchanged entry. A reset that restores earlier entries with the
   *   same id, time and text is not recognised. Other entries whose ids were used before are then reported as
   *   `updated`.
   *
   * Limits:
   *
   * - If ids do not rise with time, and the list is longer than `depth` or has no count, a new entry may be reported as
   *   `updated`. The same holds for an entry whose id is lower than those of the last 20,000 entries read before it.
   * - Late arrivals are missed among entries that no 16th poll reads again. So are updates of such entries that do not
   *   move the entry.
   * - An entry that arrives and is removed between two polls is missed. So is an update that is undone between two
   *   polls.
   * - If a list is sorted by id, and its times are mostly in the same order, it is read as if it were sorted by time.
   *   Updates below the first page may then be missed.
   * - If a gateway ignores `page`, only the one page that it sends is followed.
   *
   * @example
   * for await (const event of client.errorLogs.follow({level: 4}, {signal})) {
   *   if (event.kind === 'added') for (const {log} of event.entries) console.log(log);
   * }
   */
  follow(filter?: ErrorLogFilter, options?: FollowOptions): AsyncGenerator<FollowEvent, void, undefined>;
}

/** Converts the `Date` header of a response (RFC 9110, 6.6.1) to Unix seconds. */
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
