import type {ApiTokenListQuery} from '@edge-console/schema';
import {DEFAULT_PAGE, DEFAULT_PAGE_SIZE} from '@edge-console/schema';
import type {Call} from './call.ts';
import type {ApiTokens, PagedTokenQuery} from './client.ts';
import type {CallOptions} from './options.ts';
import {ITERATOR_PAGE_SIZE, itemsOf, walkPages} from './paging.ts';

export const createApiTokens = (call: Call): ApiTokens => {
  const list = async (query: ApiTokenListQuery = {}, options?: CallOptions) => {
    const {data} = await call('listApiTokens', {query}, options);
    return {
      items: data.data,
      count: data.meta?.count,
      page: query.page ?? DEFAULT_PAGE,
      pageSize: query.page_size ?? DEFAULT_PAGE_SIZE,
    };
  };
  const pages = (query: PagedTokenQuery = {}, options?: CallOptions) =>
    walkPages({
      first: query.page ?? DEFAULT_PAGE,
      pageSize: query.page_size ?? ITERATOR_PAGE_SIZE,
      fetch: (page, page_size) => list({...query, page, page_size}, options),
      key: token => token.id,
    });
  return {
    list,
    pages,
    items: (query, options) => itemsOf(pages(query, options)),
    count: async options => (await list({page: 1, page_size: 0}, options)).count,
    get: async (id, options) => (await call('getApiToken', {params: {api_token_id: id}}, options)).data,
    create: async (body, options) => (await call('createApiToken', {body: {expire: 0, ...body}}, options)).data,
    async update(id, body, options) {
      await call('updateApiToken', {params: {api_token_id: id}, body}, options);
    },
    async delete(id, options) {
      await call('deleteApiToken', {params: {api_token_id: id}}, options);
    },
  };
};
