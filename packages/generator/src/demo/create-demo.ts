import {createServer, type DemoCredentials, type Server} from '@edge-console/server';
import {type LiveLogs, startLiveLogs} from './live.ts';

export interface DemoOptions {
  /** Number of error-log entries at the start; default 50,000, or 0 with `source: 'nginx'`. */
  readonly logs?: number;
  /** Whether new entries continue to arrive. Default: true. */
  readonly live?: boolean;
  /** Where arriving entries come from; default `generator`. `nginx` runs a real nginx, which must be installed. */
  readonly source?: 'generator' | 'nginx';
}

export interface Demo extends DemoCredentials {
  readonly url: string;
  readonly consoleUrl: string;
  close(): Promise<void>;
}

/**
 * Starts an in-memory server with demo data. Its credentials are random and differ in each run. Rejects if its `source`
 * cannot be started.
 */
export const createDemo = async (options: DemoOptions = {}): Promise<Demo> => {
  const {live = true, source = 'generator', logs = source === 'nginx' ? 0 : undefined} = options;
  const server = await createServer({seed: 'demo', ...(logs !== undefined && {seedLogs: logs})});
  const liveLogs = live ? await startLogs(source, server) : undefined;
  const {url, consoleUrl, demo} = server;
  if (!demo) throw new Error('the server has no demo credentials');
  const close = async () => {
    await liveLogs?.stop();
    await server.close();
  };
  return {...demo, url, consoleUrl, close};
};

const startLogs = async (source: 'generator' | 'nginx', server: Server): Promise<LiveLogs> => {
  if (source === 'generator') return startLiveLogs({store: server.store, clock: server.clock});
  const {startNginxLogs} = await import('./nginx-logs.ts');
  return startNginxLogs({store: server.store}).catch(async error => {
    await server.close();
    throw error;
  });
};
