import {AsyncLocalStorage} from 'node:async_hooks';
import {type AgentOptions, Agent as HttpAgent} from 'node:http';
import {Agent as HttpsAgent} from 'node:https';
import type {Socket} from 'node:net';
import {type ConnectLimits, openTcp, openTls, type Target} from './connect.ts';
import type {HttpProxy} from './proxy.ts';
import type {TlsSetup} from './trust.ts';
import {openProxy, openTunnel} from './tunnel.ts';

interface Route {
  /** Aborts when the request ends. */
  readonly signal: AbortSignal;
  /** Milliseconds for connecting. */
  readonly timeout: number;
  readonly proxy?: HttpProxy | undefined;
}

/** Node does not pass the request to `createConnection`, so an AsyncLocalStorage passes its route. */
export const createAgents = (tls: TlsSetup) => {
  const scope = new AsyncLocalStorage<Route>();
  const open = (
    connect: (limits: ConnectLimits, proxy: HttpProxy | undefined) => Promise<Socket>,
    done: Done,
  ): undefined => {
    const {signal, timeout, proxy} = scope.getStore() ?? DEFAULT_ROUTE;
    const limits = {signal, deadline: performance.now() + timeout};
    connect(limits, proxy).then(socket => done(null, socket), done);
  };
  const http = new HttpAgent(KEEP_ALIVE);
  http.createConnection = (options, done) =>
    open((limits, proxy) => (proxy ? openProxy(proxy, limits) : openTcp(options as Target, limits)), done as Done);
  let https: HttpsAgent | undefined;
  return {
    /** The value of got's option `agent`. */
    of(protocol: string): {readonly http: HttpAgent} | {readonly https: HttpsAgent} {
      if (protocol !== 'https:') return {http};
      if (!https) {
        https = new HttpsAgent(KEEP_ALIVE);
        https.createConnection = (options, done) =>
          open(async (limits, proxy) => {
            const target = options as Target;
            const socket = proxy && (await openTunnel(target, proxy, limits));
            return openTls(target, {...tls, socket}, limits);
          }, done as Done);
      }
      return {https};
    },
    /** Connections of the request that `run` sends use `route`. */
    within: <T>(route: Route, run: () => Promise<T>): Promise<T> => scope.run(route, run),
    close(): void {
      http.destroy();
      https?.destroy();
    },
  };
};

const DEFAULT_ROUTE: Route = {signal: new AbortController().signal, timeout: 10_000};

type Done = (error: Error | null, socket?: Socket) => void;

const KEEP_ALIVE: AgentOptions = {keepAlive: true};
