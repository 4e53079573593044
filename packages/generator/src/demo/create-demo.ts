import {createServer, type DemoCredentials} from '@edge-console/server';
import {startLiveLogs} from './live.ts';

export interface DemoOptions {
  /** Number of error-log entries at the start; default 50,000. */
  readonly logs?: number;
  /** Whether new entries continue to arrive. Default: true. */
  readonly live?: boolean;
}

export interface Demo extends DemoCredentials {
  readonly url: string;
  readonly consoleUrl: string;
  close(): Promise<void>;
}

/** Starts an in-memory server with demo data. Its credentials are random and differ in each run. */
export const createDemo = async ({logs, live = true}: DemoOptions = {}): Promise<Demo> => {
  const server = await createServer({seed: 'demo', ...(logs !== undefined && {seedLogs: logs})});
  const liveLogs = live ? startLiveLogs({store: server.store, clock: server.clock}) : undefined;
  const {url, consoleUrl, demo} = server;
  if (!demo) throw new Error('the server has no demo credentials');
  const close = async () => {
    await liveLogs?.stop();
    await server.close();
  };
  return {...demo, url, consoleUrl, close};
};
