import {type ConnectionOptions, connect, type TLSSocket} from 'node:tls';
import {NoResponse} from '../check.ts';

/** `ca` trusts the authorities in `pem`, and `pin` only the certificate with this SHA-256. */
export type Trust =
  | {readonly kind: 'system'}
  | {readonly kind: 'ca'; readonly pem: string}
  | {readonly kind: 'pin'; readonly sha256: string}
  | {readonly kind: 'insecure'};

/** For a pin, connects first and rejects with {@link NoResponse} if the certificate is another one. */
export const tlsOptions = async (trust: Trust, origin: URL): Promise<ConnectionOptions> => {
  switch (trust.kind) {
    case 'system':
      return {};
    case 'ca':
      return {ca: trust.pem};
    case 'insecure':
      return {rejectUnauthorized: false};
    case 'pin':
      return pinned(trust.sha256, origin);
    default:
      return trust satisfies never;
  }
};

const normalize = (fingerprint: string): string => fingerprint.replaceAll(':', '').toLowerCase();

const pinned = async (sha256: string, origin: URL): Promise<ConnectionOptions> => {
  const socket = await handshake(origin);
  const certificate = socket.getPeerX509Certificate();
  socket.destroy();
  if (!certificate || normalize(certificate.fingerprint256) !== normalize(sha256)) {
    throw new NoResponse(`${origin.host} has a certificate with SHA-256 ${certificate?.fingerprint256 ?? 'none'}`);
  }
  // The pinned certificate is trusted as its own authority, and the names in it are ignored.
  return {ca: certificate.toString(), allowPartialTrustChain: true, checkServerIdentity: () => undefined};
};

const handshake = ({hostname, port}: URL): Promise<TLSSocket> =>
  new Promise((resolve, reject) => {
    const host = hostname.replace(/^\[|\]$/g, '');
    const socket = connect({host, port: Number(port || 443), rejectUnauthorized: false}, () => resolve(socket));
    socket.setTimeout(10_000, () => socket.destroy(new Error('timeout')));
    socket.on('error', (error: NodeJS.ErrnoException) => reject(new NoResponse(error.code ?? error.message)));
  });
