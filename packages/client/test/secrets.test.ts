import {createPrivateKey} from 'node:crypto';
import type {RequestListener} from 'node:http';
import {beforeAll, describe, expect, test} from 'vitest';
import {type Client, type ClientOptions, createClient, type EdgeErrorCode, type Exchange} from '../src/index.ts';
import {makeCertificate, type Pems} from './support/certificates.ts';
import {leaksIn} from './support/leaks.ts';
import {failing} from './support/outcomes.ts';
import {respondJson, serveHttp, serveHttps, serveTcp} from './support/serve.ts';
import {serveProxy} from './support/test-proxy.ts';

const PASSWORD = 'pass"wörd canary';
const PROXY_PASSWORD = 'proxy-canary';
const TOKENS = ['api-canary', 'console-canary', 'session-canary'];
const SECRETS = [
  ...TOKENS,
  'rd canary',
  PROXY_PASSWORD,
  Buffer.from(`me:${PROXY_PASSWORD}`).toString('base64'),
  'phrase-canary',
  'PRIVATE KEY',
];

let own: Pems;
let key: string;
beforeAll(async () => {
  own = await makeCertificate();
  key = createPrivateKey(own.key)
    .export({type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'phrase-canary'})
    .toString();
});

const echo =
  (status: number): RequestListener =>
  async (request, response) => {
    const sent = {headers: request.headers, body: Buffer.concat(await request.toArray()).toString()};
    const id = `for ${request.headers['api-token']} ${encodeURIComponent(sent.body)}`;
    respondJson({status: 3, msg: JSON.stringify(sent), err: sent}, status, {'x-request-id': id})(request, response);
  };
const http = (handler: RequestListener) => () => serveHttp(handler);

const rows: Record<EdgeErrorCode, () => Promise<string>> = {
  network: () => serveTcp(socket => socket.on('data', () => socket.resetAndDestroy())),
  timeout: http(() => {}),
  aborted: http(() => {}),
  tls: () => serveHttps(own, echo(200)),
  http: http((request, response) => {
    response.writeHead(301, {location: `http://elsewhere/${request.headers['api-token']}`}).end();
  }),
  envelope: http(echo(200)),
  unauthenticated: http(echo(401)),
  forbidden: http(echo(403)),
  server: http(echo(502)),
  not_found: http(echo(404)),
  rate_limited: http(echo(429)),
  invalid_response: http((request, response) => response.end(JSON.stringify(request.headers))),
  invalid_request: http(echo(200)),
  read_only: http(echo(200)),
};

const auths: [string, NonNullable<ClientOptions['auth']>][] = [
  ['an API token', {kind: 'api-token', token: 'api-canary'}],
  ['a session', {kind: 'session', token: 'session-canary'}],
  ['a password', {kind: 'credentials', username: 'me', password: PASSWORD}],
];

const calls = (client: Client, code: EdgeErrorCode): Promise<unknown>[] => {
  const abort = new AbortController();
  const signal = code === 'aborted' ? abort.signal : undefined;
  setTimeout(() => abort.abort(), 40);
  const options = {...(signal && {signal})};
  const wrong = code === 'invalid_request';
  const update = {name: 'n', ...(wrong && {'api-canary': 'api-canary', expire: 'session-canary'})} as {name: string};
  return [
    client.session.login(
      {username: 'me', password: PASSWORD, ...(wrong && {remember: 'session-canary' as never})},
      options,
    ),
    client.errorLogs.list(wrong ? {level: 'api-canary' as never} : {}, options),
    client.apiTokens.update(wrong ? Number.NaN : 1, update, options),
    ...(wrong ? [] : [client.applications.list(1, {}, options), client.apiTokens.list({}, options).withResponse()]),
  ];
};

describe.each(Object.keys(rows) as EdgeErrorCode[])('code %s', code => {
  test.each(auths)(`an error with code ${code} leaks no secret of a client with %s`, async (_, auth) => {
    const exchanges: Exchange[] = [];
    const events: unknown[] = [];
    const note = (event: unknown) => events.push(event);
    const gateway = await rows[code]();
    const proxy = await serveProxy({to: gateway});
    const client = createClient({
      ...{baseUrl: gateway, auth, consoleToken: 'console-canary', retries: 0},
      proxy: `http://me:${PROXY_PASSWORD}@${proxy.host}`,
      tls: {cert: own.cert, key, passphrase: 'phrase-canary'},
      onExchange: exchange => exchanges.push(exchange),
      readOnly: () => (code === 'read_only' ? `no ${PASSWORD} api-canary session-canary` : undefined),
      ...(code === 'timeout' && {timeouts: {response: 60}}),
      ...{onRequest: note, onResponse: note, onRetry: note},
    });
    const errors = await Promise.all(calls(client, code).map(failing));
    const codes = new Set(errors.map(error => error.code));
    expect(codes).toContain(code);
    expect(errors.map(({cause}) => cause)).toEqual(errors.map(() => undefined));
    expect(leaksIn([errors, exchanges, events, client], SECRETS)).toEqual([]);
    client.close();
  });
});
