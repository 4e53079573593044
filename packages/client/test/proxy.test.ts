import {afterEach, beforeAll, describe, expect, test, vi} from 'vitest';
import {type ClientOptions, createClient} from '../src/index.ts';
import {makeCertificate, type Pems} from './support/certificates.ts';
import {leaksIn} from './support/leaks.ts';
import {failing, until} from './support/outcomes.ts';
import {respondJson, serveHttp, serveHttps, serveTcp} from './support/serve.ts';
import {serveProxy} from './support/test-proxy.ts';

const TOKEN = 'tok-proxy-canary';
const PASSWORD = 'p@ss-canary';
const BASIC = Buffer.from(`me:${PASSWORD}`).toString('base64');
const auth = {kind: 'api-token', token: TOKEN} as const;
const fine = respondJson({status: 0, data: {data: [], meta: {count: 5}}});
const login = `me:${encodeURIComponent(PASSWORD)}`;

let own: Pems;
beforeAll(async () => {
  own = await makeCertificate();
});
afterEach(() => vi.unstubAllEnvs());

/** Creates a client of a gateway whose name only the proxy resolves. */
const through = async (options: (proxy: string) => Partial<ClientOptions>, refuse?: number) => {
  const gateway = await serveHttps(own, fine);
  const proxy = await serveProxy({to: gateway, ...(refuse !== undefined && {refuse})});
  const client = createClient({baseUrl: 'https://gateway.test:8443', auth, retries: 0, ...options(proxy.host)});
  return {client, ...proxy};
};

describe('an https gateway behind a proxy', () => {
  test('an https gateway is reached through a tunnel, which the next call reuses', async () => {
    const tls = {pinSha256: own.fingerprint256};
    const {client, seen} = await through(host => ({proxy: `http://${login}@${host}`, tls}));
    expect(await client.apiTokens.count()).toBe(5);
    expect(await client.apiTokens.count()).toBe(5);
    expect(seen).toEqual([`CONNECT gateway.test:8443 Basic ${BASIC}`]);
    client.close();
  });

  test('the certificate of an https gateway is checked behind a proxy', async () => {
    const {client} = await through(host => ({proxy: new URL(`http://${host}`)}));
    expect(await failing(client.apiTokens.count())).toMatchObject({
      code: 'tls',
      message: /certificate of gateway\.test is self-signed/,
      certificate: {fingerprint256: own.fingerprint256},
    });
  });

  test('the certificate of a gateway behind a proxy is accepted for the name of the gateway', async () => {
    const {client} = await through(host => ({proxy: `http://${host}`, tls: {ca: own.cert}}));
    expect(await client.apiTokens.count()).toBe(5);
    client.close();
  });

  test("the certificate of a gateway behind a proxy is refused for another name than the gateway's", async () => {
    const options = {baseUrl: 'https://elsewhere.test', tls: {ca: own.cert}};
    const {client} = await through(host => ({proxy: `http://${host}`, ...options}));
    expect(await failing(client.apiTokens.count())).toMatchObject({code: 'tls', message: /another name/});
  });
});

test('an http gateway is requested from the proxy by absolute URL', async () => {
  const headers: unknown[] = [];
  const gateway = await serveHttp((request, response) => {
    headers.push([request.headers.host, request.headers['api-token']]);
    fine(request, response);
  });
  const {host, seen} = await serveProxy({to: gateway});
  const client = createClient({baseUrl: 'http://gateway.test', auth, proxy: `http://${login}@${host}`});
  expect(await client.apiTokens.count()).toBe(5);
  expect(seen).toEqual([`GET http://gateway.test/admin-api/api_token?page=1&page_size=0 Basic ${BASIC}`]);
  expect(headers).toEqual([['gateway.test', TOKEN]]);
  client.close();
});

