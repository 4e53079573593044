import {describe, expect, test} from 'vitest';
import {type ClientOptions, createClient, type EdgeError, Secret, type Session} from '../src/index.ts';
import type {CredentialsAuth} from '../src/types.ts';
import {leaksIn} from './support/leaks.ts';
import {failing, until} from './support/outcomes.ts';
import {respondJson, serveHttp} from './support/serve.ts';

const PASSWORD = 'pass-canary';

/** A gateway that manages sessions. Records login bodies and other calls. `valid` contains the accepted tokens. */
const serveSessions = async () => {
  const state = {
    valid: new Set<string>(),
    logins: [] as unknown[],
    calls: [] as string[],
    login: 200,
    held: false,
    cut: 0,
  };
  const waiting: (() => void)[] = [];
  const url = await serveHttp(async (request, response) => {
    const token = String(request.headers['edge-token']);
    if (request.url?.endsWith('/login')) {
      state.logins.push(JSON.parse(Buffer.concat(await request.toArray()).toString()));
      response.on('close', () => {
        state.cut += response.writableFinished ? 0 : 1;
      });
      if (state.held) await new Promise<void>(go => waiting.push(go));
      const opened = `s-canary-${state.logins.length}`;
      if (state.login === 200) state.valid.add(opened);
      const data = {id: 1, username: 'ann', 'edge-token': opened, login_2fa: {}};
      respondJson({status: state.login === 200 ? 0 : 1, data, msg: 'x'}, state.login)(request, response);
      return;
    }
    state.calls.push(`${request.method} ${token}`);
    const good = state.valid.has(token);
    const data = {data: [], id: 1, name: 'n', expire: 0, token: 't', meta: {count: 5}};
    respondJson(good ? {status: 0, data} : {status: 1, msg: 'no'}, good ? 200 : 401)(request, response);
  });
  const release = (): void => {
    state.held = false;
    for (const go of waiting) go();
  };
  return {url, state, release};
};

const start = async (auth: Partial<CredentialsAuth> = {}, options: Partial<ClientOptions> = {}) => {
  const gateway = await serveSessions();
  const sessions: (Session | undefined)[] = [];
  const client = createClient({
    baseUrl: gateway.url,
    auth: {kind: 'credentials', username: 'ann', password: PASSWORD, ...auth},
    onSession: session => sessions.push(session),
    ...options,
  });
  return {client, ...gateway, sessions};
};

/** Calls at the same time: more than the 16 that have a socket. */
const MANY = 20;
const many = <T>(call: () => Promise<T>): Promise<T[]> => Promise.all(Array.from({length: MANY}, call));

test('concurrent first calls share one login, and onSession receives the session', async () => {
  const {client, state, sessions} = await start({remember: true});
  expect(await many(() => client.apiTokens.count())).toEqual(Array.from({length: MANY}, () => 5));
  expect(state.logins).toEqual([{username: 'ann', password: PASSWORD, remember: true, plugin: 'Builtin'}]);
  expect(state.calls).toHaveLength(MANY);
  expect(sessions).toEqual([client.session.current]);
  expect(client.session.endsAt).toEqual(sessions[0]?.endsAt);
  expect(leaksIn([client, sessions], ['canary'])).toEqual([]);
  client.close();
});

test('concurrent refused calls share one login', async () => {
  const {client, state} = await start({session: {token: 'old'}});
  expect(await many(() => client.apiTokens.count())).toEqual(Array.from({length: MANY}, () => 5));
  expect(state.logins).toHaveLength(1);
  expect(state.calls.filter(call => call.endsWith('old'))).toHaveLength(MANY);
  expect(state.calls).toHaveLength(2 * MANY);
  client.close();
});

test('a create that was refused because the session ended is sent again after the login', async () => {
  const {client, state} = await start({session: {token: 'old'}});
  await client.apiTokens.create({name: 'n'});
  expect(state.calls).toEqual(['POST old', 'POST s-canary-1']);
});

