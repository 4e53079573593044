import {createPrng, demoAgents, demoTokens} from '@edge-console/generator';
import type {RandomBytes} from '../clock.ts';
import {mintApiToken} from '../credentials.ts';
import type {Store} from '../store/store.ts';
import type {Loadable} from './load.ts';

/** Error-log entries that a demo may have. */
export const MAX_DEMO_LOGS = 10_000_000;

/** How to get into a demo; made for one run, never the same twice. */
export interface DemoCredentials {
  readonly username: string;
  readonly password: string;
  readonly apiToken: string;
}

const ADMIN = {username: 'edge-admin', role: 'master'} as const;
const OTHERS = [
  {username: 'mara', role: 'operator'},
  {username: 'jonas', role: 'operator'},
  {username: 'ci-bot', role: 'service'},
  {username: 'viewer', role: 'readonly'},
] as const;

/** Whether somebody has put the demo into a store. */
export const holdsDemo = async ({users}: Store): Promise<boolean> => {
  const found = await Promise.all([ADMIN, ...OTHERS].map(({username}) => users.find(username)));
  return !found.includes(undefined);
};

/** Users, 40 tokens and agents of the demo. Logs come from {@link demoLogs}: they may be too many to hold at once. */
export const demoSeed = (now: Date, random: RandomBytes): {seed: Loadable; credentials: DemoCredentials} => {
  const password = () => Buffer.from(random(15)).toString('base64url');
  const credentials = {username: ADMIN.username, password: password(), apiToken: mintApiToken(random)};
  const prng = createPrng(7);
  const admin = {username: ADMIN.username, name: 'demo console', expire: 0, token: credentials.apiToken};
  return {
    credentials,
    seed: {
      users: [{...ADMIN, password: credentials.password}, ...OTHERS.map(user => ({...user, password: password()}))],
      tokens: [admin, ...demoTokens(now, prng, [ADMIN.username, ...OTHERS.map(user => user.username)])],
      agents: demoAgents(now).map(agent => ({...agent, applications: [...agent.applications]})) as Loadable['agents'],
      error_logs: [],
    },
  };
};
