import {Failure} from '../http/failure.ts';
import type {Handlers} from '../http/route.ts';
import type {ApplicationRecord} from '../store/store.ts';
import type {Context} from './context.ts';
import {offsetRange, pageRange} from './paging.ts';

const sent = (application: ApplicationRecord) => ({
  ...application,
  processes: [...application.processes],
  ports: [...application.ports],
});

export const agentHandlers = ({store}: Context): Pick<Handlers, 'listApplications' | 'listAgents'> => ({
  listApplications: async ({params: {agent_id}, query: {_page, _pagesize, online = 0}}) => {
    // The contract gives these no default: who does not ask for pages gets the whole list.
    const paged = _page !== undefined || _pagesize !== undefined;
    const range = paged ? pageRange(_page, _pagesize) : offsetRange();
    const rows = await store.agents.applications(agent_id, online === 0 ? 'all' : 'online', range);
    if (!rows) throw new Failure(404, `there is no agent ${agent_id}`);
    return {status: 0, data: rows.map(sent)};
  },
  listAgents: async () => ({status: 0, data: [...(await store.agents.list())]}),
});
