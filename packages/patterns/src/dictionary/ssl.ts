import {type DictionaryEntry, entries} from './entry.ts';

export const SSL: readonly DictionaryEntry[] = entries('ssl', [
  ['ssl-handshake-failed', 'SSL_do_handshake() failed (SSL: <*>) …'],
  ['ssl-handshake-error', 'SSL_do_handshake() failed (<*>) …'],
  ['ssl-read-failed', 'SSL_read() failed (SSL: <*>) …'],
  ['ssl-write-failed', 'SSL_write() failed (SSL: <*>) …'],
  ['ssl-shutdown-failed', 'SSL_shutdown() failed (SSL: <*>) …'],
  ['ssl-peer-closed', 'peer closed connection in SSL handshake …'],
  ['ssl-peer-closed-error', 'peer closed connection in SSL handshake (<*>) …'],
  ['ssl-client-cert-error', 'client SSL certificate verify error: (<*>) …'],
  ['ssl-no-client-cert', 'client sent no required SSL certificate …'],
  ['ssl-upstream-cert-error', 'upstream SSL certificate verify error: (<*>) …'],
  ['ssl-upstream-cert-name', 'upstream SSL certificate does not match "<*>" …'],
  ['ssl-cert-load', 'cannot load certificate "<*>": BIO_new_file() failed (SSL: <*>)'],
  ['ssl-key-load', 'cannot load certificate key "<*>": BIO_new_file() failed (SSL: <*>)'],
  ['ssl-key-mismatch', 'SSL_CTX_use_PrivateKey("<*>") failed (SSL: <*>)'],
  ['ssl-no-certificate', 'no "<*>" is defined for the "<*>" directive in <*>'],
  ['ssl-no-certificate-handshake', 'no "<*>" is defined in server listening on SSL port …'],
  ['ssl-stapling-ignored', '"<*>" ignored, issuer certificate not found for certificate "<*>"'],
  ['ssl-stapling-no-responder', '"<*>" ignored, no OCSP responder URL in the certificate "<*>"'],
  ['ssl-ocsp-status', 'OCSP response not successful (<*>) while requesting certificate status, responder: <*>'],
]);
