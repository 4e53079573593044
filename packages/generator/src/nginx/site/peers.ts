import {createSocket} from 'node:dgram';
import {once} from 'node:events';
import {createServer, type Server, type Socket} from 'node:net';
import {createServer as createTlsServer} from 'node:tls';
import type {Certificates} from './certificates.ts';

/** Handles a connection after its first request has arrived. */
type Reply = (socket: Socket) => void;

const head = (...lines: readonly string[]) => `${['HTTP/1.1 200 OK', ...lines].join('\r\n')}\r\n\r\n`;
const sends =
  (...parts: readonly (string | Buffer)[]): Reply =>
  socket => {
    for (const part of parts) socket.write(part);
    socket.end();
  };
const keeps =
  (text: string): Reply =>
  socket =>
    socket.write(text);

const fastcgiRecord = (type: number, content: string, version = 1): Buffer =>
  Buffer.concat([Buffer.from([version, type, 0, 1, 0, content.length, 0, 0]), Buffer.from(content)]);
const [END_REQUEST, STDOUT, STDERR] = [3, 6, 7];
const fastcgiEnd = fastcgiRecord(END_REQUEST, '\0\0\0\0\0\0\0\0');
const PHP_WARNING = 'PHP message: PHP Warning:  Undefined variable $cart in /srv/www/shop/cart.php on line 42';

/** All of these upstream servers except `ok` fail. */
const REPLIES = {
  ok: sends(head('Content-Length: 3'), 'ok\n'),
  silent: () => undefined,
  resets: socket => socket.resetAndDestroy(),
  closes: socket => socket.end(),
  'cuts-body': sends(head('Content-Length: 5000'), 'half'),
  'resets-body': socket =>
    socket.write(`${head('Content-Length: 5000')}half`, () => setTimeout(() => socket.resetAndDestroy(), 30)),
  'stalls-body': keeps(`${head('Content-Length: 5000')}half`),
  'stalls-header': keeps('HTTP/1.1 200 OK\r\nServer: app'),
  'no-header': sends('\u0001\u0002 not HTTP at all\r\n\r\n'),
  'invalid-header': sends('HTTP/1.1 200 OK\r\nX-Trace\u0000Id: 1\r\n\r\n'),
  'big-header': sends(head(`Set-Cookie: session=${'s'.repeat(9000)}`)),
  'long-body': sends(head('Content-Length: 3'), 'ok\nand more than that'),
  'bad-chunks': sends(head('Transfer-Encoding: chunked'), 'zz\r\nnot a chunk\r\n'),
  'after-chunks': sends(head('Transfer-Encoding: chunked'), '3\r\nok\n\r\n0\r\n\r\nand more'),
  large: sends(head(`Content-Length: ${600_000}`), 'x'.repeat(600_000)),
  'broken-gzip': sends(
    head('Content-Encoding: gzip', 'Content-Length: 30'),
    Buffer.from('1f8b0800000000000003', 'hex'),
    'y'.repeat(20),
  ),
  'bad-range': sends('HTTP/1.1 206 Partial Content\r\nContent-Range: bytes none\r\nContent-Length: 0\r\n\r\n'),
  unavailable: sends('HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n\r\n'),
  teapot: sends('HTTP/1.1 418 I am a teapot\r\nContent-Length: 0\r\n\r\n'),
  'bad-accel': sends(head('X-Accel-Redirect: @nowhere', 'Content-Length: 0')),
  'memcached-miss': sends('END\r\n'),
  'memcached-error': sends('SERVER_ERROR out of memory\r\n'),
  'memcached-flags': sends('VALUE wrong\r\n'),
  'fastcgi-stderr': sends(
    fastcgiRecord(STDERR, PHP_WARNING),
    fastcgiRecord(STDOUT, 'Status: 200\r\n\r\nok'),
    fastcgiEnd,
  ),
  'fastcgi-missing': sends(
    fastcgiRecord(STDERR, 'Primary script unknown'),
    fastcgiRecord(STDOUT, 'Status: 404\r\n\r\n'),
    fastcgiEnd,
  ),
  'fastcgi-version': sends(fastcgiRecord(STDOUT, 'Status: 200\r\n\r\n', 9)),
  'fastcgi-type': sends(fastcgiRecord(99, 'x')),
  'fastcgi-cut': sends(fastcgiRecord(STDOUT, 'Status: 2'), fastcgiRecord(STDOUT, '')),
  'fastcgi-status': sends(fastcgiRecord(STDOUT, 'Status: abc\r\n\r\nok'), fastcgiEnd),
  'not-http2': sends('HTTP/1.1 400 Bad Request\r\n\r\n'),
} satisfies Readonly<Record<string, Reply>>;

const replying =
  (reply: Reply) =>
  (socket: Socket): void => {
    socket.on('error', () => undefined);
    socket.once('data', () => reply(socket));
  };

/**
 * These upstream servers cannot be in `REPLIES`, because they use TLS, or close or stall a connection without reading a
 * request.
 */
const SERVERS = {
  'gives-up': () => createServer(socket => socket.on('error', () => undefined).destroy()),
  /** Never reads from its connections, so the socket buffers become full. */
  deaf: () => createServer({pauseOnConnect: true}),
  tls: ({server: {key, cert}}) =>
    createTlsServer({key, cert}, replying(REPLIES.ok)).on('tlsClientError', () => undefined),
} satisfies Readonly<Record<string, (certificates: Certificates) => Server>>;

type PeerName = keyof typeof REPLIES | keyof typeof SERVERS;

export const isPeer = (name: string): name is PeerName => Object.hasOwn(REPLIES, name) || Object.hasOwn(SERVERS, name);

const isServer = (name: PeerName): name is keyof typeof SERVERS => Object.hasOwn(SERVERS, name);

export interface Peer {
  readonly address: string;
  close(): Promise<void>;
}

export const startPeer = async (name: PeerName, certificates: Certificates, path?: string): Promise<Peer> => {
  const server = isServer(name) ? SERVERS[name](certificates) : createServer(replying(REPLIES[name]));
  const sockets = new Set<Socket>();
  server.on('connection', socket => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  if (path === undefined) server.listen(0, '127.0.0.1');
  else server.listen(path);
  await once(server, 'listening');
  const address = server.address();
  return {
    address: typeof address === 'object' ? `127.0.0.1:${address?.port}` : `unix:${address}`,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise(resolve => server.close(resolve));
    },
  };
};

/** Response codes (RCODE) by the first label of the requested name. Other names get no response. */
const CODES: Readonly<Record<string, number>> = {malformed: 1, fails: 2, missing: 3, unknown: 4, refused: 5};

export const startDnsPeer = async (): Promise<Peer> => {
  const socket = createSocket('udp4');
  socket.on('message', (query, {port, address}) => {
    const label = query.subarray(13, 13 + (query[12] ?? 0)).toString('latin1');
    const code = CODES[label];
    if (code === undefined) return;
    const response = Buffer.from(query);
    response.writeUInt16BE(0x8180 | code, 2);
    socket.send(response, port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    address: `127.0.0.1:${socket.address().port}`,
    close: async () => {
      await new Promise<void>(resolve => socket.close(resolve));
    },
  };
};
