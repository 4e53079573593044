import {type SeedAgent, serveAgents} from '../../support/agents.ts';
import {startConsole} from '../../support/console/start-console.ts';
import {temporaryFolder} from '../../support/folder.ts';
import {withToken} from '../../support/gateway.ts';
import type {Size} from './frame-checks.ts';

/** `start` opens the applications of the agents in a console, each time with the same state folder. */
export const openAgents = async (agents: readonly SeedAgent[], size: Size) => {
  const url = await serveAgents(agents);
  const state = temporaryFolder('state');
  const start = () =>
    startConsole(['--url', url, '--tab', 'applications'], {env: {...withToken, XDG_STATE_HOME: state}, ...size});
  return {state, start};
};
