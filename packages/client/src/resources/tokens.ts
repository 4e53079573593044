import type {ApiTokenListQuery} from '@edge-console/schema';
import {DEFAULT_PAGE, DEFAULT_PAGE_SIZE} from '@edge-console/schema';
import type {ApiTokens, PagedTokenQuery} from '../client.ts';
import type {Call} from '../http/call.ts';
import {mapCall} from '../http/call-promise.ts';
import {ITERATOR_PAGE_SIZE, itemsOf, type WalkOptions, walkPages} from '../lists/paging.ts';
import type {CallOptions} from '../options.ts';

/** API tokens of a {@link Core}. */
export const createApiTokens = (call: Call): ApiTokens => {
  const list = (query: ApiTokenListQuery = {}, options?: CallOptions) =>
    mapCall(call('listApiTokens', {query}, options), ({data}) => ({
      items: data.data,
      count: data.meta?.count,
      page: query.page ?? DEFAULT_PAGE,
      pageSize: query.page_size ?? DEFAULT_PAGE_SIZE,
    }));
  const pages = (query: PagedTokenQuery = {}, options?: WalkOptions) =>
    walkPages({
      first: query.page ?? DEFAULT_PAGE,
      pageSize: query.page_size ?? ITERATOR_PAGE_SIZE,
      options,
      fetch: (page, page_size, call) => list({...query, page, page_size}, call),
      key: token => token.id,
    });
  return {
    list,
    pages,
    items: (query, options) => itemsOf(pages(query, options)),
    count: options => mapCall(list({page: 1, page_size: 0}, options), page => page.count),
    get: (id, options) => mapCall(call('getApiToken', {params: {api_token_id: id}}, options), answer => answer.data),
    create: (body, options) =>
      mapCall(call('createApiToken', {body: {expire: 0, ...body}}, options), answer => answer.data),
    update: (id, body, options) =>
      mapCall(call('updateApiToken', {params: {api_token_id: id}, body}, options), nothing),
    delete: (id, options) => mapCall(call('deleteApiToken', {params: {api_token_id: id}}, options), nothing),
  };
};

const nothing = (): void => {};
