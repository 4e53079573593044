import type {X509Certificate} from 'node:crypto';
import type {TLSSocket} from 'node:tls';
import type {CertificateFacts} from '../errors.ts';

/** Whom to trust, checked and normalised. */
export type Trust =
  | {readonly kind: 'authorities'; readonly ca?: (string | Buffer)[]}
  | {readonly kind: 'pin'; readonly sha256: string}
  | {readonly kind: 'anyone'};

/** The certificate to show, where a gateway asks for one. */
export interface Identity {
  readonly cert: string | Buffer;
  readonly key: string | Buffer;
  readonly passphrase?: string;
}

/** How TLS is spoken with one side. */
export interface TlsSetup {
  readonly trust: Trust;
  readonly identity?: Identity;
}

/** Why a peer is not trusted: a code, and what it presented. */
export interface Distrust {
  readonly reason: string;
  readonly certificate: CertificateFacts | undefined;
}

/** Judges the peer of a socket whose handshake is done. */
export const judge = (socket: TLSSocket, trust: Trust): Distrust | undefined => {
  const presented = socket.getPeerX509Certificate();
  const certificate = presented && certificateFacts(presented);
  switch (trust.kind) {
    case 'anyone':
      return undefined;
    case 'pin':
      return certificate && hexDigits(certificate.fingerprint256) === trust.sha256
        ? undefined
        : {reason: 'PIN_MISMATCH', certificate};
    case 'authorities':
      return socket.authorized ? undefined : {reason: reasonOf(socket), certificate};
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

const certificateFacts = (certificate: X509Certificate): CertificateFacts => ({
  subject: oneLine(certificate.subject),
  issuer: oneLine(certificate.issuer),
  validFrom: new Date(certificate.validFrom),
  validTo: new Date(certificate.validTo),
  fingerprint256: certificate.fingerprint256,
});

const oneLine = (name: string | undefined): string => (name ?? '').split('\n').join(', ');
