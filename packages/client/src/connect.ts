import type {X509Certificate} from 'node:crypto';
import {connect as connectTcp, type Socket} from 'node:net';
import {connect as connectTls, type TLSSocket} from 'node:tls';
import type {CertificateFacts} from './errors.ts';

/** Whom to trust, checked and normalised. */
export type Trust =
  | {readonly kind: 'authorities'; readonly ca?: (string | Buffer)[]}
  | {readonly kind: 'pin'; readonly sha256: string}
  | {readonly kind: 'anyone'};

/** Why no usable connection came about. Internal: it is mapped to an EdgeError before it leaves the package. */
export class ConnectFailure extends Error {
  readonly kind: 'timeout' | 'untrusted';
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

/** Limits of the call that needs the connection: it gives up on `signal`, or after `timeout` milliseconds. */
export interface ConnectLimits {
  readonly signal: AbortSignal;
  readonly timeout: number;
}

type Done = (error: Error | null, socket?: Socket) => void;

export const openTcp = (target: Target, limits: ConnectLimits, done: Done): void => {
  const socket = connectTcp({host: target.host, port: target.port});
  settle(socket, {ready: 'connect', verdict: () => undefined, limits, done});
};

/**
 * Opens TLS and hands the socket over only once it is trusted. Node's own check is switched off because it lets no
 * self-signed pin pass, and gives no certificate with its refusal; its finding is read here instead, before the first
 * byte of a request.
 */
export const openTls = (target: Target, trust: Trust, {limits, done}: {limits: ConnectLimits; done: Done}): void => {
  const socket = connectTls({
    host: target.host,
    port: target.port,
    ALPNProtocols: ['http/1.1'],
    rejectUnauthorized: false,
    ...(target.servername && {servername: target.servername}),
    ...(trust.kind === 'authorities' && trust.ca && {ca: trust.ca}),
  });
  settle(socket, {ready: 'secureConnect', verdict: () => judge(socket, trust), limits, done});
};

const judge = (socket: TLSSocket, trust: Trust): ConnectFailure | undefined => {
  const certificate = socket.getPeerX509Certificate();
  const facts = certificate && certificateFacts(certificate);
  switch (trust.kind) {
    case 'anyone':
      return undefined;
    case 'pin':
      return facts && hexDigits(facts.fingerprint256) === trust.sha256
        ? undefined
        : new ConnectFailure('untrusted', 'PIN_MISMATCH', facts);
    case 'authorities':
      return socket.authorized ? undefined : new ConnectFailure('untrusted', reasonOf(socket), facts);
    default:
      return trust satisfies never;
  }
};

// Typed as an Error; in fact a code for most findings.
const reasonOf = (socket: TLSSocket): string => {
  const found: unknown = socket.authorizationError;
  return typeof found === 'string' ? found : ((found as NodeJS.ErrnoException | undefined)?.code ?? 'UNTRUSTED');
};

/** A fingerprint as bare lower-case hex. */
export const hexDigits = (fingerprint: string): string => fingerprint.replaceAll(/[:\s]/g, '').toLowerCase();

export const certificateFacts = (certificate: X509Certificate): CertificateFacts => ({
  subject: oneLine(certificate.subject),
  issuer: oneLine(certificate.issuer),
  validFrom: new Date(certificate.validFrom),
  validTo: new Date(certificate.validTo),
  fingerprint256: certificate.fingerprint256,
});

const oneLine = (name: string | undefined): string => (name ?? '').split('\n').join(', ');

interface Settlement {
  readonly ready: 'connect' | 'secureConnect';
  verdict(): Error | undefined;
  readonly limits: ConnectLimits;
  readonly done: Done;
}

const settle = (socket: Socket, {ready, verdict, limits, done}: Settlement): void => {
  const finish = (error: Error | undefined): void => {
    clearTimeout(timer);
    limits.signal.removeEventListener('abort', onAbort);
    socket.off(ready, onReady).off('close', onClose);
    if (error === undefined) {
      socket.off('error', finish);
      done(null, socket);
    } else {
      socket.destroy();
      done(error);
    }
  };
  const onReady = (): void => finish(verdict());
  const onClose = (): void => finish(Object.assign(new Error('closed'), {code: 'ECONNRESET'}));
  const onAbort = (): void => finish(new Error('aborted'));
  const timer = setTimeout(() => finish(new ConnectFailure('timeout', 'TIMEOUT')), limits.timeout);
  limits.signal.addEventListener('abort', onAbort);
  // Stays on after a failure: a destroyed socket may still report, and nobody else listens.
  socket.on('error', finish).on(ready, onReady).on('close', onClose);
};
