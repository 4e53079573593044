import type {ErrorLogEntry, ErrorLogFilter, ErrorLogQuery} from '@edge-console/schema';
import {DEFAULT_PAGE, DEFAULT_PAGE_SIZE} from '@edge-console/schema/values';
import type {Call} from '../http/call.ts';
import {type CallPromise, mapCall} from '../http/call-promise.ts';
import {type FollowEvent, type FollowOptions, followList} from '../lists/follow/follow.ts';
import type {Page, PageQuery, PaginateOptions} from '../lists/page.ts';
import {itemsOf, type ListPromise, listPromise, paginate} from '../lists/paginate.ts';
import type {CallOptions} from '../options.ts';

/** Error logs (docs/contract.md#error-logs). */
export interface ErrorLogs {
  /**
   * One page: `page` defaults to 1, `page_size` to 20. `level` matches that level and more severe ones
   * (docs/field-facts.md#10). `start_time` and `end_time` are Unix seconds, inclusive; a gateway may ignore them
   * (docs/field-facts.md#9). Iterated, all matching entries from `page` on.
   */
  list(query?: ErrorLogQuery, call?: CallOptions): ListPromise<ErrorLogEntry>;
  /** Number of matching entries (docs/field-facts.md#8); undefined if the gateway sends no count. */
  count(filter?: ErrorLogFilter, call?: CallOptions): CallPromise<number | undefined>;
  /**
   * All matching entries from `page` on, by page; `page_size` defaults to 100. Each entry that is in the list, and in
   * every replica, from start to end comes exactly once, while others arrive, are updated or pruned, and while counts
   * fall, jitter or are estimates (docs/field-facts.md#20): the list is read by time, one request a page and three more,
   * at the same cost at any depth (docs/field-facts.md#26). Gateways that ignore `end_time` or do not send the newest
   * entry first are read by page number, again if rows moved, at most 4 times.
   * `onStatus` reports whether entries may be missing.
   */
  pages(query?: ErrorLogQuery, call?: PaginateOptions): AsyncIterable<Page<ErrorLogEntry>>;
  /**
   * The entries of `pages`.
   *
   * @example
   * for await (const {log_time, log} of client.errorLogs.items({level: 4})) console.log(log_time, log);
   */
  items(query?: ErrorLogQuery, call?: PaginateOptions): AsyncIterable<ErrorLogEntry>;
  /**
   * Polls for entries that arrive, or whose `count` or `log_time` rises, after the first poll. Gives each change once,
   * until the signal aborts or the loop ends. Polls only while the loop awaits the next event; a slow consumer misses
   * nothing. Failures, including `unauthenticated`, become `status` events and are retried with a backoff of up to 30
   * seconds; only `invalid_request` ends the loop. Compares no clocks.
   *
   * A gateway that honours `end_time` and sends the newest entry first is read by time, from the top down to known
   * entries:
   *
   * - Each entry that stays in the list comes as `added` once, through bursts, updates, pruning, repeated pages, replicas
   *   that lag, and any counts (docs/field-facts.md#20, #21).
   * - A poll without changes costs one request. Every 15 polls, the newest `depth` entries and those since a minute before
   *   the last such poll are read again, at most 10,000.
   *
   * Other gateways are read by page number, and `gap` reports that entries may be missing. Newest first: the same,
   * while rows move little. Oldest first: from `depth` entries before the last count on. Otherwise the whole list at
   * each poll, or its first 20,000 entries.
   *
   * - Malformed rows (docs/field-facts.md#22) come once as `invalid`.
   * - A reset of the database is recognised when the list, or its newest `depth` entries, shows no entry as it was, but
   *   ids that were used: `restarted`. Not recognised: a reset that restores entries seen before with
   *   the same id, time and text. Entries with ids used before then come as `updated`.
   *
   * Limits:
   * - Ids that do not rise, in lists longer than `depth` or without a count: a new entry may come as `updated`. So may
   *   an entry whose id is lower than the 20,000 ids seen before it.
   * - Below these entries, late arrivals and updates that do not move the entry are missed.
   * - Entries that arrive and vanish, and updates that are undone, between two polls are missed.
   * - A list sorted by id where times are mostly in the same order looks sorted by time: updates below the first page may
   *   be missed.
   * - On a gateway that ignores `page`, only its one page is followed.
   *
   * @example
   * for await (const event of client.errorLogs.follow({level: 4}, {signal})) {
   *   if (event.kind === 'added') for (const {log} of event.entries) console.log(log);
   * }
   */
  follow(filter?: ErrorLogFilter, options?: FollowOptions): AsyncGenerator<FollowEvent, void, undefined>;
}

/** `Date` of a response (RFC 9110, 6.6.1) in Unix seconds. */
const headerTime = (date: string | string[] | undefined): number | undefined => {
  const at = Date.parse(`${date}`);
  return at > 0 ? at / 1000 : undefined;
};

export const createErrorLogs = (call: Call): ErrorLogs => {
  const readPage = (query: ErrorLogQuery, options?: CallOptions) =>
    mapCall(call('listErrorLogs', {query}, options), ({data, time: own}, {headers}) => {
      const time = own ?? headerTime(headers.date);
      return {
        items: data.data,
        invalid: data.invalid,
        count: data.meta.count,
        page: query.page ?? DEFAULT_PAGE,
        pageSize: query.page_size ?? DEFAULT_PAGE_SIZE,
        ...(time !== undefined && {time}),
      };
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
