import {createServer} from './create-server.ts';
import type {DemoCredentials} from './seed/demo.ts';
import {startLiveLogs} from './seed/live.ts';

export interface DemoOptions {
  /** Error-log entries at the start; default 50,000. */
  readonly logs?: number;
  /** Whether new entries keep arriving; default true. */
  readonly live?: boolean;
  /** Default 0: any free port of the loopback interface. */
  readonly port?: number;
}

export interface Demo extends DemoCredentials {
  readonly url: string;
  readonly consoleUrl: string;
  close(): Promise<void>;
}

/** A server in memory with demo data, and how to get in: credentials made for this run alone. */
export const createDemo = async ({logs, live = true, port = 0}: DemoOptions = {}): Promise<Demo> => {
  const server = await createServer({seed: 'demo', port, ...(logs !== undefined && {seedLogs: logs})});
  const arriving = live ? startLiveLogs({store: server.store, clock: server.clock}) : undefined;
  const {url, consoleUrl, demo} = server;
  if (!demo) throw new Error('the demo was not seeded');
  const close = async () => {
    await arriving?.stop();
    await server.close();
  };
  return {...demo, url, consoleUrl, close};
};
