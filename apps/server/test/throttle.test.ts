import {describe, expect, test} from 'vitest';
import {ANN_TOKEN, call, start} from './support.ts';

const LOGIN = '/admin-api/user/login';
const limits = {perAccount: 3, perAddress: 5, windowMs: 60_000};

const setUp = async (options: object = {}) => {
  const {server, pass} = await start({loginLimits: {...limits, ...options}});
  const attempt = async (username: string, password: string) => {
    const {code, headers, body} = await call(server, LOGIN, {json: {username, password}});
    return {code, retryAfter: headers.get('retry-after'), body};
  };
  const codes = async (username: string, password: string, count: number) => {
    const seen: number[] = [];
    for (let at = 0; at < count; at += 1) seen.push((await attempt(username, password)).code);
    return seen;
  };
  return {server, pass, attempt, codes};
};

test('login limits that are undefined get their defaults', async () => {
  const {attempt, codes} = await setUp({perAccount: undefined, perAddress: undefined, windowMs: undefined});
  expect((await attempt('ann', 'ann-password')).code).toBe(200);
  expect(new Set(await codes('ann', 'wrong', 10))).toEqual(new Set([401]));
  expect(await codes('ann', 'wrong', 1)).toEqual([429]);
});

describe('failed logins', () => {
  test.each(['ann', 'nobody'])(
    'logins as %s get 429 after 3 failed logins, until the first failure is 60 s old',
    async username => {
      const {pass, attempt, codes} = await setUp();
      expect(await codes(username, 'wrong', 1)).toEqual([401]);
      pass(20);
      expect(await codes(username, 'wrong', 3)).toEqual([401, 401, 429]);
      const {code, retryAfter, body} = await attempt(username, 'ann-password');
      expect([code, retryAfter, body]).toEqual([429, '40', {status: 429, msg: expect.stringContaining('too many')}]);
      pass(39.5);
      expect((await attempt(username, 'wrong')).retryAfter).toBe('1');
      pass(0.5);
      expect(await codes(username, 'wrong', 2)).toEqual([401, 429]);
    },
  );

  test('failed logins are counted per account, and a success clears the count', async () => {
    const {codes} = await setUp();
    expect(await codes('ann', 'wrong', 2)).toEqual([401, 401]);
    expect(await codes('ann', 'ann-password', 1)).toEqual([200]);
    expect(await codes('ann', 'wrong', 2)).toEqual([401, 401]);
    expect(await codes('bob', 'bob-password', 1)).toEqual([200]);
  });

  test('logins are refused after failed logins to many accounts from one address', async () => {
    const {server, attempt} = await setUp();
    for (let at = 0; at < 5; at += 1) expect((await attempt(`user-${at}`, 'x')).code).toBe(401);
    expect((await attempt('ann', 'ann-password')).code).toBe(429);
    expect((await call(server, '/api/agents', {token: ANN_TOKEN})).code).toBe(200);
  });

  test('concurrent successful logins do not count as failed', async () => {
    const {attempt} = await setUp();
    const responses = await Promise.all(Array.from({length: 12}, () => attempt('ann', 'ann-password')));
    expect(responses.map(({code}) => code)).toEqual(responses.map(() => 200));
  });

  test.each([-86_400, 86_400])(
    'failed logins block further logins for at most 60 s if the clock was wrong by %d s',
    async seconds => {
      const {pass, codes, attempt} = await setUp();
      const wait = async () => Number((await attempt('ann', 'wrong')).retryAfter);
      pass(Math.max(0, seconds));
      expect(await codes('ann', 'wrong', 3)).toEqual([401, 401, 401]);
      pass(-Math.abs(seconds));
      expect(await wait()).toBe(60);
      pass(59);
      expect(await wait()).toBe(1);
      pass(1);
      expect(await codes('ann', 'wrong', 1)).toEqual([401]);
    },
  );
});
