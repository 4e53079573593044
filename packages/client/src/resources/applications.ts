import {type ApplicationListQuery, DEFAULT_PAGE} from '@edge-console/schema';
import type {AgentId, Applications} from '../client.ts';
import type {Call} from '../http/call.ts';
import {mapCall} from '../http/call-promise.ts';
import {ITERATOR_PAGE_SIZE, itemsOf, type WalkOptions, walkPages} from '../lists/paging.ts';
import type {CallOptions} from '../options.ts';

/** Agents and their applications of a {@link Core}. */
export const createApplications = (call: Call): Applications => {
  const list = (agentId: AgentId, query: ApplicationListQuery = {}, options?: CallOptions) =>
    mapCall(call('listApplications', {params: {agent_id: agentId}, query}, options), ({data}) => ({
      items: data,
      // The paging meta of this answer is not shown in the contract.
      count: undefined,
      page: query._page ?? DEFAULT_PAGE,
      pageSize: query._pagesize ?? data.length,
    }));
  const pages = (agentId: AgentId, query: ApplicationListQuery = {}, options?: WalkOptions) =>
    walkPages({
      first: query._page ?? DEFAULT_PAGE,
      pageSize: query._pagesize ?? ITERATOR_PAGE_SIZE,
      options,
      fetch: (_page, _pagesize, call) => list(agentId, {...query, _page, _pagesize}, call),
      key: application => application.id,
    });
  // `detail=1` as the console's own documentation calls it (field fact 15).
  const agents = (options?: CallOptions) =>
    mapCall(call('listAgents', {query: {detail: 1}}, options), answer => answer.data);
  async function* agentPages(options?: CallOptions) {
    const items = await agents(options);
    yield {items, count: items.length, page: DEFAULT_PAGE, pageSize: items.length};
  }
  return {
    list,
    pages,
    items: (agentId, query, options) => itemsOf(pages(agentId, query, options)),
    agents,
    agentPages,
    agentItems: options => itemsOf(agentPages(options)),
  };
};
