import {connect as connectTcp, type Socket} from 'node:net';
import {connect as connectTls} from 'node:tls';
import type {CertificateFacts} from '../errors.ts';
import {type TlsSetup, verifyPeer} from './trust.ts';

/** Converted to an EdgeError by `http/failure.ts`. */
export class ConnectFailure extends Error {
  readonly kind: 'timeout' | 'untrusted' | 'proxy' | 'busy' | 'closed';
  readonly reason: string;
  readonly certificate: CertificateFacts | undefined;

  /** `reason` is an error code for the kind `untrusted`, and an error code or an HTTP status for the kind `proxy`. */
  constructor(kind: ConnectFailure['kind'], reason = '', certificate?: CertificateFacts) {
    super(kind);
    this.kind = kind;
    this.reason = reason;
    this.certificate = certificate;
  }
}

export interface Target {
  readonly host: string;
  readonly port: number;
  readonly servername?: string;
}

export interface ConnectLimits {
  readonly signal: AbortSignal;
  /** Milliseconds of `performance.now()`. */
  readonly deadline: number;
}

export const openTcp = (target: Target, limits: ConnectLimits): Promise<Socket> => {
  const socket = connectTcp({host: target.host, port: target.port});
  return whenReady(socket, limits, done => {
    socket.once('connect', () => done());
  });
};

interface TlsOverSocket extends TlsSetup {
  /** Tunnel through a proxy, used instead of a new connection. */
  readonly socket?: Socket | undefined;
}

/**
 * Node's own check (`rejectUnauthorized`) is off, because it would refuse a self-signed pinned certificate. {@link
 * verifyPeer} checks the certificate.
 */
export const openTls = (target: Target, tls: TlsOverSocket, limits: ConnectLimits): Promise<Socket> => {
  const {trust, identity, socket: tunnel} = tls;
  const socket = connectTls({
    host: target.host,
    port: target.port,
    ALPNProtocols: ['http/1.1'],
    rejectUnauthorized: false,
    ...(tunnel && {socket: tunnel}),
    ...(target.servername && {servername: target.servername}),
    ...(trust.kind === 'authorities' && trust.ca && {ca: trust.ca}),
    ...identity,
  });
  return whenReady(socket, limits, done => {
    socket.once('secureConnect', () => {
      const distrust = verifyPeer(socket, trust);
      done(distrust && new ConnectFailure('untrusted', distrust.reason, distrust.certificate));
    });
  });
};

/** Resolves when `begin` calls `done()`. On an error, an abort or a timeout, destroys the socket and rejects. */
export const whenReady = (
  socket: Socket,
  limits: ConnectLimits,
  begin: (done: (error?: Error) => void) => void,
): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const finish = (error?: Error): void => {
      clearTimeout(timer);
      limits.signal.removeEventListener('abort', onAbort);
      socket.off('close', onClose);
      if (error === undefined) {
        socket.off('error', finish);
        resolve(socket);
      } else {
        socket.destroy();
        reject(error);
      }
    };
    const onClose = (): void => finish(Object.assign(new Error('closed'), {code: 'ECONNRESET'}));
    const onAbort = (): void => finish(new Error('aborted'));
    const remaining = Math.max(0, limits.deadline - performance.now());
    const timer = setTimeout(() => finish(new ConnectFailure('timeout')), remaining);
    // An error event of the destroyed socket would be unhandled without the listener.
    socket.on('error', finish).on('close', onClose);
    limits.signal.addEventListener('abort', onAbort);
    if (limits.signal.aborted) onAbort();
    else begin(finish);
  });
