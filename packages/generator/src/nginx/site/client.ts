import {execFile} from 'node:child_process';
import {once} from 'node:events';
import {connect as connectHttp2, constants} from 'node:http2';
import {connect, type Socket} from 'node:net';
import {type ConnectionOptions, connect as connectTls} from 'node:tls';

export interface Sending {
  readonly port: number;
  /** Address in 127.0.0.0/8, or ::1. Default: 127.0.0.1. */
  readonly from?: string;
  readonly tls?: ConnectionOptions;
  /** Time in ms after which the client disconnects. Default: the client waits for the end of the response. */
  readonly leaveAfter?: number;
  readonly reset?: boolean;
}

const DEADLINE_MS = 5000;

/** Resolves to the received text when the connection ends, when the client leaves, or after five seconds. */
export const send = (text: string | Buffer, options: Sending): Promise<string> =>
  new Promise(resolve => {
    const {port, from = '127.0.0.1', tls, leaveAfter = DEADLINE_MS, reset = false} = options;
    const host = from.includes(':') ? '::1' : '127.0.0.1';
    const socket: Socket = connect({port, host, localAddress: from});
    const chunks: Buffer[] = [];
    const end = () => {
      clearTimeout(timer);
      if (reset) socket.resetAndDestroy();
      else socket.destroy();
      resolve(Buffer.concat(chunks).toString('latin1'));
    };
    const timer = setTimeout(end, leaveAfter);
    const stream = tls === undefined ? socket : connectTls({socket, rejectUnauthorized: false, ...tls});
    for (const one of new Set([socket, stream])) one.on('error', end).on('close', end);
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    stream.once(tls === undefined ? 'connect' : 'secureConnect', () => {
      if (text.length > 0) stream.write(text);
    });
  });

export const cancelStream = async (port: number, path: string): Promise<void> => {
  const session = connectHttp2(`http://127.0.0.1:${port}`).on('error', () => undefined);
  const stream = session.request({':path': path}).on('error', () => undefined);
  setTimeout(() => stream.close(constants.NGHTTP2_CANCEL), 50);
  await once(stream, 'close');
  session.destroy();
};

/** The client trusts only the certificate in `trusted`, so it rejects that of the server with a TLS alert. */
export const distrust = async (port: number, trusted: string): Promise<void> => {
  const flags = ['-connect', `127.0.0.1:${port}`, '-CAfile', trusted, '-verify_return_error'];
  const client = execFile('openssl', ['s_client', ...flags], () => undefined);
  await once(client, 'exit');
};

export const garble = async (port: number): Promise<void> => {
  const socket = connect({port, host: '127.0.0.1'}).on('error', () => undefined);
  const stream = connectTls({socket, rejectUnauthorized: false, maxVersion: 'TLSv1.2'}).on('error', () => undefined);
  await once(stream, 'secureConnect');
  // A TLS record of application data: its header, and 32 bytes.
  socket.write(Buffer.concat([Buffer.from('1703030020', 'hex'), Buffer.alloc(32, 7)]));
  await once(socket, 'close');
};
