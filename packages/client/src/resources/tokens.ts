import type {
  ApiToken,
  ApiTokenCreateBody,
  ApiTokenListQuery,
  ApiTokenUpdateBody,
  CreatedApiToken,
} from '@edge-console/schema';
import {NEVER_EXPIRES} from '@edge-console/schema/values';
import type {Call} from '../http/call.ts';
import {type CallPromise, mapCall} from '../http/call-promise.ts';
import {type Page, type PageQuery, type PaginateOptions, pageFrom} from '../lists/page.ts';
import {itemsOf, type ListPromise, listPromise, paginate} from '../lists/paginate.ts';
import type {CallOptions} from '../options.ts';

/** API tokens (docs/contract.md#api-tokens). */
export interface ApiTokens {
  /**
   * Resolves to one page. Iterating the result yields all tokens from `page` (default 1) on, or those between the
   * offsets `start` and `end`. `page_size` defaults to 20.
   *
   * @example
   * for await (const {id, name} of client.apiTokens.list()) console.log(id, name);
   */
  list(query?: ApiTokenListQuery, call?: CallOptions): ListPromise<ApiToken>;
  /** Rejects with `not_found` for an unknown id. */
  get(id: number, call?: CallOptions): CallPromise<ApiToken>;
  /**
   * `expire` is in milliseconds since the epoch and defaults to 0, which means never. Only this response has the secret.
   * Never retried.
   *
   * @example
   * const {token} = await client.apiTokens.create({name: 'deploy', expire: Date.UTC(2030, 0, 1)});
   * console.log(token.reveal());
   */
  create(body: ApiTokenCreateBody, call?: CallOptions): CallPromise<CreatedApiToken>;
  /** Absent fields do not change. */
  update(id: number, body: ApiTokenUpdateBody, call?: CallOptions): CallPromise<void>;
  delete(id: number, call?: CallOptions): CallPromise<void>;
  /** Undefined if the gateway sends no count. */
  count(call?: CallOptions): CallPromise<number | undefined>;
  /** Yields the pages of all tokens, from `page` on. `page_size` defaults to 100. */
  pages(query?: PagedTokenQuery, call?: PaginateOptions): AsyncIterable<Page<ApiToken>>;
  /** Yields the tokens of `pages`, one by one. */
  items(query?: PagedTokenQuery, call?: PaginateOptions): AsyncIterable<ApiToken>;
}

/** Query of an iteration over tokens. An iteration reads page after page, so it accepts no offsets. */
export type PagedTokenQuery = Omit<ApiTokenListQuery, 'start' | 'end'>;

export const createApiTokens = (call: Call): ApiTokens => {
  const readPage = (query: ApiTokenListQuery, options?: CallOptions) =>
    mapCall(call('listApiTokens', {query}, options), ({data}) => pageFrom(data, query));
  const listOf =
    (query: PagedTokenQuery) =>
    ({page, page_size}: PageQuery, options: CallOptions) =>
      readPage({...query, page, page_size}, options);
  const pages = (query: PagedTokenQuery = {}, options?: PaginateOptions) =>
    paginate({first: query.page, pageSize: query.page_size, options, fetch: listOf(query)});
  return {
    list(query = {}, options) {
      const isPaged = query.start === undefined && query.end === undefined;
      return listPromise(readPage(query, options), {fetch: isPaged ? listOf(query) : undefined, options});
    },
    pages,
    items: (query, options) => itemsOf(pages(query, options)),
    count: options => mapCall(readPage({page: 1, page_size: 0}, options), page => page.count),
    get: (id, options) => mapCall(call('getApiToken', {params: {api_token_id: id}}, options), ({data}) => data),
    create: (body, options) =>
      mapCall(call('createApiToken', {body: {expire: NEVER_EXPIRES, ...body}}, options), ({data}) => data),
    update: (id, body, options) =>
      mapCall(call('updateApiToken', {params: {api_token_id: id}, body}, options), () => {}),
    delete: (id, options) => mapCall(call('deleteApiToken', {params: {api_token_id: id}}, options), () => {}),
  };
};
