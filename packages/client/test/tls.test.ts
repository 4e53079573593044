import {createPrivateKey} from 'node:crypto';
import {beforeAll, describe, expect, test} from 'vitest';
import {createClient, Secret} from '../src/index.ts';
import type {TlsOptions} from '../src/types.ts';
import {makeCertificate, type Pems} from './support/certificates.ts';
import {leaksIn} from './support/leaks.ts';
import {failing, until} from './support/outcomes.ts';
import {respondJson, serveHttps, serveTcp} from './support/serve.ts';

const TOKEN = 'tok-tls-canary';
let own: Pems;
let other: Pems;
let authority: Pems;
let issued: Pems;
let expired: Pems;
let misnamed: Pems;

beforeAll(async () => {
  authority = await makeCertificate({name: 'authority.test'});
  [own, other, issued, expired, misnamed] = await Promise.all([
    makeCertificate(),
    makeCertificate(),
    makeCertificate({issuer: authority}),
    makeCertificate({notAfter: new Date('2025-01-01')}),
    makeCertificate({ip: '10.9.9.9'}),
  ]);
});

/** Calls a gateway with this certificate. `seen` contains the requests that reached the gateway. */
const visit = async (pems: Pems, tls?: TlsOptions) => {
  const seen: string[] = [];
  const baseUrl = await serveHttps(pems, (request, response) => {
    seen.push(String(request.headers['api-token']));
    respondJson({status: 0, data: {data: [], meta: {count: 5}}})(request, response);
  });
  const client = createClient({baseUrl, auth: {kind: 'api-token', token: TOKEN}, retries: 0, ...(tls && {tls})});
  return {call: client.apiTokens.count(), seen};
};

describe('a trusted certificate', () => {
  test.each([
    ['a CA file that is the certificate itself', () => own, () => ({ca: own.cert})],
    ['one of several authorities', () => own, () => ({ca: [authority.cert, Buffer.from(own.cert)]})],
    ['the CA that issued it', () => issued, () => ({ca: authority.cert})],
    ['a pin with colons', () => own, () => ({pinSha256: own.fingerprint256})],
    ['a pin in bare lower case', () => own, () => ({pinSha256: own.fingerprint256.replaceAll(':', '').toLowerCase()})],
    ['the pin of an expired certificate', () => expired, () => ({pinSha256: expired.fingerprint256})],
    ['the option insecure', () => misnamed, () => ({insecure: true})],
  ] satisfies [string, () => Pems, () => TlsOptions][])(
    'the client trusts a certificate with %s',
    async (_, pems, tls) => {
      const {call, seen} = await visit(pems(), tls());
      expect(await call).toBe(5);
      expect(seen).toEqual([TOKEN]);
    },
  );
});

describe('a refused certificate', () => {
  test.each([
    ['self-signed', () => own, () => undefined, /self-signed.*SHA-256.*CA file/],
    ['from an unknown authority', () => issued, () => ({ca: other.cert}), /not from a trusted authority.*CA file/],
    ['expired', () => expired, () => ({ca: expired.cert}), /is expired/],
    ['for another name', () => misnamed, () => ({ca: misnamed.cert}), /for another name than 127\.0\.0\.1/],
    ['not the pinned one', () => own, () => ({pinSha256: other.fingerprint256}), /than the pinned one/],
    [
      'not the pinned one, though its CA is given and insecure is set',
      () => own,
      () => ({pinSha256: other.fingerprint256, ca: own.cert, insecure: true}),
      /than the pinned one/,
    ],
  ] satisfies [string, () => Pems, () => TlsOptions | undefined, RegExp][])(
    'a certificate is refused before the request is sent if it is %s',
    async (_, pems, tls, message) => {
      const {call, seen} = await visit(pems(), tls());
      const error = await failing(call);
      expect(error).toMatchObject({code: 'tls', retryable: false, attempt: 1});
      expect(error.message).toMatch(message);
      expect(error.certificate).toMatchObject({
        subject: 'CN=gateway.test',
        issuer: pems() === issued ? 'CN=authority.test' : 'CN=gateway.test',
        validFrom: new Date('2024-01-01'),
        fingerprint256: pems().fingerprint256,
      });
      expect(error.certificate?.validTo).toBeInstanceOf(Date);
      expect(seen).toEqual([]);
      expect(leaksIn(error, [TOKEN])).toEqual([]);
    },
  );
});

test('consecutive calls reuse a kept-alive TLS connection', async () => {
  const sockets = new Set<unknown>();
  const baseUrl = await serveHttps(own, (request, response) => {
    sockets.add(request.socket);
    respondJson({status: 0, data: {data: []}})(request, response);
  });
  const client = createClient({baseUrl, tls: {pinSha256: own.fingerprint256}});
  await client.apiTokens.list();
  await client.apiTokens.list();
  client.close();
  expect(sockets.size).toBe(1);
});

describe('a gateway that never finishes its handshake', () => {
  const silent = async () => {
    const sockets: {closed: boolean}[] = [];
    const url = await serveTcp(socket => {
      const seen = {closed: false};
      sockets.push(seen);
      socket.resume().on('close', () => {
        seen.closed = true;
      });
    });
    return {baseUrl: url.replace('http:', 'https:'), sockets};
  };

  test('a TLS handshake that never finishes ends with the connect timeout, and its socket is closed', async () => {
    const {baseUrl, sockets} = await silent();
    const client = createClient({baseUrl, retries: 0, timeouts: {connect: 100}});
    const error = await failing(client.apiTokens.list());
    expect(error).toMatchObject({code: 'timeout', retryable: true, message: /Connecting to .* timed out/});
    await until(() => sockets.length === 1 && sockets.every(({closed}) => closed));
  });

  test('a TLS handshake that never finishes ends when the caller aborts, and its socket is closed', async () => {
    const {baseUrl, sockets} = await silent();
    const abort = new AbortController();
    const call = failing(createClient({baseUrl}).apiTokens.list({}, {signal: abort.signal}));
    await until(() => sockets.length === 1);
    abort.abort();
    expect(await call).toMatchObject({code: 'aborted'});
    await until(() => sockets.every(({closed}) => closed));
  });
});

describe('a gateway that requires a client certificate', () => {
  const asking = async (tls: TlsOptions) => {
    const options = {...own, ca: authority.cert, requestCert: true, rejectUnauthorized: true};
    const baseUrl = await serveHttps(options, respondJson({status: 0, data: {data: [], meta: {count: 5}}}));
    return createClient({baseUrl, retries: 0, tls: {ca: own.cert, ...tls}}).apiTokens.count();
  };

  test('a gateway accepts the client certificate that it requires', async () => {
    expect(await asking({cert: issued.cert, key: issued.key})).toBe(5);
  });

  test('a gateway accepts a client certificate with an encrypted key', async () => {
    const key = createPrivateKey(issued.key).export({
      ...{type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'phrase-canary'},
    });
    expect(await asking({cert: issued.cert, key, passphrase: new Secret('phrase-canary')})).toBe(5);
    const wrong = await failing(asking({cert: issued.cert, key, passphrase: 'wrong-canary'}));
    expect(wrong).toMatchObject({code: 'invalid_request', message: /tls\.cert/});
    expect(leaksIn(wrong, ['canary', 'PRIVATE'])).toEqual([]);
  });

  test('a call fails if the gateway refuses the client certificate', async () => {
    const error = await failing(asking({cert: other.cert, key: other.key}));
    // A Node.js server closes the connection without a TLS alert.
    expect(error.code).toBe('network');
    expect(leaksIn(error, ['PRIVATE'])).toEqual([]);
  });
});
