import {X509Certificate} from 'node:crypto';
import {generate} from 'selfsigned';

export interface Pems {
  readonly key: string;
  readonly cert: string;
  /** SHA-256 as upper-case hex pairs with colons, the format of openssl. */
  readonly fingerprint256: string;
}

interface PemOptions {
  readonly name?: string;
  readonly ip?: string;
  readonly notAfter?: Date;
  readonly issuer?: Pems;
}

/** Creates a certificate for 127.0.0.1; self-signed if there is no `issuer`. */
export const makeCertificate = async (options: PemOptions = {}): Promise<Pems> => {
  const {name = 'gateway.test', ip = '127.0.0.1', notAfter, issuer} = options;
  const {private: key, cert} = await generate([{name: 'commonName', value: name}], {
    keyType: 'ec',
    algorithm: 'sha256',
    notBeforeDate: new Date('2024-01-01'),
    notAfterDate: notAfter ?? new Date(Date.now() + 86_400_000),
    extensions: [
      {name: 'basicConstraints', cA: true},
      {name: 'subjectAltName', altNames: [{type: 7, ip}]},
    ],
    ...(issuer && {ca: issuer}),
  });
  return {key, cert, fingerprint256: new X509Certificate(cert).fingerprint256};
};
