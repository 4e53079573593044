import {agentSent, applicationSent} from '@edge-console/schema';
import type {Check} from '../check.ts';
import type {Context} from '../gateway/context.ts';
import {AGENTS, applicationsPath} from '../gateway/paths.ts';
import {dataOf, listOf} from '../gateway/read.ts';
import {given, isObject, type JsonObject, succeeded} from '../http/answer.ts';
import {fail, giveUp} from '../outcome.ts';
import {hasShape, inUnixSeconds} from './shape.ts';

const RESOURCE = 'contract "Application (of an agent)"';
const OPERATION = 'contract "Agent applications"';
const agent = {needs: ['console', 'agent']} as const;

const applications = (context: Context, query = '') =>
  context.call({base: 'console', path: applicationsPath(context.agent), ...(query !== '' && {query})});

/** What the agent has, or the end of the check. */
const known = async (context: Context): Promise<readonly JsonObject[]> => {
  const answer = await applications(context);
  const {rows} = listOf(answer, given(answer));
  return rows.length > 0 ? rows : giveUp('the agent has no applications');
};

const asked = async (context: Context, query: string): Promise<readonly JsonObject[]> => {
  const answer = await applications(context, query);
  return listOf(answer, succeeded(answer)).rows;
};

export const APPLICATIONS: readonly Check[] = [
  {
    ...agent,
    id: 'applications.shape',
    title: 'an application has every field of its table, and data is the list itself',
    source: RESOURCE,
    run: async (context, note) => {
      const answer = await applications(context);
      given(answer);
      const data = dataOf(answer);
      if (isObject(data) && Object.keys(data).length === 0) giveUp('data is {}');
      hasShape(data, applicationSent.array(), {at: 'data', note});
      if (Array.isArray(data) && data.length === 0) giveUp('the agent has no applications');
    },
  },
  {
    ...agent,
    id: 'applications.ports',
    title: 'ports have the form <host>:<port>',
    source: RESOURCE,
    run: async context => {
      for (const {id, ports} of await known(context)) {
        for (const port of Array.isArray(ports) ? ports : []) {
          if (typeof port === 'string' && !/.:\d{1,5}$/.test(port)) {
            fail(`the application with id ${id} has ${JSON.stringify(port)}`);
          }
        }
      }
    },
  },
  {
    ...agent,
    id: 'applications.times',
    title: 'created and modified are Unix seconds',
    source: RESOURCE,
    run: async context => {
      for (const {created, modified} of await known(context)) {
        inUnixSeconds(created, 'created');
        inUnixSeconds(modified, 'modified');
      }
    },
  },
  {
    ...agent,
    id: 'applications.online',
    title: 'online=1 brings the applications that are online, and no other',
    source: OPERATION,
    run: async context => {
      const all = await known(context);
      const online = await asked(context, 'online=1');
      const offline = online.find(row => row.online === false);
      if (offline) fail(`the application with id ${offline.id} is not online`);
      const wanted = all.filter(row => row.online === true);
      const missing = wanted.filter(row => !online.some(({id}) => id === row.id));
      if (missing.length > 0) fail(`${missing.length} of ${wanted.length} that are online did not come`);
      if (wanted.length === all.length) giveUp('all applications of the agent are online');
    },
  },
  {
    ...agent,
    id: 'applications.pages',
    title: '_page and _pagesize bring the applications in parts',
    source: OPERATION,
    run: async context => {
      const all = await known(context);
      if (all.length < 2) giveUp('the agent has one application');
      const [first, second] = [
        await asked(context, '_page=1&_pagesize=1'),
        await asked(context, '_page=2&_pagesize=1'),
      ];
      if (first.length !== 1 || second.length !== 1) fail(`pages of 1 have ${first.length} and ${second.length} rows`);
      if (first[0]?.id === second[0]?.id) fail('both pages have the same application');
    },
  },
  {
    needs: ['console'],
    id: 'agents.list',
    title: 'the agents are listed with id and name, with and without detail=1',
    source: 'fact 15',
    run: async (context, note) => {
      for (const query of ['detail=1', 'detail=0']) {
        const answer = await context.call({base: 'console', path: AGENTS, query});
        succeeded(answer);
        hasShape(dataOf(answer), agentSent.array(), {at: 'data', note});
      }
    },
  },
];
