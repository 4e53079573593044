import {DEFAULT_PAGE, DEFAULT_PAGE_SIZE, type ErrorLogQuery} from '@edge-console/schema';
import type {Call} from './call.ts';
import type {ErrorLogs} from './client.ts';
import type {CallOptions} from './options.ts';
import {ITERATOR_PAGE_SIZE, itemsOf, walkPages} from './paging.ts';

export const createErrorLogs = (call: Call): ErrorLogs => {
  const list = async (query: ErrorLogQuery = {}, options?: CallOptions) => {
    const {data, time} = await call('listErrorLogs', {query}, options);
    return {
      items: data.data,
      count: data.meta?.count,
      page: query.page ?? DEFAULT_PAGE,
      pageSize: query.page_size ?? DEFAULT_PAGE_SIZE,
      ...(time !== undefined && {time}),
    };
  };
  const pages = (query: ErrorLogQuery = {}, options?: CallOptions) =>
    walkPages({
      first: query.page ?? DEFAULT_PAGE,
      pageSize: query.page_size ?? ITERATOR_PAGE_SIZE,
      fetch: (page, page_size) => list({...query, page, page_size}, options),
      key: entry => entry.id,
    });
  return {
    list,
    pages,
    items: (query, options) => itemsOf(pages(query, options)),
    count: async (filter, options) => (await list({...filter, page: 1, page_size: 0}, options)).count,
  };
};
