import {NEVER_EXPIRES} from '@edge-console/schema/values';
import type {Clock} from '../clock.ts';
import {mintApiToken, type RandomBytes} from '../credentials.ts';
import {loadPackage} from '../load-package.ts';
import type {NewErrorLog, Store} from '../store/store.ts';
import type {SeedData} from './seed.ts';

export const MAX_DEMO_LOGS = 10_000_000;

/** Password and token are random for each run. */
export interface DemoCredentials {
  readonly username: string;
  readonly password: string;
  readonly apiToken: string;
}

/** The exports of `@edge-console/generator`, an optional package, that the server uses. */
interface GeneratorPackage {
  demoData(
    now: Date,
    usernames: readonly string[],
  ): Pick<SeedData, 'tokens' | 'agents'> & {logs(count: number): Iterable<NewErrorLog>};
  startLiveLogs(options: {store: Store; clock: Clock}): {stop(): Promise<void>};
}

export const loadGenerator = (purpose: string): Promise<GeneratorPackage> =>
  loadPackage('@edge-console/generator', purpose);

const ADMIN = {username: 'edge-admin', role: 'master'} as const;
const OTHER_USERS = [
  {username: 'mara', role: 'operator'},
  {username: 'jonas', role: 'operator'},
  {username: 'ci-bot', role: 'service'},
  {username: 'viewer', role: 'readonly'},
] as const;
const USERNAMES = [ADMIN, ...OTHER_USERS].map(({username}) => username);

export const hasDemoUsers = async ({users}: Store): Promise<boolean> => {
  const found = await Promise.all(USERNAMES.map(username => users.find(username)));
  return !found.includes(undefined);
};

/** The log entries are an iterable, because all of them may not fit into memory. */
export const demoSeed = async (now: Date, random: RandomBytes) => {
  const {demoData} = await loadGenerator('the demo');
  const {tokens, agents, logs} = demoData(now, USERNAMES);
  const password = () => Buffer.from(random(15)).toString('base64url');
  const credentials = {username: ADMIN.username, password: password(), apiToken: mintApiToken(random)};
  const adminToken = {
    username: ADMIN.username,
    name: 'demo console',
    expire: NEVER_EXPIRES,
    token: credentials.apiToken,
  };
  const users = [
    {...ADMIN, password: credentials.password},
    ...OTHER_USERS.map(user => ({...user, password: password()})),
  ];
  const seed: SeedData = {users, tokens: [adminToken, ...tokens], agents, error_logs: []};
  return {credentials, logs, seed};
};
