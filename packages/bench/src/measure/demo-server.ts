import {DEMO_SERVER} from '../programs.ts';
import {startChild} from './child.ts';

export interface DemoServer {
  readonly url: string;
  readonly apiToken: string;
  close(): Promise<void>;
}

/** The reference server in a process of its own, with so many error-log entries. */
export const startDemoServer = async (entries: number, database: string): Promise<DemoServer> => {
  const child = await startChild([DEMO_SERVER, String(entries), database]);
  const {url, apiToken} = JSON.parse(child.line) as {url: string; apiToken: string};
  return {url, apiToken, close: child.close};
};