test('a new session that is refused at its first call is not renewed', async () => {
  const {client, state} = await start({session: {token: 'old'}});
  state.valid = {has: () => false, add: () => {}} as never;
  const errors = await many(() => failing(client.apiTokens.count()));
  expect(new Set(errors.map(({code, status}) => `${code} ${status}`))).toEqual(new Set(['unauthenticated 401']));
  await failing(client.apiTokens.count());
  expect(state.logins).toHaveLength(1);
  expect(leaksIn(errors, ['canary'])).toEqual([]);
});

test('a call refused with a session that works for other calls causes only one login', async () => {
  const url = await serveHttp((request, response) => {
    const refused = request.url?.endsWith('/1');
    const data = request.url?.endsWith('/login')
      ? {id: 1, username: 'ann', 'edge-token': `s-${++logins}`, login_2fa: {}}
      : {data: [], meta: {count: 5}};
    const respond = respondJson({status: refused ? 1 : 0, data}, refused ? 401 : 200);
    // Sends the refusal only after the other call was accepted.
    if (refused) accepted.then(() => respond(request, response));
    else respond(request, response);
  });
  let logins = 0;
  let accepted: Promise<unknown> = Promise.resolve();
  const client = createClient({
    baseUrl: url,
    auth: {kind: 'credentials', username: 'ann', password: PASSWORD, session: {token: 'old'}},
    onRequest: ({path}) => {
      if (path.endsWith('/1') && logins < 5) accepted = client.apiTokens.count();
    },
  });
  expect(await failing(client.apiTokens.get(1))).toMatchObject({code: 'unauthenticated', attempt: 2});
  expect(logins).toBe(1);
});

test('a session is renewed each time it ends', async () => {
  const {client, state} = await start();
  for (let round = 0; round < 3; round++) {
    state.valid.clear();
    expect(await client.apiTokens.count()).toBe(5);
  }
  expect(state.logins).toHaveLength(3);
});

test('a refused login rejects all waiting calls, and is not retried at once', async () => {
  const {client, state} = await start();
  state.login = 401;
  const errors = await many(() => failing(client.apiTokens.count()));
  expect(errors[0]).toMatchObject({code: 'unauthenticated', method: 'POST', message: /user name and password/});
  await failing(client.apiTokens.count());
  expect(state.logins).toHaveLength(1);
  expect(leaksIn(errors, ['canary'])).toEqual([]);
  state.login = 200;
  client.setAuth({kind: 'credentials', username: 'ann', password: new Secret('other')});
  expect(await client.apiTokens.count()).toBe(5);
});

test('a login is never retried', async () => {
  const {client, state} = await start({}, {retries: 5});
  state.login = 503;
  expect(await failing(client.apiTokens.count())).toMatchObject({method: 'POST', retryable: true});
  expect(state.logins).toHaveLength(1);
});

test('a session is renewed before it ends', async () => {
  const soon = await start({session: {token: 'saved', endsAt: new Date(Date.now() + 30_000)}});
  await soon.client.apiTokens.count();
  expect(soon.state.calls).toEqual(['GET s-canary-1']);
  const later = await start({session: {token: 'saved', endsAt: new Date(Date.now() + 3_600_000)}});
  later.state.valid.add('saved');
  await later.client.apiTokens.count();
  expect(later.state.logins).toEqual([]);
});

test('a password function is called at each login', async () => {
  let calls = 0;
  const {client, state} = await start({
    password: async () => {
      calls++;
      return new Secret(`pw-canary-${calls}`);
    },
  });
  await client.apiTokens.count();
  state.valid.clear();
  await client.apiTokens.count();
  expect(state.logins).toMatchObject([{password: 'pw-canary-1'}, {password: 'pw-canary-2'}]);
});

test('an error of the password function is not part of the error of a call', async () => {
  const password = () => {
    throw new Error('vault-canary');
  };
  const error = await failing((await start({password})).client.apiTokens.count());
  expect(error).toMatchObject({code: 'invalid_request', message: /auth\.password/});
  expect(leaksIn(error, ['canary'])).toEqual([]);
});

