import {createServer, type IncomingMessage, request} from 'node:http';
import {connect, type Socket} from 'node:net';
import {listen} from './serve.ts';

export interface TestProxy {
  /** `127.0.0.1:port` */
  readonly host: string;
  /** Method, target and `proxy-authorization` of each request. */
  readonly seen: string[];
}

interface ProxyOptions {
  /** Address to which every connection is forwarded. */
  readonly to: string;
  /** HTTP status with which every request is refused. */
  readonly refuse?: number;
}

/** A proxy for one test: CONNECT for https, absolute URLs for http. */
export const serveProxy = async ({to, refuse}: ProxyOptions): Promise<TestProxy> => {
  const target = new URL(to);
  const seen: string[] = [];
  const note = ({method, url, headers}: IncomingMessage): void => {
    seen.push(`${method} ${url} ${headers['proxy-authorization'] ?? '-'}`);
  };
  const server = createServer((incoming, outgoing) => {
    note(incoming);
    if (refuse !== undefined) {
      outgoing.writeHead(refuse).end('<h1>proxy');
      return;
    }
    const {pathname, search} = new URL(incoming.url ?? '');
    const {method = 'GET', headers} = incoming;
    const onward = request({host: target.hostname, port: target.port, path: pathname + search, method, headers});
    onward.on('response', upstream => {
      outgoing.writeHead(upstream.statusCode ?? 0, upstream.headers);
      upstream.pipe(outgoing);
    });
    onward.on('error', () => outgoing.destroy());
    outgoing.on('close', () => onward.destroy());
    incoming.pipe(onward);
  });
  server.on('connect', (incoming: IncomingMessage, socket: Socket) => {
    note(incoming);
    if (refuse !== undefined) {
      socket.end(`HTTP/1.1 ${refuse} No\r\n\r\n`);
      return;
    }
    const onward = connect(Number(target.port), target.hostname, () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      onward.pipe(socket).pipe(onward);
    });
    const end = (): void => {
      onward.destroy();
      socket.destroy();
    };
    onward.on('error', end).on('close', end);
    socket.on('error', end).on('close', end);
  });
  return {host: `127.0.0.1:${await listen(server)}`, seen};
};
