import {describe, expect, test} from 'vitest';
import {createClock} from '../src/index.ts';
import {createTally} from '../src/trust/tally.ts';
import {createThrottle} from '../src/trust/throttle.ts';
import {ANN_TOKEN, call, START, start} from './support.ts';

const LOGIN = '/admin-api/user/login';
const limits = {perAccount: 3, perAddress: 5, windowMs: 60_000};

const tried = async (options: object = {}) => {
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

test('a limit that is undefined is the usual one', async () => {
  const {attempt, codes} = await tried({perAccount: undefined, perAddress: undefined, windowMs: undefined});
  expect((await attempt('ann', 'ann-password')).code).toBe(200);
  expect(new Set(await codes('ann', 'wrong', 10))).toEqual(new Set([401]));
  expect(await codes('ann', 'wrong', 1)).toEqual([429]);
});

describe('failed logins', () => {
  test.each(['ann', 'nobody'])('of %s are refused after some, until the first is long ago', async username => {
    const {pass, attempt, codes} = await tried();
    expect(await codes(username, 'wrong', 1)).toEqual([401]);
    pass(20);
    expect(await codes(username, 'wrong', 3)).toEqual([401, 401, 429]);
    const {code, retryAfter, body} = await attempt(username, 'ann-password');
    expect([code, retryAfter, body]).toEqual([429, '40', {status: 429, msg: expect.stringContaining('too many')}]);
    pass(39.5);
    expect((await attempt(username, 'wrong')).retryAfter).toBe('1');
    pass(0.5);
    expect(await codes(username, 'wrong', 2)).toEqual([401, 429]);
  });

  test('of one account leave others alone, and are forgotten after a good one', async () => {
    const {codes} = await tried();
    expect(await codes('ann', 'wrong', 2)).toEqual([401, 401]);
    expect(await codes('ann', 'ann-password', 1)).toEqual([200]);
    expect(await codes('ann', 'wrong', 2)).toEqual([401, 401]);
    expect(await codes('bob', 'bob-password', 1)).toEqual([200]);
  });

  test('of many accounts are refused by address', async () => {
    const {server, attempt} = await tried();
    for (let at = 0; at < 5; at += 1) expect((await attempt(`user-${at}`, 'x')).code).toBe(401);
    expect((await attempt('ann', 'ann-password')).code).toBe(429);
    expect((await call(server, '/api/agents', {token: ANN_TOKEN})).code).toBe(200);
  });

  test('that come at once are not more than those one by one', async () => {
    const throttle = createThrottle(createClock(START), limits);
    const {promise: checked, resolve: refuse} = Promise.withResolvers<undefined>();
    let logins = 0;
    const guess = () => {
      logins += 1;
      return checked;
    };
    const answers = Array.from({length: 12}, () => throttle.attempt('ann', '10.0.0.1', guess));
    await new Promise<void>(resolve => setImmediate(resolve));
    expect(logins).toBe(3);
    refuse(undefined);
    const outcomes = await Promise.allSettled(answers);
    expect([logins, outcomes.filter(({status}) => status === 'rejected').length]).toEqual([3, 9]);
  });

  test('are no reason to refuse good ones that come at once', async () => {
    const {attempt} = await tried();
    const answers = await Promise.all(Array.from({length: 12}, () => attempt('ann', 'ann-password')));
    expect(answers.map(({code}) => code)).toEqual(answers.map(() => 200));
  });

  test('are forgotten at a reset', async () => {
    const {server, codes} = await tried();
    await codes('ann', 'wrong', 3);
    await server.reset();
    expect(await codes('ann', 'ann-password', 1)).toEqual([200]);
  });
});

test('an IPv6 network of 64 bits is one address', async () => {
  const throttle = createThrottle(createClock(START), {...limits, perAddress: 1});
  const fail = (address: string, name: string) => throttle.attempt(name, address, async () => undefined);
  await fail('2001:db8::1', 'a');
  await expect(fail('2001:db8:0:0:ffff::2', 'b')).rejects.toThrow('too many');
  await expect(fail('2001:db8:0:1::1', 'c')).resolves.toBeUndefined();
  await fail('::ffff:10.0.0.1', 'd');
  await expect(fail('::ffff:10.0.0.2', 'e')).resolves.toBeUndefined();
  await expect(fail('::ffff:10.0.0.1', 'f')).rejects.toThrow('too many');
});

test('an error of the login is neither a failure nor a success, and frees its place', async () => {
  const throttle = createThrottle(createClock(START), {perAccount: 1, perAddress: 1});
  const broken = () => throttle.attempt('ann', '10.0.0.1', () => Promise.reject(new Error('no database')));
  for (let at = 0; at < 3; at += 1) await expect(broken()).rejects.toThrow('no database');
  expect(await throttle.attempt('ann', '10.0.0.1', async () => 'in')).toBe('in');
});

test('memory is bounded: the oldest failures are forgotten first', async () => {
  const tally = createTally({limit: 1, windowMs: 1000, now: () => 0});
  const fail = async (key: string) => {
    const waitMs = await tally.begin(key);
    if (waitMs === 0) tally.done(key, 'failed');
    return waitMs;
  };
  for (let at = 0; at <= 10_000; at += 1) await fail(`k${at}`);
  expect(await fail('k10000')).toBe(1000);
  expect(await fail('k0')).toBe(0);
});
