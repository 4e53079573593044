import type {Agent, Application, ApplicationListQuery} from '@edge-console/schema';
import {DEFAULT_PAGE} from '@edge-console/schema/values';
import type {Call} from '../http/call.ts';
import {type CallPromise, mapCall} from '../http/call-promise.ts';
import {type Page, type PageQuery, type PaginateOptions, receivedRows} from '../lists/page.ts';
import {itemsOf, type ListPromise, listPromise, paginate} from '../lists/paginate.ts';
import type {CallOptions} from '../options.ts';

/**
 * Applications of agents (docs/contract.md#agent-applications). Requests to `consoleUrl` use `consoleToken`, the API
 * token or, if `baseUrl` has the same origin, the session. Without any, they reject with `invalid_request`.
 */
export interface Applications {
  /** Resolves to one page. Iterating it yields all applications from `_page` on. `online: 1` omits those offline. */
  list(agentId: AgentId, query?: ApplicationListQuery, call?: CallOptions): ListPromise<Application>;
  /** Yields the pages from `_page` on. `_pagesize` defaults to 100. */
  pages(agentId: AgentId, query?: ApplicationListQuery, call?: PaginateOptions): AsyncIterable<Page<Application>>;
  /**
   * Yields the applications of `pages`, one by one.
   *
   * @example
   * for await (const {name} of client.applications.items(1, {online: 1})) console.log(name);
   */
  items(agentId: AgentId, query?: ApplicationListQuery, call?: PaginateOptions): AsyncIterable<Application>;
  /** Resolves to all agents that have an id. Some consoles do not support this operation (docs/field-facts.md#15). */
  agents(call?: CallOptions): CallPromise<readonly Agent[]> & AsyncIterable<Agent>;
  /** Yields a single page. */
  agentPages(call?: CallOptions): AsyncIterable<Page<Agent>>;
  agentItems(call?: CallOptions): AsyncIterable<Agent>;
}

export type AgentId = number | string;

export const createApplications = (call: Call): Applications => {
  const readPage = (agentId: AgentId, query: ApplicationListQuery, options?: CallOptions) =>
    mapCall(call('listApplications', {params: {agent_id: agentId}, query}, options), ({data, invalid}) => ({
      items: data,
      invalid,
      // The contract defines no count for this response.
      count: undefined,
      page: query._page ?? DEFAULT_PAGE,
      pageSize: query._pagesize ?? receivedRows({items: data, invalid}).length,
    }));
  const listOf =
    (agentId: AgentId, query: ApplicationListQuery) =>
    ({page, page_size}: PageQuery, options: CallOptions) =>
      readPage(agentId, {...query, _page: page, _pagesize: page_size}, options);
  const pages = (agentId: AgentId, query: ApplicationListQuery = {}, options?: PaginateOptions) =>
    paginate({first: query._page, pageSize: query._pagesize, options, fetch: listOf(agentId, query)});
  const listAgents = (options?: CallOptions) => call('listAgents', {query: {detail: 1}}, options);
  const agents = (options?: CallOptions) => {
    const all = mapCall(listAgents(options), ({data}) => data);
    return Object.assign(all, {
      async *[Symbol.asyncIterator]() {
        yield* await all;
      },
    });
  };
  async function* agentPages(options?: CallOptions) {
    const {data: items, invalid} = await listAgents(options);
    const pageSize = receivedRows({items, invalid}).length;
    yield {items, invalid, count: pageSize, page: DEFAULT_PAGE, pageSize};
  }
  return {
    list: (agentId, query = {}, options) =>
      listPromise(readPage(agentId, query, options), {fetch: listOf(agentId, query), options}),
    pages,
    items: (agentId, query, options) => itemsOf(pages(agentId, query, options)),
    agents,
    agentPages,
    agentItems: options => itemsOf(agentPages(options)),
  };
};
