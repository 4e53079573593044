import type {IncomingMessage} from 'node:http';
import {describe, expect, test} from 'vitest';
import {type ClientOptions, createClient} from '../src/index.ts';
import {leaksIn} from './support/leaks.ts';
import {failing} from './support/outcomes.ts';
import {respondJson, serveHttp} from './support/serve.ts';

const LOGIN = {id: 3, username: 'ann', role: 'master', 'edge-token': 's-canary-login', login_2fa: {}};

/** A gateway that accepts every request and records its credential. */
const record = async (status: (request: IncomingMessage) => number = () => 200) => {
  const seen: string[] = [];
  const url = await serveHttp((request, response) => {
    const {'api-token': api, 'edge-token': edge} = request.headers;
    seen.push(`${request.method} ${request.url?.split('?')[0]} ${api ? `api:${api}` : edge ? `edge:${edge}` : 'none'}`);
    const data = request.url?.includes('login') ? LOGIN : request.url?.includes('agents') ? [] : {data: []};
    const code = status(request);
    respondJson({status: code === 200 ? 0 : 1, msg: 'login successful.', data}, code)(request, response);
  });
  return {url, seen};
};

const API = {kind: 'api-token', token: 'a'} as const;
const SESSION = {kind: 'session', token: 's'} as const;

describe('credentials by site', () => {
  test.each([
    ['no credential', {}, 'none', undefined],
    ['an API token', {auth: API}, 'api:a', 'api:a'],
    ['an API token and a console token', {auth: API, consoleToken: 'c'}, 'api:a', 'api:c'],
    ['a session on one origin', {auth: SESSION}, 'edge:s', 'edge:s'],
    ['a session and a console token', {auth: SESSION, consoleToken: 'c'}, 'edge:s', 'api:c'],
  ] satisfies [string, Partial<ClientOptions>, string, string | undefined][])(
    'a client with %s sends admin site and console only credentials that each of them accepts',
    async (_, options, admin, console) => {
      const {url, seen} = await record();
      const client = createClient({baseUrl: url, ...options});
      await client.apiTokens.list();
      const agents = client.applications.agents();
      if (console === undefined) expect(await failing(agents)).toMatchObject({code: 'invalid_request', attempt: 0});
      else await agents;
      expect(seen.map(line => line.split(' ')[2])).toEqual([admin, console].filter(Boolean));
    },
  );

  test('a session of the admin site is not sent to a console of another origin', async () => {
    const {url, seen} = await record();
    const client = createClient({baseUrl: 'https://gateway', consoleUrl: url, auth: SESSION});
    expect(await failing(client.applications.agents())).toMatchObject({
      code: 'invalid_request',
      message: expect.stringMatching(/console needs an API token/),
    });
    expect(seen).toEqual([]);
  });
});

test('after a login, calls to the admin site use the session, and after a logout the API token', async () => {
  const {url, seen} = await record();
  const client = createClient({baseUrl: url, auth: API});
  const before = Date.now();
  const session = await client.session.login({username: 'ann', password: 'pw-canary', remember: true});
  expect(session).toMatchObject({userId: 3, username: 'ann', role: 'master', twoFactor: {}, msg: 'login successful.'});
  expect(session.token.reveal()).toBe('s-canary-login');
  expect(session.startedAt.getTime()).toBeGreaterThanOrEqual(before);
  expect(session.endsAt.getTime() - session.startedAt.getTime()).toBe(31 * 86_400_000);
  expect(client.session.current).toBe(session);
  await client.apiTokens.list();
  await client.applications.agents();
  await client.session.logout();
  await client.session.logout();
  await client.apiTokens.list();
  expect(client.session.current).toBeUndefined();
  expect(seen).toEqual([
    'POST /admin-api/user/login none',
    'GET /admin-api/api_token edge:s-canary-login',
    'GET /api/agents api:a',
    'GET /admin-api/user/logout edge:s-canary-login',
    'GET /admin-api/api_token api:a',
  ]);
  expect(leaksIn([session, client], ['canary'])).toEqual([]);
});

describe('logout drops the session', () => {
  test.each([
    ['resolves', 401, undefined],
    ['resolves', 403, undefined],
    ['resolves', 204, undefined],
    ['rejects', 500, 'server'],
  ])('logout drops the session and %s after HTTP %i', async (_, status, code) => {
    const {url, seen} = await record(() => status);
    const client = createClient({baseUrl: url, auth: SESSION});
    const outcome = await client.session.logout().then(
      () => undefined,
      error => error.code,
    );
    expect(outcome).toBe(code);
    await failing(client.apiTokens.list());
    expect(seen.at(-1)).toBe('GET /admin-api/api_token none');
  });
});

test('the message in a login response is redacted', async () => {
  const url = await serveHttp(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    respondJson({status: 0, msg: `welcome ${body.replaceAll('/', '\\/')}`, data: LOGIN})(request, response);
  });
  const session = await createClient({baseUrl: url}).session.login({username: 'ann', password: 'pw/canary "1"'});
  expect(session.msg).toBe('[redacted: contains a secret]');
});

test('setAuth replaces the credential and drops the session', async () => {
  const {url, seen} = await record();
  const client = createClient({baseUrl: url});
  await client.session.login({username: 'ann', password: 'p'});
  client.setAuth(API);
  expect(client.session.current).toBeUndefined();
  await client.apiTokens.list();
  client.setAuth(undefined);
  await client.apiTokens.list();
  expect(seen.slice(1)).toEqual(['GET /admin-api/api_token api:a', 'GET /admin-api/api_token none']);
});

test('the advice in the error of a refused call depends on the credential sent', async () => {
  const {url} = await record(() => 401);
  const advice = async (options: Partial<ClientOptions>) =>
    (await failing(createClient({baseUrl: url, ...options}).apiTokens.list())).message.split('; ').at(-1);
  expect(await advice({})).toBe('log in, or give an API token.');
  expect(await advice({auth: SESSION})).toBe('log in again.');
  expect(await advice({auth: API})).toBe('give a valid API token.');
  const login = createClient({baseUrl: url}).session.login({username: 'u', password: 'p'});
  expect((await failing(login)).message).toContain('check the user name and password');
});