test('a login goes on for other calls when one call aborts', async () => {
  const {client, state, release} = await start();
  state.held = true;
  const first = new AbortController();
  const one = failing(client.apiTokens.count({signal: first.signal}));
  const two = client.apiTokens.count();
  await until(() => state.logins.length === 1);
  first.abort();
  expect(await one).toMatchObject({code: 'aborted'});
  release();
  expect(await two).toBe(5);
  expect(state.logins).toHaveLength(1);
});

test('a login is aborted when the last call that waits for it aborts, and the next call logs in again', async () => {
  const {client, state, release} = await start();
  state.held = true;
  expect(await failing(client.apiTokens.count({timeouts: {total: 150}}))).toMatchObject({code: 'timeout'});
  await until(() => state.cut === 1);
  release();
  expect(await client.apiTokens.count()).toBe(5);
  expect(state.logins).toHaveLength(2);
});

test('logout ends the session without a login; a later call logs in', async () => {
  const {client, state, sessions} = await start();
  await client.session.logout();
  expect(state.logins).toHaveLength(0);
  await client.apiTokens.count();
  state.valid.clear();
  await client.session.logout();
  expect(state.logins).toHaveLength(1);
  expect([sessions.length, sessions[1], client.session.endsAt]).toEqual([2, undefined, undefined]);
  await client.apiTokens.count();
  expect(state.logins).toHaveLength(2);
});

test('calls of a console on the origin of the gateway use the session, and on another origin they do not log in', async () => {
  const {client, state, url} = await start();
  await client.applications.agents().catch(() => undefined);
  expect(state.calls).toEqual(['GET s-canary-1']);
  const apart = createClient({
    baseUrl: 'https://gateway.test',
    consoleUrl: url,
    consoleToken: 'c',
    auth: {kind: 'credentials', username: 'ann', password: PASSWORD},
  });
  await failing(apart.applications.agents());
  expect(state.logins).toHaveLength(1);
});

test('without username and password, a refused call is not retried', async () => {
  const {url, state} = await serveSessions();
  const client = createClient({baseUrl: url, auth: {kind: 'session', token: 'old'}});
  expect(await failing(client.apiTokens.count())).toMatchObject({code: 'unauthenticated', attempt: 1});
  expect(state.logins).toHaveLength(0);
});

/** A gateway that refuses every session but the last one opened, by a message in HTTP 200 (docs/field-facts.md#24). */
const serveEnvelopes = async (msg: string, {status = 200, opens = true} = {}) => {
  const seen = {logins: 0, calls: [] as string[]};
  const url = await serveHttp((request, response) => {
    const isLogin = request.url?.endsWith('/login');
    if (isLogin) seen.logins++;
    else seen.calls.push(`${request.method} ${request.headers['edge-token']}`);
    const isValid = isLogin || (opens && request.headers['edge-token'] === `s-${seen.logins}-canary`);
    const data = {id: 1, name: 'n', expire: 0, token: 't', data: [], meta: {count: 5}};
    const session = {username: 'ann', 'edge-token': `s-${seen.logins}-canary`, login_2fa: {}};
    respondJson(isValid ? {status: 0, data: {...data, ...session}} : {status: 7, msg}, isValid ? 200 : status)(
      request,
      response,
    );
  });
  const connect = (options: Partial<ClientOptions> = {}) =>
    createClient({
      baseUrl: url,
      auth: {kind: 'credentials', username: 'ann', password: PASSWORD, session: {token: 'old-canary'}},
      ...options,
    });
  return {seen, connect};
};

