import {createPrivateKey, X509Certificate} from 'node:crypto';
import {createSecureContext, type SecureContextOptions} from 'node:tls';

export interface Tls {
  /** PEM; may include the certificate chain. */
  readonly cert: string;
  /** PEM. */
  readonly key: string;
}

/** Throws an Error with a one-line message if certificate and key do not match. */
export const checkTls = ({cert, key}: Tls): void => {
  try {
    createSecureContext({cert, key});
  } catch (error) {
    throw new Error((error as Error).message.split('\n', 1)[0]);
  }
  // `createSecureContext` detects a mismatch only if certificate and key have the same key type.
  if (!new X509Certificate(cert).checkPrivateKey(createPrivateKey(key))) {
    throw new Error('the key does not belong to the certificate');
  }
};

/** Mozilla's "intermediate" profile without DHE, independent of NODE_OPTIONS and openssl.cnf. */
export const secureOptions = ({cert, key}: Tls): SecureContextOptions => ({
  cert,
  key,
  minVersion: 'TLSv1.2',
  honorCipherOrder: true,
  ciphers: [
    'TLS_AES_128_GCM_SHA256',
    'TLS_AES_256_GCM_SHA384',
    'TLS_CHACHA20_POLY1305_SHA256',
    ...['AES128-GCM-SHA256', 'AES256-GCM-SHA384', 'CHACHA20-POLY1305'].flatMap(cipher => [
      `ECDHE-ECDSA-${cipher}`,
      `ECDHE-RSA-${cipher}`,
    ]),
  ].join(':'),
});
