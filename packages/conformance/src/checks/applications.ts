import {agentSent, applicationSent} from '@edge-console/schema';
import * as z from 'zod/mini';
import type {Check} from '../check.ts';
import type {Context} from '../gateway/context.ts';
import {AGENTS, applicationsPath} from '../gateway/paths.ts';
import {bodyOrFail, bodyOrSkip, dataOf, isObject, type JsonObject, listOf} from '../http/response.ts';
import {fail, skip} from '../outcome.ts';
import {hasShape, inUnixSeconds} from './shape.ts';

const RESOURCE = 'docs/contract.md#application';
const OPERATION = 'docs/contract.md#agent-applications';
const agent = {needs: ['console', 'agent']} as const;

const applications = (context: Context, query = '') =>
  context.call({base: 'console', path: applicationsPath(context.agent), ...(query !== '' && {query})});

/** Applications of the agent. Skips if there are none. */
const allApplications = async (context: Context): Promise<readonly JsonObject[]> => {
  const response = await applications(context);
  const {rows} = listOf(response, bodyOrSkip(response));
  return rows.length > 0 ? rows : skip('the agent has no applications');
};

const select = async (context: Context, query: string): Promise<readonly JsonObject[]> => {
  const response = await applications(context, query);
  return listOf(response, bodyOrFail(response)).rows;
};

export const APPLICATIONS: readonly Check[] = [
  {
    ...agent,
    id: 'applications.shape',
    title: 'an application has every field, and data is the list itself',
    citation: RESOURCE,
    run: async (context, note) => {
      const response = await applications(context);
      bodyOrSkip(response);
      const data = dataOf(response);
      if (isObject(data) && Object.keys(data).length === 0) skip('data is {}');
      hasShape(data, z.array(applicationSent), {at: 'data', note});
      if (Array.isArray(data) && data.length === 0) skip('the agent has no applications');
    },
  },
  {
    ...agent,
    id: 'applications.ports',
    title: 'ports have the form <host>:<port>',
    citation: RESOURCE,
    run: async context => {
      for (const {id, ports} of await allApplications(context)) {
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
    citation: RESOURCE,
    run: async context => {
      for (const {created, modified} of await allApplications(context)) {
        inUnixSeconds(created, 'created');
        inUnixSeconds(modified, 'modified');
      }
    },
  },
  {
    ...agent,
    id: 'applications.online',
    title: 'online=1 selects the applications that are online',
    citation: OPERATION,
    run: async context => {
      const all = await allApplications(context);
      const online = await select(context, 'online=1');
      const offline = online.find(row => row.online === false);
      if (offline) fail(`the application with id ${offline.id} is not online`);
      const wanted = all.filter(row => row.online === true);
      const missing = wanted.filter(row => !online.some(({id}) => id === row.id));
      if (missing.length > 0) fail(`${missing.length} of ${wanted.length} applications that are online are missing`);
      if (wanted.length === all.length) skip('all applications of the agent are online');
    },
  },
  {
    ...agent,
    id: 'applications.pages',
    title: '_page and _pagesize select parts of the list',
    citation: OPERATION,
    run: async context => {
      const all = await allApplications(context);
      if (all.length < 2) skip('the agent has one application only');
      const [first, second] = [
        await select(context, '_page=1&_pagesize=1'),
        await select(context, '_page=2&_pagesize=1'),
      ];
      if (first.length !== 1 || second.length !== 1) fail(`pages of 1 have ${first.length} and ${second.length} rows`);
      if (first[0]?.id === second[0]?.id) fail('both pages have the same application');
    },
  },
  {
    needs: ['console'],
    id: 'agents.list',
    title: 'the agent list has id and name of each agent, with and without detail=1',
    citation: 'docs/field-facts.md#15',
    run: async (context, note) => {
      for (const query of ['detail=1', 'detail=0']) {
        const response = await context.call({base: 'console', path: AGENTS, query});
        bodyOrFail(response);
        hasShape(dataOf(response), z.array(agentSent), {at: 'data', note});
      }
    },
  },
];
