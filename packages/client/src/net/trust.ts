import type {X509Certificate} from 'node:crypto';
import type {TLSSocket} from 'node:tls';
import {type CertificateFacts, oneLine} from '../errors.ts';

export type Trust =
  | {readonly kind: 'authorities'; readonly ca?: (string | Buffer)[]}
  | {readonly kind: 'pin'; readonly sha256: string}
  | {readonly kind: 'anyone'};

export interface Identity {
  readonly cert: string | Buffer;
  readonly key: string | Buffer;
  readonly passphrase?: string;
}

export interface TlsSetup {
  readonly trust: Trust;
  readonly identity?: Identity;
}

/** Returns undefined if the peer is trusted. */
export const verifyPeer = (socket: TLSSocket, trust: Trust) => {
  const presented = socket.getPeerX509Certificate();
  const certificate = presented && certificateFacts(presented);
  switch (trust.kind) {
    case 'anyone':
      return undefined;
    case 'pin':
      return certificate && hexDigits(certificate.fingerprint256) === trust.sha256
        ? undefined
        : {reason: 'PIN_MISMATCH', certificate: certificate && {...certificate, pinned256: trust.sha256}};
    case 'authorities':
      return socket.authorized ? undefined : {reason: reasonOf(socket), certificate};
    default:
      return trust satisfies never;
  }
};

// @types/node declares `authorizationError` as an Error, but Node.js usually sets a string with an error code.
const reasonOf = (socket: TLSSocket): string => {
  const error: unknown = socket.authorizationError;
  return typeof error === 'string' ? error : ((error as NodeJS.ErrnoException | undefined)?.code ?? 'UNTRUSTED');
};

export const hexDigits = (fingerprint: string): string => fingerprint.replaceAll(/[:\s]/g, '').toLowerCase();

const MAX_NAME = 500;

const certificateFacts = (certificate: X509Certificate): CertificateFacts => ({
  subject: shortName(certificate.subject),
  issuer: shortName(certificate.issuer),
  validFrom: new Date(certificate.validFrom),
  validTo: new Date(certificate.validTo),
  fingerprint256: certificate.fingerprint256,
});

const shortName = (name: string | undefined): string => oneLine((name ?? '').split('\n').join(', '), MAX_NAME);
