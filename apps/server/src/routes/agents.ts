import {Failure} from '../http/responses/failure.ts';
import type {Handlers} from '../http/route.ts';
import type {Context} from './handlers.ts';
import {offsetRange, pageRange} from './paging.ts';

export const agentHandlers = ({store}: Context): Pick<Handlers, 'listApplications' | 'listAgents'> => ({
  listApplications: async ({params: {agent_id}, query: {_page, _pagesize, online = 0}}) => {
    // Without `_page` and `_pagesize`, the response has as many applications as the server allows, because the contract
    // sets no default page size.
    const isPaged = _page !== undefined || _pagesize !== undefined;
    const range = isPaged ? pageRange(_page, _pagesize) : offsetRange();
    const data = await store.agents.applications(agent_id, online === 0 ? 'all' : 'online', range);
    if (!data) throw new Failure(404, `there is no agent ${agent_id}`);
    return {status: 0, data: [...data]};
  },
  listAgents: async () => ({status: 0, data: [...(await store.agents.list())]}),
});
