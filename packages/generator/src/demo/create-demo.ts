import {createServer, type DemoCredentials, type Server} from '@edge-console/server';
import {usualInterval} from '../demo-logs.ts';
import {type LiveLogs, startLiveLogs} from './live.ts';

export interface DemoOptions {
  /** Number of error-log entries at the start. Default: 50,000, or 0 with `source: 'nginx'`. */
  readonly logs?: number;
  /** Whether entries continue to arrive. Default: true. */
  readonly live?: boolean;
  /**
   * Mean time in ms between arriving entries. Default: the mean time between the initial entries at the current hour of
   * the day, at most 15 seconds.
   */
  readonly everyMs?: number;
  /** `nginx` runs a real nginx, which must be installed. Default: `generator`. */
  readonly source?: 'generator' | 'nginx';
}

export interface Demo extends DemoCredentials {
  readonly url: string;
  readonly consoleUrl: string;
  close(): Promise<void>;
}

/**
 * Starts an in-memory server with demo data and random credentials. Rejects if `options.source` is `nginx` and nginx
 * cannot be started.
 */
export const createDemo = async (options: DemoOptions = {}): Promise<Demo> => {
  const {live = true, source = 'generator', logs = source === 'nginx' ? 0 : DEFAULT_LOGS} = options;
  // The passwords are random, so they need no slow hash.
  const server = await createServer({seed: 'demo', seedLogs: logs, passwordCost: 'minimal'});
  const {everyMs = Math.min(MAX_INTERVAL_MS, usualInterval(logs, server.clock()))} = options;
  const liveLogs = live ? await startLogs(source, server, everyMs) : undefined;
  const {url, consoleUrl, demo} = server;
  if (!demo) throw new Error('the server has no demo credentials');
  const close = async () => {
    await liveLogs?.stop();
    await server.close();
  };
  return {...demo, url, consoleUrl, close};
};

const DEFAULT_LOGS = 50_000;
/** With longer times between entries, the demo would seem to stand still. */
const MAX_INTERVAL_MS = 15_000;

const startLogs = async (source: 'generator' | 'nginx', server: Server, everyMs: number): Promise<LiveLogs> => {
  if (source === 'generator') return startLiveLogs({store: server.store, clock: server.clock, everyMs});
  const {startNginxLogs} = await import('./nginx-logs.ts');
  return startNginxLogs({store: server.store}).catch(async error => {
    await server.close();
    throw error;
  });
};
