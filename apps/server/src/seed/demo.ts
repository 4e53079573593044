import {createPrng, demoAgents, demoTokens} from '@edge-console/generator';
import {NEVER_EXPIRES} from '@edge-console/schema/values';
import type {RandomBytes} from '../clock.ts';
import {mintApiToken} from '../credentials.ts';
import type {Store} from '../store/store.ts';
import type {SeedData} from './seed.ts';

export const MAX_DEMO_LOGS = 10_000_000;

/** Credentials of the demo's administrator; random for each run. */
export interface DemoCredentials {
  readonly username: string;
  readonly password: string;
  readonly apiToken: string;
}

const ADMIN = {username: 'edge-admin', role: 'master'} as const;
const OTHER_USERS = [
  {username: 'mara', role: 'operator'},
  {username: 'jonas', role: 'operator'},
  {username: 'ci-bot', role: 'service'},
  {username: 'viewer', role: 'readonly'},
] as const;

/** Whether a store contains all users of the demo. */
export const hasDemoUsers = async ({users}: Store): Promise<boolean> => {
  const found = await Promise.all([ADMIN, ...OTHER_USERS].map(({username}) => users.find(username)));
  return !found.includes(undefined);
};

/** Users, 40 tokens and agents of the demo. Log entries come from `demoLogs`, since they may not fit into memory. */
export const demoSeed = (now: Date, random: RandomBytes): {seed: SeedData; credentials: DemoCredentials} => {
  const password = () => Buffer.from(random(15)).toString('base64url');
  const credentials = {username: ADMIN.username, password: password(), apiToken: mintApiToken(random)};
  const prng = createPrng(7);
  const admin = {
    username: ADMIN.username,
    name: 'demo console',
    expire: NEVER_EXPIRES,
    token: credentials.apiToken,
  };
  return {
    credentials,
    seed: {
      users: [
        {...ADMIN, password: credentials.password},
        ...OTHER_USERS.map(user => ({...user, password: password()})),
      ],
      tokens: [admin, ...demoTokens(now, prng, [ADMIN.username, ...OTHER_USERS.map(user => user.username)])],
      agents: demoAgents(now).map(agent => ({...agent, applications: [...agent.applications]})) as SeedData['agents'],
      error_logs: [],
    },
  };
};
