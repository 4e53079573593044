import type {Application} from '@edge-console/schema';
import {delay} from '../../core/effects.ts';
import {type Effect, effect} from '../../core/screen.ts';
import type {ApplicationsAction} from './state.ts';

const PAGE_SIZE = 100;
/** Applications come and go slowly; this keeps the list honest without being a load. */
export const REFRESH_MS = 15_000;

export const loadAgents = (): Effect<ApplicationsAction> =>
  effect<ApplicationsAction>(
    'agents',
    async ({client}, signal) => ({
      kind: 'agents',
      agents: {kind: 'offered', agents: await client().applications.agents({signal})},
    }),
    failure => ({kind: 'agents', agents: {kind: 'unoffered', failure}}),
  );

/** Reads all applications of an agent; the filter is checked again here, since a console may ignore it. */
export const loadApplications = (agent: string, onlineOnly: boolean): Effect<ApplicationsAction> =>
  effect<ApplicationsAction>(
    'load',
    async ({client, now}, signal) => {
      const began = performance.now();
      const applications: Application[] = [];
      const query = {_pagesize: PAGE_SIZE, ...(onlineOnly && {online: 1})};
      for await (const application of client().applications.items(agent, query, {signal})) {
        if (!onlineOnly || application.online) applications.push(application);
      }
      return {kind: 'loaded', applications, at: now(), ms: performance.now() - began};
    },
    failure => ({kind: 'failed', failure}),
  );

export const refreshLater = (): Effect<ApplicationsAction> => ({
  kind: 'effect',
  name: 'refresh',
  background: true,
  run: async (_context, signal) => {
    await delay(REFRESH_MS, signal);
    return {kind: 'refresh'};
  },
  failed: () => ({kind: 'refresh'}),
});
