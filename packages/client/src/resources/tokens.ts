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
   * Resolves to one page. Iterating the result yields all tokens from `page` on. `page` defaults to 1, `page_size` to
   * 20. Instead of these, `start` and `end` select a range of offsets. Iterating then yields only the tokens in this
   * range.
   *
   * @example
   * for await (const {id, name} of client.apiTokens.list()) console.log(id, name);
   */
  list(query?: ApiTokenListQuery, call?: CallOptions): ListPromise<ApiToken>;
  /** Resolves to the token; its `problems` are the invalid fields. Rejects with `not_found` for an unknown id. */
  get(id: number, call?: CallOptions): CallPromise<ApiToken>;
  /**
   * Creates a token. `expire` is in milliseconds since the epoch and defaults to 0, which means never. Only this
   * response contains the secret of the token. The request is never retried.
   *
   * @example
   * const {token} = await client.apiTokens.create({name: 'deploy', expire: Date.UTC(2030, 0, 1)});
   * console.log(token.reveal());
   */
  create(body: ApiTokenCreateBody, call?: CallOptions): CallPromise<CreatedApiToken>;
  /** Changes `name` or `expire`; absent fields keep their value. */
  update(id: number, body: ApiTokenUpdateBody, call?: CallOptions): CallPromise<void>;
  delete(id: number, call?: CallOptions): CallPromise<void>;
  /** Resolves to the number of tokens; to undefined if the gateway sends no count. */
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
