import {connect, type TLSSocket} from 'node:tls';
import {NoAnswer} from './no-answer.ts';

/** Whom to believe: the system's authorities, those of a PEM text, one certificate by its SHA-256, or anyone. */
export type Trust =
  | {readonly kind: 'system'}
  | {readonly kind: 'ca'; readonly pem: string}
  | {readonly kind: 'pin'; readonly sha256: string}
  | {readonly kind: 'insecure'};

export interface TlsOptions {
  readonly ca?: string;
  readonly rejectUnauthorized?: boolean;
  readonly allowPartialTrustChain?: boolean;
  readonly checkServerIdentity?: () => undefined;
}

/** TLS options for one origin. A pin is compared before anything of a request is sent. */
export const tlsOptions = async (trust: Trust, origin: URL): Promise<TlsOptions> => {
  switch (trust.kind) {
    case 'system':
      return {};
    case 'ca':
      return {ca: trust.pem};
    case 'insecure':
      return {rejectUnauthorized: false};
    case 'pin':
      return origin.protocol === 'https:' ? pinned(trust.sha256, origin) : {};
    default:
      return trust satisfies never;
  }
};

const plain = (fingerprint: string): string => fingerprint.replaceAll(':', '').toLowerCase();

const pinned = async (sha256: string, origin: URL): Promise<TlsOptions> => {
  const socket = await shake(origin);
  const certificate = socket.getPeerX509Certificate();
  socket.destroy();
  if (!certificate || plain(certificate.fingerprint256) !== plain(sha256)) {
    throw new NoAnswer(`${origin.host} shows a certificate with SHA-256 ${certificate?.fingerprint256 ?? 'none'}`);
  }
  // Trusting this certificate alone is the pin; its names do not matter then.
  return {ca: certificate.toString(), allowPartialTrustChain: true, checkServerIdentity: () => undefined};
};

const shake = ({hostname, port}: URL): Promise<TLSSocket> =>
  new Promise((resolve, reject) => {
    const host = hostname.replace(/^\[|\]$/g, '');
    const socket = connect({host, port: Number(port || 443), rejectUnauthorized: false}, () => resolve(socket));
    socket.setTimeout(10_000, () => socket.destroy(new Error('timeout')));
    socket.on('error', (error: NodeJS.ErrnoException) => reject(new NoAnswer(error.code ?? error.message)));
  });