describe('a session refused with HTTP 200', () => {
  test('a session refused with HTTP 200 is renewed once for concurrent calls', async () => {
    const {seen, connect} = await serveEnvelopes('session has expired');
    const client = connect();
    expect(await many(() => client.apiTokens.count())).toEqual(Array.from({length: MANY}, () => 5));
    expect(seen.logins).toBe(1);
    expect(seen.calls.filter(call => call === 'GET s-1-canary')).toHaveLength(MANY);
    client.close();
  });

  test('a session refused with HTTP 200 is renewed for a create, which is sent again once', async () => {
    const {seen, connect} = await serveEnvelopes('please log in again');
    await connect().apiTokens.create({name: 'n'});
    expect(seen.calls).toEqual(['POST old-canary', 'POST s-1-canary']);
  });

  test('a session refused with HTTP 200 is not renewed for an unknown message, or without username and password', async () => {
    const {seen, connect} = await serveEnvelopes('quota exceeded');
    expect(await failing(connect().apiTokens.create({name: 'n'}))).toEqual(
      expect.not.objectContaining({sessionEnded: true}),
    );
    const expired = await serveEnvelopes('session expired');
    const client = expired.connect({auth: {kind: 'session', token: 'old-canary'}});
    expect(await failing(client.apiTokens.count())).toMatchObject({
      code: 'envelope',
      msg: 'session expired',
      sessionEnded: true,
    });
    expect([seen.logins, expired.seen.logins]).toEqual([0, 0]);
  });

  test('a new session that is refused with HTTP 200 is not renewed again', async () => {
    const {seen, connect} = await serveEnvelopes('session expired', {opens: false});
    const client = connect();
    const errors = await many(() => failing(client.apiTokens.count()));
    expect(new Set(errors.map(({code, msg}) => `${code}: ${msg}`))).toEqual(new Set(['envelope: session expired']));
    await failing(client.apiTokens.create({name: 'n'}));
    expect(seen.logins).toBe(1);
    expect(seen.calls.filter(call => call.startsWith('POST'))).toHaveLength(1);
    expect(leaksIn(errors, ['canary'])).toEqual([]);
    client.close();
  });

  test('a logout of a session refused with HTTP 200 resolves', async () => {
    const {seen, connect} = await serveEnvelopes('session expired');
    await connect().session.logout();
    expect(seen).toEqual({logins: 0, calls: ['GET old-canary']});
  });
});

describe('renewOn', () => {
  const mine = (msg: string) => (error: EdgeError) => error.msg === msg;

  test.each([200, 400, 403])('renewOn decides whether a refusal with HTTP %i renews the session', async status => {
    const {seen, connect} = await serveEnvelopes('Sitzung abgelaufen', {status});
    expect(await connect({renewOn: mine('Sitzung abgelaufen')}).apiTokens.count()).toBe(5);
    expect(seen.logins).toBe(1);
    expect(await failing(connect({renewOn: mine('other')}).apiTokens.count())).toMatchObject({attempt: 1});
    expect(seen.logins).toBe(1);
  });

  test.each([404, 429, 500, 503])('renewOn is not called after HTTP %i', async status => {
    const {seen, connect} = await serveEnvelopes('session expired', {status});
    let calls = 0;
    const renewOn = () => {
      calls++;
      return true;
    };
    await failing(connect({renewOn, retries: 0}).apiTokens.create({name: 'n'}));
    expect([seen, calls]).toEqual([{logins: 0, calls: ['POST old-canary']}, 0]);
  });

  test('renewOn is not called for a login, and HTTP 401 renews the session even if renewOn returns false', async () => {
    const gateway = await serveHttp(respondJson({status: 1, msg: 'incorrect login credentials'}));
    const auth = {kind: 'credentials', username: 'ann', password: PASSWORD} as const;
    let calls = 0;
    const renewOn = () => {
      calls++;
      return true;
    };
    const client = createClient({baseUrl: gateway, auth, renewOn});
    expect(await failing(client.apiTokens.count())).toMatchObject({code: 'envelope', method: 'POST'});
    expect(calls).toBe(0);
    const {seen, connect} = await serveEnvelopes('', {status: 401});
    expect(await connect({renewOn: () => false}).apiTokens.count()).toBe(5);
    expect(seen.logins).toBe(1);
  });

  test('renewOn that throws does not renew the session', async () => {
    const {seen, connect} = await serveEnvelopes('session expired');
    const renewOn = () => {
      throw new Error('renew-on');
    };
    expect(await failing(connect({renewOn}).apiTokens.count())).toMatchObject({code: 'envelope'});
    expect(seen.logins).toBe(0);
  });
});
