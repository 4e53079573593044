import {createServer, type IncomingMessage, request} from 'node:http';
import {connect, type Socket} from 'node:net';
import {serve} from '../support/gateway.ts';

interface ProxyOptions {
  /** A request is delayed until the returned promise resolves. */
  readonly admit?: (incoming: IncomingMessage) => Promise<void> | undefined;
  /** Whether to close the connection instead of responding. The gateway has then executed the request. */
  readonly cuts?: (incoming: IncomingMessage) => boolean;
  /** Called with the JSON of each response, which it may change. */
  readonly edit?: (body: {data?: {data?: Record<string, unknown>[]}}) => void;
}

/** The proxy runs until the test ends. Resolves to its URL. */
export const startProxy = (url: string, {admit, cuts, edit}: ProxyOptions): Promise<string> =>
  serve(async (incoming, outgoing) => {
    await admit?.(incoming);
    const {method, headers} = incoming;
    const onward = request(new URL(incoming.url ?? '/', url), {method, headers}, async upstream => {
      const chunks: Buffer[] = [];
      for await (const chunk of upstream) chunks.push(chunk);
      if (cuts?.(incoming) === true) return void outgoing.destroy();
      const body = JSON.parse(Buffer.concat(chunks).toString());
      edit?.(body);
      outgoing.writeHead(upstream.statusCode ?? 500, {'content-type': 'application/json'}).end(JSON.stringify(body));
    });
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  });

/** Creates a proxy that accepts CONNECT for any host, and forwards to the gateway. Not started. */
export const createTunnel = (url: () => string) =>
  createServer().on('connect', (_incoming: IncomingMessage, socket: Socket) => {
    const {hostname, port} = new URL(url());
    const onward = connect(Number(port), hostname, () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      onward.pipe(socket).pipe(onward);
    });
    for (const end of [onward, socket]) {
      end.on('error', () => end.destroy()).on('close', () => (end === socket ? onward : socket).destroy());
    }
  });
