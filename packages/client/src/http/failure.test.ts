import {describe, expect, test} from 'vitest';
import type {EncodedRequest} from './encode.ts';
import {sendFailure} from './failure.ts';

const request: EncodedRequest = {base: 'admin', method: 'GET', url: new URL('https://gateway:8443/x'), path: '/x'};

describe('codes that a connection fails with', () => {
  test.each([
    ['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', 'tls', /asks for one.*give a certificate and key/],
    ['ERR_SSL_TLSV1_ALERT_UNKNOWN_CA', 'tls', /did not accept the certificate of this side/],
    ['ERR_SSL_SSL/TLS_ALERT_BAD_CERTIFICATE', 'tls', /did not accept the certificate of this side/],
    ['ERR_SSL_SSL/TLS_ALERT_HANDSHAKE_FAILURE', 'tls', /asks for one/],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'tls', /does not speak usable TLS/],
    ['EPROTO', 'tls', /does not speak usable TLS/],
    ['EHOSTUNREACH', 'network', /no route/],
    ['ETIMEDOUT', 'network', /cannot be reached/],
    ['', 'network', /cut the connection/],
  ])('%s is %s', (code, expected, message) => {
    const error = sendFailure(Object.assign(new Error('canary'), {code}), {request, number: 2});
    expect(error).toMatchObject({code: expected, attempt: 2, base: 'admin', method: 'GET', path: '/x'});
    expect(error.message).toMatch(message);
    expect(error.message).not.toContain('canary');
  });
});
