import {connect as connectTcp, type Socket} from 'node:net';
import {connect as connectTls} from 'node:tls';
import type {CertificateFacts} from '../errors.ts';
import {judge, type TlsSetup} from './trust.ts';

/** Why no usable connection came about. Internal: it is mapped to an EdgeError before it leaves the package. */
export class ConnectFailure extends Error {
  readonly kind: 'timeout' | 'untrusted' | 'proxy';
  readonly reason: string;
  readonly certificate: CertificateFacts | undefined;

  constructor(kind: ConnectFailure['kind'], reason: string, certificate?: CertificateFacts) {
    super(reason);
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

/** Limits of the call that needs the connection: it gives up on `signal`, or at `until` of `performance.now()`. */
export interface ConnectLimits {
  readonly signal: AbortSignal;
  readonly until: number;
}

export const openTcp = (target: Target, limits: ConnectLimits): Promise<Socket> => {
  const socket = connectTcp({host: target.host, port: target.port});
  return settled(socket, limits, done => {
    socket.once('connect', () => done());
  });
};

interface TlsCarrier extends TlsSetup {
  /** A tunnel to speak TLS in; a connection of its own is opened otherwise. */
  readonly socket?: Socket;
}

/**
 * Opens TLS and gives the socket only once it is trusted. Node's own check is switched off because it lets no
 * self-signed pin pass, and gives no certificate with its refusal; its finding is read here instead, before the first
 * byte of a request.
 */
export const openTls = (target: Target, tls: TlsCarrier, limits: ConnectLimits): Promise<Socket> => {
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
  return settled(socket, limits, done => {
    socket.once('secureConnect', () => {
      const distrust = judge(socket, trust);
      done(distrust && new ConnectFailure('untrusted', distrust.reason, distrust.certificate));
    });
  });
};

/** Gives the socket when `begin` says that it is ready; else destroys it: on failure, on abort, and when time is up. */
export const settled = (
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
    const left = Math.max(0, limits.until - performance.now());
    const timer = setTimeout(() => finish(new ConnectFailure('timeout', 'TIMEOUT')), left);
    // Stays on after a failure: a destroyed socket may still report, and nobody else listens.
    socket.on('error', finish).on('close', onClose);
    limits.signal.addEventListener('abort', onAbort);
    if (limits.signal.aborted) onAbort();
    else begin(finish);
  });
