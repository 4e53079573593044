import {type DemoAgent, demoAgents} from '../agents.ts';
import {demoLogs} from '../demo-logs.ts';
import type {LogEntry} from '../entry.ts';
import {createPrng} from '../prng.ts';
import {type DemoToken, demoTokens} from '../tokens.ts';

/** What `seed: 'demo'` of the server loads, apart from users and credentials. */
export interface DemoData {
  readonly tokens: readonly DemoToken[];
  readonly agents: readonly DemoAgent[];
  /** `count` entries of the last seven days, oldest first. Lazy. */
  logs(count: number): Iterable<LogEntry>;
}

/** Demo data at a time, with tokens of these users. */
export const demoData = (now: Date, usernames: readonly [string, ...string[]]): DemoData => {
  const agents = demoAgents(now);
  return {
    tokens: demoTokens(now, createPrng(7), usernames),
    agents,
    logs: count => demoLogs(count, now, agents),
  };
};
