import {DEFAULT_PAGE, DEFAULT_PAGE_SIZE, type ErrorLogEntry, type ErrorLogQuery} from '@edge-console/schema';
import type {ErrorLogs} from '../client.ts';
import type {Call} from '../http/call.ts';
import {mapCall} from '../http/call-promise.ts';
import {followList, steadyParts} from '../lists/follow.ts';
import {ITERATOR_PAGE_SIZE, itemsOf, type WalkOptions, walkPages} from '../lists/paging.ts';
import {errorLogIdentity} from '../lists/rows.ts';
import {createRowWindow} from '../lists/window.ts';
import type {CallOptions} from '../options.ts';

/** Error logs of a {@link Core}. */
export const createErrorLogs = (call: Call): ErrorLogs => {
  const list = (query: ErrorLogQuery = {}, options?: CallOptions) =>
    mapCall(call('listErrorLogs', {query}, options), ({data, time}) => ({
      items: data.data,
      count: data.meta?.count,
      page: query.page ?? DEFAULT_PAGE,
      pageSize: query.page_size ?? DEFAULT_PAGE_SIZE,
      ...(time !== undefined && {time}),
    }));
  const pages = (query: ErrorLogQuery = {}, options?: WalkOptions) =>
    walkPages({
      first: query.page ?? DEFAULT_PAGE,
      pageSize: query.page_size ?? ITERATOR_PAGE_SIZE,
      options,
      fetch: (page, page_size, call) => list({...query, page, page_size}, call),
      key: entry => entry.id,
    });
  return {
    list,
    pages,
    items: (query, options) => itemsOf(pages(query, options)),
    count: (filter, options) => mapCall(list({...filter, page: 1, page_size: 0}, options), page => page.count),
    follow: (filter, options) =>
      followList(
        steadyParts((page, page_size, call) => list({...filter, page, page_size}, call)),
        options,
      ),
    window: (filter, options) =>
      createRowWindow<ErrorLogEntry>(
        {list: (page, page_size, call) => list({...filter, page, page_size}, call), ...errorLogIdentity},
        options,
      ),
  };
};
