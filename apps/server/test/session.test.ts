import {createHook} from 'node:async_hooks';
import {describe, expect, test} from 'vitest';
import {hashSecret} from '../src/credentials.ts';
import type {Server} from '../src/index.ts';
import {ANN_TOKEN, BOB_TOKEN, call, login, START, start} from './support.ts';

const LOGIN = '/admin-api/user/login';
const LOGOUT = '/admin-api/user/logout';
const TOKENS = '/admin-api/api_token';
const AGENTS = '/api/agents';

describe('login', () => {
  test('a login response has the fields of the contract', async () => {
    const {server} = await start();
    const json = {username: 'ann', password: 'ann-password', remember: false, plugin: 'Builtin'};
    const {code, body} = await call(server, LOGIN, {json});
    expect([code, body.status, body.msg, body.time]).toEqual([
      200,
      0,
      'login successful.',
      Math.floor(START.getTime() / 1000),
    ]);
    expect(body.data).toEqual({
      id: 1,
      username: 'ann',
      role: 'master',
      'edge-token': expect.stringMatching(/^[0-9a-f]{64}$/),
      login_2fa: {},
      _created_unix: '2026-11-20 12:00:00.250000',
      _modified_unix: '2026-11-20 12:00:00.250000',
    });
  });

  test.each([undefined, 'application/x-www-form-urlencoded', 'text/plain', 'application/json', ';;;'])(
    'login accepts JSON with the Content-Type %s',
    async type => {
      const {server} = await start();
      const text = JSON.stringify({username: 'ann', password: 'ann-password'});
      const {body} = await call(server, LOGIN, {text, ...(type !== undefined && {type})});
      expect(body.msg).toBe('login successful.');
    },
  );

  test.each([
    {username: 'ann', password: 'wrong'},
    {username: 'nobody', password: 'ann-password'},
    {username: '', password: ''},
  ])('login refuses the credentials %j', async json => {
    const {server} = await start();
    const {code, body} = await call(server, LOGIN, {json});
    expect([code, body.status === 0, body.msg]).toEqual([401, false, 'incorrect login credentials']);
  });

  test('login computes as many password hashes for an unknown user as for a known one', async () => {
    const hashes = async (server: Server, username: string): Promise<number> => {
      let count = 0;
      const init = (_id: number, type: string) => {
        if (type === 'ARGON2REQUEST') count += 1;
      };
      const hook = createHook({init}).enable();
      await call(server, LOGIN, {json: {username, password: 'wrong'}});
      hook.disable();
      return count;
    };
    const [{server: one}, {server: two}] = [await start(), await start()];
    const first = await hashes(one, 'ann');
    expect([first > 0, await hashes(two, 'nobody')]).toEqual([true, first]);
    expect([await hashes(one, 'nobody'), await hashes(one, 'ann')]).toEqual([1, 1]);
  });

  test('login rejects the value LDAP of the field plugin, because only Builtin is supported', async () => {
    const {server} = await start();
    const {code, body} = await call(server, LOGIN, {json: {username: 'ann', password: 'ann-password', plugin: 'LDAP'}});
    expect([code, body.msg]).toEqual([400, 'plugin: only Builtin is supported']);
  });
});

describe('a session', () => {
  test.each([
    [false, 8 * 3600],
    [true, 31 * 86_400],
  ])('a session with remember %s ends after %d s', async (remember, seconds) => {
    const {server, pass} = await start();
    const session = await login(server, {remember});
    pass(seconds - 1);
    expect((await call(server, TOKENS, {session})).code).toBe(200);
    pass(1);
    expect((await call(server, TOKENS, {session})).code).toBe(401);
  });

  test.each([29, -400])(
    'a login while the clock is wrong by %d days removes no session that is valid at the right time',
    async days => {
      const {server, pass} = await start();
      const session = await login(server);
      pass(days * 86_400);
      const other = await login(server);
      await call(server, LOGOUT, {session: other});
      expect((await call(server, TOKENS, {session})).code).toBe(days > 0 ? 401 : 200);
      pass(-days * 86_400);
      expect((await call(server, TOKENS, {session})).code).toBe(200);
    },
  );

  test('a session is removed from the store by the first login more than 30 days after its end', async () => {
    const {server, pass} = await start();
    const key = {credential: 'session', hash: hashSecret(await login(server))} as const;
    const isStoredAfter = async (seconds: number) => {
      pass(seconds);
      await login(server);
      return (await server.store.credentials.findOwner(key)) !== undefined;
    };
    expect([await isStoredAfter(8 * 3600 + 30 * 86_400), await isStoredAfter(1)]).toEqual([true, false]);
  });

  test.each(['GET', 'POST'])('logout with %s ends the session, but not other sessions', async method => {
    const {server} = await start();
    const [session, other] = [await login(server), await login(server)];
    expect((await call(server, LOGOUT, {method, session})).body).toEqual({status: 0});
    expect((await call(server, TOKENS, {session})).code).toBe(401);
    expect((await call(server, LOGOUT, {method, session})).code).toBe(401);
    expect((await call(server, TOKENS, {session: other})).code).toBe(200);
  });
});

describe('credentials', () => {
  test('admin paths accept a session or an API token, and one valid credential suffices if both are sent', async () => {
    const {server} = await start();
    const session = await login(server);
    expect((await call(server, TOKENS, {session, token: 'wrong'})).code).toBe(200);
    expect((await call(server, TOKENS, {session: 'wrong', token: ANN_TOKEN})).code).toBe(200);
    expect((await call(server, TOKENS, {session: 'wrong', token: 'wrong'})).code).toBe(401);
    expect((await call(server, TOKENS)).body).toEqual({status: 401, msg: 'send the header API-Token or edge-token'});
  });

  test('agent paths accept only API tokens, and logout only sessions', async () => {
    const {server} = await start();
    const session = await login(server);
    expect((await call(server, AGENTS, {session})).code).toBe(401);
    expect((await call(server, AGENTS, {token: BOB_TOKEN})).code).toBe(200);
    expect((await call(server, LOGOUT, {token: ANN_TOKEN})).code).toBe(401);
  });

  test('an API token expires exactly at its expiry time, to the millisecond', async () => {
    const {server, pass} = await start();
    pass(59.999);
    expect((await call(server, TOKENS, {token: BOB_TOKEN})).code).toBe(200);
    pass(0.001);
    expect((await call(server, TOKENS, {token: BOB_TOKEN})).code).toBe(401);
  });
});
