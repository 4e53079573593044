import type {SeedApplication} from './application.ts';
import {respond, serve} from './gateway.ts';

export interface SeedAgent {
  readonly id: number;
  readonly name: string;
  /** If undefined, requests for the agent's applications fail. */
  applications: readonly SeedApplication[] | undefined;
}

const json = (status: number, body: object) => respond(status, 'application/json', JSON.stringify(body));

/** The test may change the agents while the console runs. The other lists of the gateway are empty. Resolves to the URL. */
export const serveAgents = (agents: readonly SeedAgent[]): Promise<string> =>
  serve((request, response) => {
    const {pathname} = new URL(request.url ?? '', 'http://gateway');
    const [, id] = /^\/api\/agents\/(\d+)\/applications/.exec(pathname) ?? [];
    const agent = agents.find(each => String(each.id) === id);
    const reply = (): ReturnType<typeof json> => {
      if (pathname.startsWith('/api/agents') && id === undefined)
        return json(200, {status: 0, data: agents.map(each => ({id: each.id, name: each.name}))});
      if (id === undefined) return json(200, {status: 0, data: {data: [], meta: {count: 0}}});
      if (agent === undefined) return json(404, {status: 1, msg: `there is no agent ${id}`});
      if (agent.applications === undefined) return json(503, {status: 1, msg: 'the agent is away'});
      return json(200, {status: 0, data: agent.applications});
    };
    reply()(request, response);
  });
