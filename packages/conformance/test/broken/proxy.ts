import {once} from 'node:events';
import {Agent, createServer, type IncomingMessage, request as start} from 'node:http';
import type {AddressInfo} from 'node:net';
import {text} from 'node:stream/consumers';

export interface Request {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface Reply {
  readonly http: number;
  readonly type: string;
  readonly body: string;
}

export type Upstream = (request: Request) => Promise<Reply>;
/** Responds to a request. `upstream` sends a request to the server behind the proxy. */
export type Serve = (request: Request, upstream: Upstream) => Promise<Reply>;

export interface FrontServer {
  readonly url: string;
  serveBy(serve: Serve): void;
  close(): Promise<void>;
}

/** Starts a proxy for `target`. It forwards requests unchanged until `serveBy` sets another function. */
export const startProxy = async (target: string): Promise<FrontServer> => {
  const {hostname, port} = new URL(target);
  const agent = new Agent({keepAlive: true});
  const upstream: Upstream = async ({method, path, query, headers, body}) => {
    const search = query.size > 0 ? `?${query}` : '';
    const outgoing = start({agent, hostname, port, method, path: `${path}${search}`, headers: {...headers}});
    outgoing.end(body);
    const [reply] = (await once(outgoing, 'response')) as [IncomingMessage];
    return {http: reply.statusCode ?? 0, type: reply.headers['content-type'] ?? '', body: await text(reply)};
  };
  let serve: Serve = (request, forward) => forward(request);
  const server = createServer(async (incoming, outgoing) => {
    const {method = 'GET', url = '/', headers} = incoming;
    const {pathname, searchParams} = new URL(url, target);
    const kept = ['api-token', 'edge-token', 'content-type'].flatMap(name =>
      typeof headers[name] === 'string' ? [[name, headers[name]] as const] : [],
    );
    const body = await text(incoming);
    const length = body === '' ? {} : {'content-length': String(Buffer.byteLength(body))};
    const request = {
      method,
      path: pathname,
      query: searchParams,
      headers: {...Object.fromEntries(kept), ...length},
      body,
    };
    const reply = await serve(request, upstream);
    outgoing.writeHead(reply.http, {'content-type': reply.type}).end(reply.body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    serveBy: next => {
      serve = next;
    },
    close: async () => {
      agent.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};
