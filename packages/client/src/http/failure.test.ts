import {describe, expect, test} from 'vitest';
import {sendFailure} from './failure.ts';
import type {EncodedRequest} from './request/encode-request.ts';

const request: EncodedRequest = {
  ...{base: 'admin', method: 'GET', site: new URL('https://gateway:8443'), href: 'https://gateway:8443/x'},
  path: () => '/x',
  ...{headers: {}, secrets: []},
};

describe('connection errors', () => {
  test.each([
    ['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', 'tls', /requires one.*give a client certificate and key/],
    ['ERR_SSL_TLSV1_ALERT_UNKNOWN_CA', 'tls', /did not accept the client certificate/],
    ['ERR_SSL_SSL/TLS_ALERT_BAD_CERTIFICATE', 'tls', /did not accept the client certificate/],
    ['ERR_SSL_SSL/TLS_ALERT_HANDSHAKE_FAILURE', 'tls', /requires one/],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'tls', /does not speak a supported TLS/],
    ['EPROTO', 'tls', /does not speak a supported TLS/],
    ['EHOSTUNREACH', 'network', /no route/],
    ['ETIMEDOUT', 'network', /cannot be reached/],
    ['', 'network', /closed the connection/],
  ])('the connection error `%s` is reported with the code %s', (code, expected, message) => {
    const error = sendFailure(Object.assign(new Error('canary'), {code}), {request, number: 2});
    expect(error).toMatchObject({code: expected, attempt: 2, base: 'admin', method: 'GET', path: '/x'});
    expect(error.message).toMatch(message);
    expect(error.message).not.toContain('canary');
  });
});