describe('proxy environment variables', () => {
  const through = async (names: Record<string, string>, proxy?: false) => {
    const {host, seen} = await serveProxy({to: await serveHttp(fine)});
    for (const [name, value] of Object.entries(names)) vi.stubEnv(name, value.replace('PROXY', `http://${host}`));
    const baseUrl = 'http://gateway.invalid';
    const client = createClient({baseUrl, retries: 0, ...(proxy === false && {proxy})});
    const count = await client.apiTokens.count().catch(() => 'failed');
    return [count, seen.length];
  };

  test.each([
    ['HTTP_PROXY', {HTTP_PROXY: 'PROXY'}],
    ['http_proxy', {http_proxy: 'PROXY'}],
    ['ALL_PROXY', {ALL_PROXY: 'PROXY'}],
    ['NO_PROXY of another host', {HTTP_PROXY: 'PROXY', NO_PROXY: 'other.invalid'}],
  ])('a proxy set in the environment is used with %s', async (_, names) => {
    expect(await through(names)).toEqual([5, 1]);
  });

  test.each([
    ['HTTPS_PROXY for http', {HTTPS_PROXY: 'PROXY'}, undefined],
    ['NO_PROXY', {HTTP_PROXY: 'PROXY', NO_PROXY: '.invalid'}, undefined],
    ['proxy: false', {HTTP_PROXY: 'PROXY'}, false],
  ] as const)('a proxy set in the environment is not used with %s', async (_, names, proxy) => {
    expect(await through(names, proxy)).toEqual(['failed', 0]);
  });

  test('a proxy set in the environment is ignored for loopback addresses', async () => {
    vi.stubEnv('HTTP_PROXY', 'http://127.0.0.1:1');
    expect(await createClient({baseUrl: await serveHttp(fine), retries: 0}).apiTokens.count()).toBe(5);
  });
});

describe('a failing proxy', () => {
  const options = (host: string): Partial<ClientOptions> => ({proxy: `http://${login}@${host}`});
  const secrets = [TOKEN, PASSWORD, BASIC, encodeURIComponent(PASSWORD)];

  test.each([
    [407, false, /proxy .*requires a user and password/],
    [403, false, /did not connect \(HTTP 403\)/],
    [503, true, /did not connect \(HTTP 503\)/],
  ])(
    'an HTTP %i response of a proxy is reported without the password of the proxy',
    async (status, retryable, message) => {
      const {client} = await through(options, status);
      const error = await failing(client.apiTokens.count());
      expect(error).toMatchObject({code: 'network', retryable, message});
      expect(leaksIn([error, client], secrets)).toEqual([]);
    },
  );

  test('an HTTP 407 response of a proxy for an http gateway is reported without the password of the proxy', async () => {
    const {host} = await serveProxy({to: 'http://127.0.0.1:1', refuse: 407});
    const error = await failing(createClient({baseUrl: 'http://gateway.test', ...options(host)}).apiTokens.count());
    expect(error).toMatchObject({code: 'network', message: /requires a user and password/});
    expect(leaksIn(error, secrets)).toEqual([]);
  });

  test('a proxy that refuses connections is reported without the password of the proxy', async () => {
    const client = createClient({baseUrl: 'https://gateway.test', retries: 0, ...options('127.0.0.1:1')});
    const error = await failing(client.apiTokens.count());
    expect(error).toMatchObject({code: 'network', retryable: true, message: /proxy .*\(ECONNREFUSED\).*HTTPS_PROXY/});
    expect(leaksIn(error, secrets)).toEqual([]);
  });

  test('an untrusted https proxy is refused', async () => {
    const proxy = (await serveHttps(own, fine)).replace('://', `://${login}@`);
    const client = createClient({baseUrl: 'https://gateway.test', proxy, retries: 0});
    const error = await failing(client.apiTokens.count());
    expect(error).toMatchObject({code: 'network', retryable: false});
    expect(error.message).toMatch(/proxy .*DEPTH_ZERO_SELF_SIGNED_CERT/);
    expect(error.certificate).toBeUndefined();
  });

  test('a proxy that never responds causes the connect timeout, and its socket is closed', async () => {
    let open = 0;
    const silent = await serveTcp(socket => {
      open++;
      socket.resume().on('close', () => open--);
    });
    const client = createClient({baseUrl: 'https://gateway.test', proxy: silent, retries: 0, timeouts: {connect: 200}});
    expect(await failing(client.apiTokens.count())).toMatchObject({
      code: 'timeout',
      message: /Connecting to .* timed out/,
    });
    await until(() => open === 0);
  });
});
