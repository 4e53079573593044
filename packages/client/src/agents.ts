import {AsyncLocalStorage} from 'node:async_hooks';
import {Agent as HttpAgent} from 'node:http';
import {Agent as HttpsAgent} from 'node:https';
import {type ConnectLimits, openTcp, openTls, type Target, type Trust} from './connect.ts';

export interface Agents {
  readonly http: HttpAgent;
  readonly https: HttpsAgent;
  /** Runs a request; connections that it has to open obey the limits. */
  within<T>(limits: ConnectLimits, run: () => Promise<T>): Promise<T>;
  close(): void;
}

/**
 * Keep-alive agents that open connections by `connect.ts`. An agent is not told which request a connection is for, so
 * the limits travel beside the call.
 */
export const createAgents = (trust: Trust): Agents => {
  const scope = new AsyncLocalStorage<ConnectLimits>();
  const limits = (): ConnectLimits => scope.getStore() ?? {signal: new AbortController().signal, timeout: 10_000};
  const http = new HttpAgent({keepAlive: true});
  const https = new HttpsAgent({keepAlive: true});
  http.createConnection = (options, done) => {
    openTcp(options as Target, limits(), done as never);
    return undefined;
  };
  https.createConnection = (options, done) => {
    openTls(options as Target, trust, {limits: limits(), done: done as never});
    return undefined;
  };
  return {
    http,
    https,
    within: (within, run) => scope.run(within, run),
    close() {
      http.destroy();
      https.destroy();
    },
  };
};
