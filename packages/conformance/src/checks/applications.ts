import {agentSent, applicationSent} from '@edge-console/schema';
import * as z from 'zod/mini';
import {checksOf, fail, skip} from '../check.ts';
import {AGENTS, applicationsPath, type Context} from '../gateway/context.ts';
import {arrayOf, bodyOrFail, bodyOrSkip, isObject, type JsonObject, listOf} from '../http/response.ts';
import {fieldsInUnixSeconds, hasShape} from './response-shape.ts';

const SHARED = {needs: ['console', 'agent'], citation: 'docs/contract.md#application'} as const;
const OPERATION = 'docs/contract.md#agent-applications';

const applications = (context: Context, query = '') =>
  context.call({base: 'console', path: applicationsPath(context.agent), ...(query !== '' && {query})});

const allApplications = async (context: Context): Promise<readonly JsonObject[]> => {
  const response = await applications(context);
  const {rows} = listOf(response, bodyOrSkip(response));
  return rows.length > 0 ? rows : skip('the agent has no applications');
};

const select = async (context: Context, query: string): Promise<readonly JsonObject[]> => {
  const response = await applications(context, query);
  return listOf(response, bodyOrFail(response)).rows;
};

export const APPLICATIONS = checksOf(SHARED, {
  'applications.shape': {
    title: 'an application has every field, and data is the list itself',
    run: async (context, note) => {
      const {data} = bodyOrSkip(await applications(context));
      if (isObject(data) && Object.keys(data).length === 0) skip('data is {}');
      hasShape(data, z.array(applicationSent), {at: 'data', note});
      if (Array.isArray(data) && data.length === 0) skip('the agent has no applications');
    },
  },
  'applications.ports': {
    title: 'ports have the form <host>:<port>',
    run: async context => {
      for (const {id, ports} of await allApplications(context)) {
        for (const port of arrayOf(ports)) {
          if (typeof port === 'string' && !/.:\d{1,5}$/.test(port)) {
            fail(`the application with id ${id} has ${JSON.stringify(port)}`);
          }
        }
      }
    },
  },
  'applications.times': {
    title: 'created and modified are Unix seconds',
    run: async context => fieldsInUnixSeconds(await allApplications(context), ['created', 'modified']),
  },
  'applications.online': {
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
  'applications.pages': {
    title: '_page and _pagesize select parts of the list',
    citation: OPERATION,
    run: async context => {
      const all = await allApplications(context);
      if (all.length < 2) skip('the agent has one application only');
      const first = await select(context, '_page=1&_pagesize=1');
      const second = await select(context, '_page=2&_pagesize=1');
      if (first.length !== 1 || second.length !== 1) fail(`pages of 1 have ${first.length} and ${second.length} rows`);
      if (first[0]?.id === second[0]?.id) fail('both pages have the same application');
    },
  },
  'agents.list': {
    title: 'the agent list has id and name of each agent, with and without detail=1',
    citation: 'docs/field-facts.md#15',
    needs: ['console'],
    run: async (context, note) => {
      for (const query of ['detail=1', 'detail=0']) {
        const {data} = bodyOrFail(await context.call({base: 'console', path: AGENTS, query}));
        hasShape(data, z.array(agentSent), {at: 'data', note});
      }
    },
  },
});
